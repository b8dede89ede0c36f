import type { Database } from '#app/server/db/database.ts'
import type { GenerationRow } from './to-generation.ts'

/** The part of a run that a worker has written, stored or about to be. */
export type Written = Pick<GenerationRow, 'progress' | 'text' | 'thinking' | 'calls'>

export type LiveRun = Disposable & { show(written: Written): void }

export type LiveFollower = {
  /** The run as it is written, at the latest one turn of the event loop later; and as it has ended. */
  onRow(row: GenerationRow): void
  /** This process no longer makes the run, and does not know its state. */
  onLeft(id: string): void
}

/**
 * The runs that this process makes. A reader of this process gets them from here as they are written; readers of other processes get them
 * from the row, to which the journal writes them in batches.
 */
export type LiveRuns = {
  /** Shows a run until it is disposed. `write` stores what has been shown. */
  begin(row: GenerationRow, write: () => Promise<void>): LiveRun
  /** Shows the row of a run that this process has ended. */
  end(row: GenerationRow): void
  /** The latest state of a run that this process makes. */
  rowOf(id: string): GenerationRow | undefined
  /** Stores what readers of this process have been shown of a run. */
  write(id: string): Promise<void>
  follow(follower: LiveFollower): void
}

type Entry = { row: GenerationRow; write: () => Promise<void>; pending?: NodeJS.Immediate | undefined }

export function openLiveRuns(): LiveRuns {
  const entries = new Map<string, Entry>()
  const followers: LiveFollower[] = []
  const tell = (row: GenerationRow) => {
    for (const { onRow } of followers) onRow(row)
  }

  return {
    begin(row, write) {
      const entry: Entry = { row, write }
      entries.set(row.id, entry)
      tell(row)
      return {
        show(written) {
          entry.row = { ...entry.row, ...written }
          // Pieces that arrive together are shown together.
          entry.pending ??= setImmediate(() => {
            entry.pending = undefined
            if (entries.get(row.id) === entry) tell(entry.row)
          })
        },
        [Symbol.dispose]() {
          if (entries.get(row.id) !== entry) return
          entries.delete(row.id)
          for (const { onLeft } of followers) onLeft(row.id)
        },
      }
    },
    end(row) {
      entries.delete(row.id)
      tell(row)
    },
    rowOf: (id) => entries.get(id)?.row,
    async write(id) {
      await entries.get(id)?.write()
    },
    follow: (follower) => void followers.push(follower),
  }
}

const ofDatabase = new WeakMap<Database, LiveRuns>()

/** Makes the runs of this process known to cancels. */
export const provideLiveRuns = (db: Database, live: LiveRuns): unknown => ofDatabase.set(db, live)

/**
 * Stores what readers of this process have been shown of a run, and with it what stopping the run costs. It precedes a cancel: readers are
 * shown pieces before they are stored, and pay for them.
 */
export async function writeShown(db: Database, id: string): Promise<void> {
  await ofDatabase.get(db)?.write(id)
}

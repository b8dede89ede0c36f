import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import { type GenerationNotice, publishGeneration } from './publish.ts'

/** Often enough to look alive, seldom enough that a hundred runs do not keep the database busy. */
const intervalMs = 150

export type ProgressWriterOptions = { claim: SQL | undefined; notice: GenerationNotice; onClaimLost(): void }

export type ProgressWriter = {
  progress(value: number): void
  text(delta: string): void
  /** Writes what is left. */
  close(): Promise<void>
}

/** Persists progress and text as they come, batched, one write at a time, so that a reload or another device sees them. */
export function openProgressWriter(db: Database, { claim, notice, onClaimLost }: ProgressWriterOptions): ProgressWriter {
  let progress: number | undefined
  let text = ''
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  /** The first piece is shown at once: somebody is waiting for it. */
  let nextAt = Number.NEGATIVE_INFINITY

  async function write(): Promise<void> {
    if (progress === undefined && text === '') return
    const changes = {
      ...(progress !== undefined && { progress: sql`greatest(${generations.progress}, ${progress}::real)` }),
      ...(text !== '' && { text: sql`coalesce(${generations.text}, '') || ${text}` }),
    }
    progress = undefined
    text = ''
    const written = await db
      .update(generations)
      .set({ ...changes, updatedAt: sql`now()` })
      .where(claim)
      .returning({ id: generations.id })
    if (written.length === 0) return onClaimLost()
    await publishGeneration(db, notice)
  }

  // A write that fails loses a step of progress, never the result: the text is written whole at the end.
  const flush = () => (writing = writing.then(write).catch(() => undefined))

  function schedule() {
    timer ??= setTimeout(
      () => {
        timer = undefined
        nextAt = performance.now() + intervalMs
        void flush()
      },
      Math.max(0, nextAt - performance.now()),
    )
  }

  return {
    progress(value) {
      progress = value
      schedule()
    },
    text(delta) {
      text += delta
      schedule()
    },
    async close() {
      clearTimeout(timer)
      await flush()
    },
  }
}

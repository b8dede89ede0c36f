import { setImmediate as soon } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { ToolCall } from '#app/contract/studio/turns.ts'
import { generationChannel } from '../generations/publish.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import { thoughtFor } from '../generations/thinking-time.ts'
import { type LiveRuns, openLiveRuns, provideLiveRuns } from '../generations/live-runs.ts'

/** Milliseconds between writes: short enough to look live, long enough for a hundred runs not to load the database. */
const intervalMs = 150

export type ProgressWriterOptions = {
  id: string
  /** The id of the worker; nothing is written once it has lost its claim. */
  owner: string
  /** The run as it was claimed, for its readers in this process; without it they read what is stored. */
  row?: GenerationRow
  onClaimLost(): void
}

/** Disposed once the attempt is over, whatever its end. */
export type ProgressWriter = Disposable & {
  progress(value: number): void
  /** Appends text; `accrued` is the cost of stopping the run from then on, in milli-tokens. */
  text(delta: string, accrued: number): void
  /** Notes the calls of the answer so far. */
  calls(calls: readonly ToolCall[], accrued: number): void
  /** Appends reasoning, which lasts until the next piece of text; empty if it is withheld. */
  thinking(delta: string, accrued: number): void
  /** Replaces text and reasoning by a reasoning alone, because the text so far was part of it. */
  textWasThinking(thinking: string, accrued: number): void
  /** Writes all pending data. */
  close(): Promise<void>
  /** Waits for a write and leaves what is pending to the end of the run, which writes the whole text; a cancel writes it before. */
  hold(): Promise<void>
}

/** Persists progress and text as they come, batched, so that a reload or another device sees them. */
export function openProgressWriter(journal: ProgressJournal, { id, owner, row, onClaimLost }: ProgressWriterOptions): ProgressWriter {
  const run: Run = {
    id,
    owner,
    onClaimLost,
    progress: null,
    text: '',
    calls: null,
    thinking: '',
    replaces: false,
    thinks: null,
    accrued: 0,
    dueAt: Number.NEGATIVE_INFINITY,
  }
  const written = { progress: row?.progress ?? null, text: row?.text ?? '', thinking: row?.thinking ?? '', calls: row?.calls ?? null }
  async function write(): Promise<void> {
    run.dueAt = Number.NEGATIVE_INFINITY
    while (journal.has(run)) await journal.settle()
  }
  const live = row && journal.live.begin(row, write)
  let hasThought = false
  function note(): void {
    journal.note(run)
    const { progress, text, thinking, calls } = written
    live?.show({ progress, text: halved(text)[0] || null, thinking: halved(thinking)[0] || null, calls })
  }
  return {
    progress(value) {
      run.progress = Math.max(run.progress ?? 0, value)
      written.progress = Math.max(written.progress ?? 0, value)
      note()
    },
    text(delta, accrued) {
      const text = storable(delta)
      run.text += text
      written.text += text
      run.thinks = false
      run.accrued = accrued
      note()
    },
    calls(calls, accrued) {
      run.calls = calls
      written.calls = [...calls]
      run.thinks = false
      run.accrued = accrued
      note()
    },
    thinking(delta, accrued) {
      const thought = storable(delta)
      run.thinking += thought
      hasThought = true
      written.thinking += thought
      run.thinks = true
      run.accrued = accrued
      note()
    },
    textWasThinking(thinking, accrued) {
      run.text = ''
      run.thinking = storable(thinking)
      Object.assign(written, { text: run.text, thinking: run.thinking })
      run.replaces = true
      hasThought = true
      run.thinks = true
      run.accrued = accrued
      note()
    },
    close: write,
    async hold() {
      // Times of reasoning are known to its writes alone.
      if (hasThought) return write()
      run.dueAt = Number.POSITIVE_INFINITY
      while (journal.isWriting(run)) await journal.settle()
    },
    [Symbol.dispose]() {
      journal.forget(run)
      live?.[Symbol.dispose]()
    },
  }
}

/** PostgreSQL rejects a statement that contains this character. */
const storable = (text: string): string => text.replaceAll('\0', '')

type Run = Omit<ProgressWriterOptions, 'row'> & {
  /** Unwritten, like `text` and `accrued`. */
  progress: number | null
  text: string
  calls: readonly ToolCall[] | null
  thinking: string
  /** Whether `text` and `thinking` replace what is written. */
  replaces: boolean
  /** Whether it thinks since the last unwritten piece; null without one. */
  thinks: boolean | null
  accrued: number
  /** Time of the next write: at once for the first piece, because a person is waiting for it, later at intervals. */
  dueAt: number
}

/** Batches the progress of all runs of this process: two hundred runs cost one commit, as one run does. */
export type ProgressJournal = {
  note(run: Run): void
  has(run: Run): boolean
  settle(): Promise<void>
  isWriting(run: Run): boolean
  /** Drops what is pending of a run that has ended. */
  forget(run: Run): void
  /** The runs that this process makes, for its readers. */
  live: LiveRuns
}

/**
 * Opens the journal. Only one commit is in progress at a time: two could be applied in either order, and the pieces of a text with them.
 * What comes meanwhile joins the next commit, so a slow database makes batches larger, never the backlog longer than one of each run.
 * After a crash the row is all that is replayed from, and it ends where the last commit ended: an attempt without an operation to resume
 * clears it (`claimRow`) and writes its text from the beginning.
 */
export function openProgressJournal(db: Database): ProgressJournal {
  const noted = new Set<Run>()
  /** The runs being written. */
  let due: Run[] = []
  let timer: NodeJS.Timeout | undefined
  let timerAt = Number.POSITIVE_INFINITY
  let writing: Promise<void> | undefined

  function note(run: Run): void {
    noted.add(run)
    if (!writing) wake(run.dueAt)
  }

  function wake(at: number): void {
    if (at >= timerAt || at === Number.POSITIVE_INFINITY) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(() => void settle(), Math.max(0, at - performance.now()))
  }

  /** Resolves when nothing is due. */
  function settle(): Promise<void> {
    clearTimeout(timer)
    timerAt = Number.POSITIVE_INFINITY
    writing ??= write().finally(() => {
      writing = undefined
      let next = Number.POSITIVE_INFINITY
      for (const { dueAt } of noted) next = Math.min(next, dueAt)
      if (noted.size > 0) wake(next)
    })
    return writing
  }

  async function write(): Promise<void> {
    for (;;) {
      // Lets changes of the same tick join the batch.
      await soon()
      const now = performance.now()
      due = [...noted].filter(({ dueAt }) => dueAt <= now)
      if (due.length === 0) return
      for (const run of due) {
        noted.delete(run)
        run.dueAt = now + intervalMs
      }
      // A failed write loses a step of progress but never the result, because the end of the run writes the whole text.
      await writeAll(db, due).catch(() => undefined)
    }
  }

  const isWriting = (run: Run) => due.includes(run)
  const journal = {
    note,
    has: (run: Run) => noted.has(run) || isWriting(run),
    isWriting,
    settle,
    forget: (run: Run) => void noted.delete(run),
    live: openLiveRuns(),
  }
  provideLiveRuns(db, journal.live)
  return journal
}

/** The beginning of a text without half of a character at its end, and that half: stored alone, both halves would be lost. */
function halved(text: string): [whole: string, half: string] {
  const end = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
  return [text.slice(0, end), text.slice(end)]
}

async function writeAll(db: Database, runs: readonly Run[]): Promise<void> {
  const columns = {
    ids: runs.map(({ id }) => id),
    owners: runs.map(({ owner }) => owner),
    progress: runs.map(({ progress }) => progress),
    texts: runs.map(({ text }) => halved(text)[0]),
    calls: runs.map(({ calls }) => calls && JSON.stringify(calls)),
    thoughts: runs.map(({ thinking }) => halved(thinking)[0]),
    replaces: runs.map(({ replaces }) => replaces),
    thinks: runs.map(({ thinks }) => thinks),
    accrued: runs.map(({ accrued }) => accrued),
  }
  for (const run of runs) {
    run.progress = null
    run.text = halved(run.text)[1]
    run.calls = null
    run.thinking = halved(run.thinking)[1]
    run.replaces = false
    run.thinks = null
  }
  // Notifications are delivered after the commit; a run with a lost claim sends none.
  const { rows } = await db.execute<{ id: string; owner: string }>(sql`
    with noted as (
      select * from unnest(${sql.param(columns.ids)}::uuid[], ${sql.param(columns.owners)}::uuid[], ${sql.param(columns.progress)}::real[], ${sql.param(columns.texts)}::text[], ${sql.param(columns.calls)}::text[], ${sql.param(columns.thoughts)}::text[], ${sql.param(columns.replaces)}::boolean[], ${sql.param(columns.thinks)}::boolean[], ${sql.param(columns.accrued)}::bigint[])
        as noted (id, owner, progress, text, calls, thinking, replaces, thinks, accrued)
    ), locked as (
      select id from ${generations} where id = any(${sql.param(columns.ids)}::uuid[]) order by id for no key update
    ), written as (
      update ${generations} as run set
        progress = greatest(run.progress, noted.progress),
        text = case when noted.replaces then nullif(noted.text, '') when noted.text = '' then run.text else coalesce(run.text, '') || noted.text end,
        calls = coalesce(noted.calls::jsonb, run.calls),
        thinking = case when noted.replaces then nullif(noted.thinking, '') when noted.thinking = '' then run.thinking
          else coalesce(run.thinking, '') || noted.thinking end,
        thinking_started_at = case noted.thinks when true then coalesce(run.thinking_started_at, now()) when false then null else run.thinking_started_at end,
        thinking_ms = case when noted.thinks is false and (run.thinking_started_at is not null or noted.thinking <> '')
          then ${thoughtFor('run')} else run.thinking_ms end,
        accrued_milli = case when noted.thinks is null then run.accrued_milli else noted.accrued end,
        updated_at = now()
      from noted join locked using (id)
      where run.id = noted.id and run.lease_owner = noted.owner and run.status = 'running'
      returning run.id, run.user_id, noted.owner
    )
    select id, owner, pg_notify(${generationChannel}, json_build_object('user_id', user_id, 'generation_id', id, 'status', 'running')::text) from written`)
  const written = new Set(rows.map(({ id, owner }) => `${id} ${owner}`))
  for (const { id, owner, onClaimLost } of runs) if (!written.has(`${id} ${owner}`)) onClaimLost()
}

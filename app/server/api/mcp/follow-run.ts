import { followGeneration } from '../../core/library/events/follow-generation.ts'
import { StreamEnded } from '../../core/library/events/open-streams.ts'
import { watchAccess } from '../../core/library/events/watch-access.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import { Problem } from '../../core/problem.ts'
import { readFailure } from '../openai/openai-errors.ts'
import { start } from '../openai/openai-runs.ts'
import { watchWait } from '../requests/watch-wait.ts'
import type { ToolRequest } from './tool.ts'

/** Seconds; most clients give a call up after 60. */
export const maxToolWaitSeconds = 50

type Asking = ToolRequest<unknown>
type Following = { seconds: number; until: AbortSignal; saw?: (row: GenerationRow) => void }

/** Follows a run to its end, or for some seconds, and reports what it sees. Returns the latest state. */
async function follow({ runtime: { db, hub }, report }: Asking, row: GenerationRow, { seconds, until, saw }: Following) {
  let latest = row
  if (seconds === 0 || row.finishedAt) return latest
  const time = AbortSignal.timeout(seconds * 1_000)
  const signal = AbortSignal.any([until, time])
  try {
    for await (latest of followGeneration(db, { hub, id: row.id, signal })) {
      saw?.(latest)
      await report(latest)
    }
  } catch (error) {
    if (error instanceof StreamEnded) throw new Problem('unauthorized', { cause: error })
    if (!time.aborted || until.aborted) throw error
  }
  return latest
}

/** Waits for a run of the person. A client that leaves ends nothing. */
export async function waitForRun(request: Asking, row: GenerationRow, seconds: number): Promise<GenerationRow> {
  const { runtime, caller, context } = request
  if (seconds === 0 || row.finishedAt) return row
  using access = await watchAccess(runtime.db, { hub: runtime.hub, access: caller, counted: false })
  return follow(request, row, { seconds, until: AbortSignal.any([context.req.raw.signal, request.canceled, access.signal]) })
}

/**
 * Starts a run like any other and waits for it. The run ends with the client's request, and if its model is paused without another to take
 * over; it goes on if the time is up. Throws if it fails.
 */
export async function startRun(request: Asking, run: Parameters<typeof start>[1], seconds: number): Promise<GenerationRow> {
  const { runtime, canceled } = request
  const { row, reader, signal } = await start(request, run)
  using wait = watchWait(runtime, row)
  let ended: GenerationRow
  try {
    ended = await follow(request, row, { seconds, until: AbortSignal.any([signal, canceled, wait.signal]), saw: wait.saw })
  } catch (error) {
    if (canceled.aborted || wait.signal.aborted) await reader.leave()
    throw error
  } finally {
    reader.end()
  }
  if (ended.status === 'failed' || ended.status === 'canceled') throw await readFailure(runtime.db, ended)
  return ended
}

import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { Operation, OperationModel, OperationState } from '../kinds.ts'
import { ProviderError } from '../provider.ts'
import { answerLost, failStart, type Saved, savedSchema, savedStart } from './saved-start.ts'

export type PollTimes = {
  firstMs: number
  /** Factor by which each wait is longer than the one before, up to `ceilingMs`. */
  growth: number
  ceilingMs: number
  /** Duration of one attempt; then the queue takes over, and the next attempt continues. */
  attemptMs: number
  /** Total time after which the run is given up. */
  giveUpMs: number
}

export const usualPollTimes: PollTimes = {
  firstMs: 1_000,
  growth: 1.4,
  ceilingMs: 10_000,
  attemptMs: 10 * 60_000,
  giveUpMs: 6 * 60 * 60_000,
}

/** Returns the work that the service has accepted; null if there is none. */
export function readOperation(saved: unknown): Operation | null {
  const parsed = v.safeParse(savedSchema, saved)
  return parsed.success ? parsed.output.operation : null
}

type Call = Parameters<OperationModel['start']>[0]

export type RunOperationOptions = {
  service: OperationModel
  /** Whether the service honors the idempotency key, so that a repeated start has no effect. */
  repeatable: boolean
  call: Call
  /** The value that an earlier attempt saved, otherwise null. */
  saved: unknown
  save(saved: Saved | null): Promise<void>
  onProgress(progress: number): void
  onWait?(ahead: number | null): void
  times: PollTimes
}

/** Starts the work, or continues with an earlier start, and polls until it is done. */
export async function runOperation({ service, repeatable, call, saved, save, onProgress, onWait, times }: RunOperationOptions) {
  const earlier = v.safeParse(savedSchema, saved)
  const start = earlier.success ? earlier.output : savedStart(new Date())
  let operation: Operation | null = start.operation
  if (!operation && earlier.success) {
    if (!service.adopt && !repeatable) throw answerLost()
    operation = (await service.adopt?.(call)) ?? null
  }
  if (!operation) {
    if (!earlier.success) await save(start)
    operation = await startOnce({ service, repeatable, call, forget: () => save(null) })
  }
  if (!start.operation) await save({ ...start, operation })
  return pollOperation({ service, operation, call, startedAt: Date.parse(start.begun_at), onProgress, onWait, times })
}

type StartOptions = Pick<RunOperationOptions, 'service' | 'repeatable' | 'call'> & { forget(): Promise<void> }

/** Starts the work. If the answer is lost, the work may be running, and a second start would be billed too. */
async function startOnce({ service, repeatable, call, forget }: StartOptions): Promise<Operation> {
  try {
    return await service.start(call)
  } catch (error) {
    call.signal.throwIfAborted()
    if (service.adopt || repeatable) throw error
    return failStart(error, forget)
  }
}

type PollOptions = Pick<RunOperationOptions, 'service' | 'call' | 'onProgress' | 'onWait' | 'times'> & {
  operation: Operation
  startedAt: number
}

async function pollOperation({
  service,
  operation,
  call,
  startedAt,
  onProgress,
  onWait,
  times,
}: PollOptions): Promise<Extract<OperationState, { state: 'done' }>> {
  const { signal } = call
  const attemptEnds = performance.now() + times.attemptMs
  let wait = times.firstMs
  for (;;) {
    const { state, retryAfterMs } = await ask()
    if (state?.state === 'done') return state
    if (state?.progress != null) onProgress(state.progress)
    if (state) onWait?.(state.ahead ?? null)
    if (Date.now() - startedAt > times.giveUpMs) throw new ProviderError('timeout', 'the work was never finished', { final: true })
    const pause = Math.max(wait, retryAfterMs)
    if (performance.now() + pause > attemptEnds) throw new ProviderError('timeout', 'the work is not finished yet')
    await sleep(pause, undefined, { signal })
    wait = Math.min(wait * times.growth, times.ceilingMs)
  }

  /** Polls. A failed query says nothing about the work, which continues and may already be paid for. */
  async function ask(): Promise<{ state: OperationState | null; retryAfterMs: number }> {
    try {
      return { state: await service.poll(operation, call), retryAfterMs: 0 }
    } catch (error) {
      if (signal.aborted || !(error instanceof ProviderError) || !error.retryable) throw error
      return { state: null, retryAfterMs: error.retryAfterMs ?? 0 }
    }
  }
}

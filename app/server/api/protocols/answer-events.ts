import type { ToolCall } from '#app/contract/studio/turns.ts'
import { followGeneration } from '../../core/library/events/follow-generation.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import type { Runtime } from '../../runtime.ts'
import { readFailure, RunFailed } from '../openai/openai-errors.ts'
import type { start } from '../openai/openai-runs.ts'
import { watchWait } from '../requests/watch-wait.ts'
import { afterFirstSeconds } from './first-seconds.ts'

/** The next piece of an answer that is being written, in no protocol yet. `index`: the place of the call. */
export type AnswerEvent =
  | { type: 'text' | 'thought'; delta: string }
  | { type: 'call'; index: number; call: ToolCall; isNew: boolean; delta: string }
  | { type: 'end'; row: GenerationRow }

type Started = Awaited<ReturnType<typeof start>>

type OpenOptions = Started & {
  /** See `watchWait`. */
  limitMs: number
}

export type OpenAnswer = {
  /** Yields the pieces until the signal aborts; throws `RunFailed`. */
  events(until: AbortSignal): AsyncGenerator<AnswerEvent>
}

/** Waits for the first piece of an answer, or for five seconds. Throws what goes wrong until then. */
export async function openAnswer(runtime: Runtime, { row, reader, signal, limitMs }: OpenOptions): Promise<OpenAnswer> {
  const leave = () => reader.leave()
  return { events: await afterFirstSeconds({ reader, signal }, (until) => piecesOf(runtime, { row, limitMs, until, leave })) }
}

type PiecesOptions = { row: GenerationRow; until: AbortSignal; limitMs: number; leave(): Promise<void> }

async function* piecesOf(runtime: Runtime, { row, until, limitMs, leave }: PiecesOptions): AsyncGenerator<AnswerEvent, undefined> {
  const { db, hub } = runtime
  let text = ''
  let thought = ''
  let calls: readonly ToolCall[] = []
  using wait = watchWait(runtime, row, { limitMs })
  // The client is answered, but it still listens, so nobody else cancels the run.
  wait.signal.addEventListener('abort', () => void leave(), { once: true })
  const signal = AbortSignal.any([until, wait.signal])
  for await (const now of followGeneration(db, { hub, id: row.id, signal })) {
    wait.saw(now)
    const [nowText, nowThought, nowCalls] = [now.text ?? '', now.thinking ?? '', now.calls ?? []]
    // Reasoning that was taken for text has been sent as such.
    if (text !== '' && !nowText.startsWith(text) && nowThought.includes(text.trim())) {
      text = ''
      thought = nowThought
    }
    if (nowThought.length > thought.length && nowThought.startsWith(thought)) {
      yield { type: 'thought', delta: nowThought.slice(thought.length) }
      thought = nowThought
    }
    if (nowText.length > text.length && nowText.startsWith(text)) {
      yield { type: 'text', delta: nowText.slice(text.length) }
      text = nowText
    }
    if (goOn(calls, nowCalls)) {
      for (const [index, call] of nowCalls.entries()) {
        const sent = calls[index]
        const delta = call.input.slice(sent?.input.length ?? 0)
        if (!sent || delta !== '') yield { type: 'call', index, call, isNew: !sent, delta }
      }
      calls = nowCalls
    }
    if (!now.finishedAt) continue
    if (now.status !== 'succeeded') throw await readFailure(db, now)
    // A worker that takes over from a dead one writes another answer, and what was sent cannot be revoked.
    if (text !== nowText || calls !== nowCalls) throw new RunFailed('temporary')
    yield { type: 'end', row: now }
  }
  return undefined
}

/** Whether the calls are those that were sent, and possibly more. */
const goOn = (sent: readonly ToolCall[], now: readonly ToolCall[]): boolean =>
  sent.every(({ id, name, input }, index) => {
    const call = now[index]
    return call?.id === id && call.name === name && call.input.startsWith(input)
  })

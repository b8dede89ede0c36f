import type { Locale } from '#config'
import { followGeneration } from '../../core/library/events/follow-generation.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import type { Runtime } from '../../runtime.ts'
import { streamBlocks } from '../answers/event-stream.ts'
import { answerProblem, answerRunFailed, readFailure, RunFailed } from './openai-errors.ts'
import type { start } from './openai-runs.ts'
import { afterFirstSeconds, toFailure } from '../protocols/first-seconds.ts'
import { watchWait } from '../requests/watch-wait.ts'

/** Streams of media in OpenAI's protocol: previews and the finished run. */

export type MediaEvent = { type: 'preview'; preview: string } | { type: 'end'; row: GenerationRow }

type Started = Awaited<ReturnType<typeof start>>
/** Turns what happens to a run into events of the protocol, which are named by their type. */
type ToEvents = (event: MediaEvent) => AsyncGenerator<{ type: string }> | Generator<{ type: string }>

export type StreamMediaOptions = Started & { locale: Locale; headers: Record<string, string>; toEvents: ToEvents }

/** Streams a run that makes files. A failure of the first seconds is thrown. */
export async function streamMedia(
  runtime: Runtime,
  { row, reader, signal, locale, headers, toEvents }: StreamMediaOptions,
): Promise<Response> {
  const events = await afterFirstSeconds({ reader, signal }, (until) => mediaEvents(runtime, row, until))
  async function* open(until: AbortSignal): AsyncGenerator<{ type: string }> {
    for await (const event of events(until)) yield* toEvents(event)
  }
  return streamRun(runtime, { row, reader, signal, locale, headers, open })
}

export type StreamRunOptions = Omit<StreamMediaOptions, 'toEvents'> & { open(until: AbortSignal): AsyncGenerator<{ type: string }> }

/** Responds with events that are named by their type. A failure is the last event. */
export function streamRun(runtime: Runtime, { row, reader, signal, locale, headers, open }: StreamRunOptions): Response {
  const response = streamBlocks({
    until: signal,
    async *open(until) {
      for await (const event of open(until)) yield `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
    },
    lastBlock: (error) => `event: error\ndata: ${JSON.stringify(failureOf(runtime, { error, locale, id: row.id }))}\n\n`,
    onEnd: (hungUp) => (hungUp ? reader.leave() : reader.end()),
  })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** Returns the body of an error that ends a stream. */
function failureOf({ logger }: Runtime, { error, locale, id }: { error: unknown; locale: Locale; id: string }): object {
  const { failure, errorId } = toFailure(logger, error, id)
  return (failure instanceof RunFailed ? answerRunFailed(failure, locale) : answerProblem(failure, locale, errorId)).body
}

/** Yields the previews of a run, which are not stored, and its end. Throws `RunFailed`. */
async function* mediaEvents(runtime: Runtime, run: GenerationRow, until: AbortSignal): AsyncGenerator<MediaEvent, undefined> {
  const { db, hub } = runtime
  const { id, userId } = run
  const over = new AbortController()
  using wait = watchWait(runtime, run)
  const previews: string[] = []
  let wake = Promise.withResolvers<void>()
  const unsubscribe = hub.subscribeToPreviews(userId, ({ generationId, preview }) => {
    if (generationId !== id) return
    previews.push(preview)
    wake.resolve()
  })
  const rows = followGeneration(db, { hub, id, signal: AbortSignal.any([until, wait.signal, over.signal]) })
  try {
    for (let next = rows.next(); ;) {
      const read = await Promise.race([next, wake.promise])
      wake = Promise.withResolvers<void>()
      const row = read?.done === false ? read.value : undefined
      if (row) wait.saw(row)
      if (row?.finishedAt) {
        if (row.status !== 'succeeded') throw await readFailure(db, row)
        yield { type: 'end', row }
        return undefined
      }
      if (read?.done) throw new RunFailed('internal')
      if (read) next = rows.next()
      // A failure is thrown when the row is awaited.
      next.catch(() => undefined)
      for (const preview of previews.splice(0)) yield { type: 'preview', preview }
    }
  } finally {
    unsubscribe()
    over.abort()
  }
}

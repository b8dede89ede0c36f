import { config } from '#config'
import { purgeUnstored } from '../../core/library/works/purge-unstored.ts'
import { storedOf } from '../../core/making/generations/program-turns.ts'
import { streamBlocks } from '../answers/event-stream.ts'
import { keepFiles } from '../openai/openai-files.ts'
import { findModel, start, waitFor } from '../openai/openai-runs.ts'
import { openAnswer } from './answer-events.ts'
import { toFailure } from './first-seconds.ts'
import type { AnswerWriter, Protocol, TextRequest, TextRun } from './protocol.ts'
import { answerImages } from './result-files.ts'

const limitMs = config.generations.textWaitSeconds * 1_000

/** Answers a request for a text: reads it, starts a run from its turns, then waits for the answer or streams it. */
export async function answerText<Body extends { model: string }, Answer>(
  request: TextRequest<Body>,
  protocol: Protocol<Body, Answer>,
): Promise<Answer | Response> {
  const { runtime, input, locale, caller, context } = request
  const { body } = input
  const { conversation: param } = protocol
  const model = await findModel(runtime, body.model, 'text')
  const { asked, options, ignored, turns: sent, before } = await protocol.read(request, model)
  // A model that only takes prompts gets the last one.
  const heard = model.can ? sent : sent.filter(({ role }) => role === 'user').slice(-1)
  const kept = await keepFiles(runtime, heard, { userId: caller.accountId, locale, model, param })
  const turns = [...(before?.turns ?? []), ...kept]
  const { prompt, inputs } = storedOf(turns)
  const unheard = model.can || sent.length === 1 ? ignored : [param, ...ignored]
  const started = await start(request, { model: model.id, prompt, options, inputs }, model.can && { turns, asked, before })
  const { row } = started
  const run: TextRun<Body> = { body, row, turns, asked, keys: runtime.keys, imagesOf: (ended) => answerImages(request, ended) }
  const forget = async () => {
    if (asked.noted?.store === false) await purgeUnstored(runtime.db, { queue: runtime.queue, userId: row.userId, id: row.id })
  }
  if (protocol.isStream(body)) {
    const response = await streamText(request, started, { writer: protocol.stream(run), forget })
    if (unheard.length > 0) response.headers.set('x-ignored-parameters', unheard.join(', '))
    return response
  }
  try {
    const ended = await waitFor(request, started, { limitMs })
    if (unheard.length > 0) context.header('x-ignored-parameters', unheard.join(', '))
    return await protocol.answer(run, ended)
  } finally {
    await forget()
  }
}

type StreamTextOptions = { writer: AnswerWriter; forget(): Promise<void> }

/** Streams an answer. A failure of the first seconds is thrown; a later one is the last block. */
async function streamText(
  { runtime, locale }: Pick<TextRequest<unknown>, 'runtime' | 'locale'>,
  { row, reader, signal }: Awaited<ReturnType<typeof start>>,
  { writer, forget }: StreamTextOptions,
): Promise<Response> {
  const answer = await openAnswer(runtime, { row, reader, signal, limitMs })

  return streamBlocks({
    // The caller may read no further after `StreamEnded`, while the run continues.
    until: signal,
    open: (until) => writer.blocks(answer.events(until)),
    lastBlock(error) {
      const { failure, errorId } = toFailure(runtime.logger, error, row.id)
      return writer.failure(failure, locale, errorId)
    },
    async onEnd(hungUp) {
      await (hungUp ? reader.leave() : reader.end())
      await forget()
    },
  })
}

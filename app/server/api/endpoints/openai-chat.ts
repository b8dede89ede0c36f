import { completeChatCall } from '#app/contract/runs/openai.calls.ts'
import { config } from '#config'
import { storedOf } from '../../core/making/generations/program-turns.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import { endpoint } from '../endpoint.ts'
import { keepFiles } from '../openai-files.ts'
import { findModel, start, waitFor } from '../openai-runs.ts'
import { streamChat } from '../openai-stream.ts'
import { countUsage, finishReasonOf, toChatCall } from '../protocols/chat-answer.ts'
import { readAsked } from '../protocols/chat-asked.ts'
import { readMessages } from '../protocols/chat-messages.ts'
import { answerImages, unixTime } from '../protocols/result-files.ts'

const textWaitMs = config.generations.textWaitSeconds * 1_000

export const chatEndpoint = endpoint(completeChatCall, {
  async handle(request) {
    const { runtime, input, locale, caller, context } = request
    const { body } = input
    const model = await findModel(runtime, body.model, 'text')
    const { asked, options, ignored } = readAsked(model, body)
    const sent = readMessages(body.messages, model)
    const turns = await keepFiles(runtime, model.can ? sent : sent.filter(({ role }) => role === 'user').slice(-1), {
      userId: caller.userId,
      locale,
      model,
    })
    const { prompt, inputs } = storedOf(turns)
    // A model that only takes prompts gets the last one.
    const unheard = model.can || sent.length === 1 ? ignored : ['messages', ...ignored]
    const headers: Record<string, string> = unheard.length > 0 ? { 'x-ignored-parameters': unheard.join(', ') } : {}
    const program = model.can && { turns, asked }
    const started = await start(request, { model: model.id, prompt, options, inputs }, program)
    const { row } = started
    const usageOf = (ended: GenerationRow) => countUsage(ended, turns)
    const imagesOf = (ended: GenerationRow) => answerImages(request, ended)
    if (body.stream)
      return streamChat(runtime, {
        locale,
        headers,
        usageOf,
        imagesOf,
        includeUsage: body.stream_options?.include_usage ?? false,
        limitMs: textWaitMs,
        ...started,
      })
    const ended = await waitFor(request, started, { limitMs: textWaitMs })
    const images = await imagesOf(ended)
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    return {
      id: `chatcmpl-${row.id}`,
      object: 'chat.completion' as const,
      created: unixTime(row.createdAt),
      model: row.model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant' as const,
            content: ended.text ?? (ended.calls ? null : ''),
            refusal: null,
            ...(ended.calls && { tool_calls: ended.calls.map(toChatCall) }),
            ...(ended.thinking && { reasoning_content: ended.thinking, reasoning: ended.thinking }),
            ...(images.length > 0 && { images }),
          },
          logprobs: null,
          finish_reason: finishReasonOf(ended),
        },
      ],
      usage: usageOf(ended),
    }
  },
})

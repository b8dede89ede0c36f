import {
  completeChatCall,
  generateImagesCall,
  getOpenaiModelCall,
  listOpenaiModelsCall,
  synthesizeSpeechCall,
} from '#app/contract/runs/openai.calls.ts'
import type { AnswerImage, ChatUsage } from '#app/contract/runs/openai.ts'
import { config } from '#config'
import { findFile } from '../../core/making/files/find-file.ts'
import { mayUse } from '../../core/rules/groups/offer.ts'
import { pausedModels } from '../../core/making/models/model-health.ts'
import { type GenerationRow, toGeneration } from '../../core/making/generations/to-generation.ts'
import { Problem } from '../../core/problem.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import type { Runtime } from '../../runtime.ts'
import { siteUrl } from '../../site-url.ts'
import { type ApiRequest, type Endpoint, endpoint } from '../endpoint.ts'
import type { PersonOrKey } from '../identify.ts'
import { keepFiles } from '../openai-files.ts'
import { chatOptions, imageOptions, readMessages, speechOptions } from '../openai-options.ts'
import { RunFailed } from '../openai-errors.ts'
import { findModel, start, waitFor } from '../openai-runs.ts'
import { streamChat } from '../openai-stream.ts'
import { transcriptionEndpoint } from './openai-transcription.ts'

/** OpenAI's protocol, below `/openai`, with the same models, runs and prices. */

const textWaitMs = config.generations.textWaitSeconds * 1_000

const unixTime = (date: Date) => Math.floor(date.getTime() / 1000)

export const openaiEndpoints: Endpoint[] = [
  endpoint(listOpenaiModelsCall, {
    async handle({ runtime: { db, providers, offers }, caller }) {
      const [models, paused, offer] = await Promise.all([providers.models(), pausedModels(db), offers.of(caller.userId)])
      const usable = models.filter(({ id, unavailable }) => unavailable === null && mayUse(offer, id))
      return { object: 'list' as const, data: usable.map((model) => toListed(model, paused)) }
    },
  }),
  endpoint(getOpenaiModelCall, {
    async handle({ runtime: { db, providers, offers }, caller, input: { params } }) {
      const model = await providers.find(params.model)
      if (!model || !mayUse(await offers.of(caller.userId), model.id))
        throw new Problem('invalid_input', { fields: { model: 'model_unknown' } })
      return toListed(model, await pausedModels(db))
    },
  }),
  endpoint(completeChatCall, {
    async handle(request) {
      const {
        runtime,
        input: { body },
        locale,
      } = request
      const model = await findModel(runtime, body.model, 'text')
      const { last, earlier, system } = readMessages(body.messages)
      const options = chatOptions(model, body, system)
      const files = { userId: request.caller.userId, locale, model }
      const said = model.history ? await keepFiles(runtime, earlier, files) : undefined
      const [asked] = await keepFiles(runtime, [last], files)
      const prompt = last.text
      const started = await start(request, { model: model.id, prompt, options, inputs: asked?.inputs }, said)
      const { row } = started
      const given = { prompt, system: 'system' in options ? system : '', said: said ?? [] }
      const usageOf = (ended: GenerationRow) => countUsage(ended, given)
      const imagesOf = (ended: GenerationRow) => answerImages(request, ended)
      if (body.stream)
        return streamChat(runtime, {
          locale,
          usageOf,
          imagesOf,
          includeUsage: body.stream_options?.include_usage ?? false,
          limitMs: textWaitMs,
          ...started,
        })
      const ended = await waitFor(request, started, { limitMs: textWaitMs })
      const images = await imagesOf(ended)
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
              content: ended.text ?? '',
              refusal: null,
              ...(ended.thinking && { reasoning_content: ended.thinking, reasoning: ended.thinking }),
              ...(images.length > 0 && { images }),
            },
            logprobs: null,
            finish_reason: ended.cut ? ('length' as const) : ('stop' as const),
          },
        ],
        usage: usageOf(ended),
      }
    },
  }),
  endpoint(generateImagesCall, {
    async handle(request) {
      const { runtime, input } = request
      const { body } = input
      const model = await findModel(runtime, body.model, 'image')
      const started = await start(request, { model: model.id, prompt: body.prompt, options: imageOptions(model, body) })
      const ended = await waitFor(request, started)
      const files = await filesOf(request, ended, 'image/')
      const data = await Promise.all(
        files.map(async ({ id, url }) =>
          body.response_format === 'url'
            ? { url: new URL(url, siteUrl(runtime.env)).href }
            : { b64_json: (await readBytes(runtime, id)).toString('base64') },
        ),
      )
      return { created: unixTime(ended.createdAt), data }
    },
  }),
  endpoint(synthesizeSpeechCall, {
    async handle(request) {
      const { runtime, caller, input } = request
      const { body } = input
      const model = await findModel(runtime, body.model, 'audio')
      if (model.task) throw new Problem('invalid_input', { fields: { model: 'model_of_another_kind' } })
      const started = await start(request, { model: model.id, prompt: body.input, options: speechOptions(model, body) })
      const ended = await waitFor(request, started)
      const [sound] = await filesOf(request, ended, 'audio/')
      if (!sound) throw new RunFailed('internal')
      const file = await findFile(runtime.db, { id: sound.id, ownerId: caller.userId })
      return new Response(await runtime.storage.read(file.storageKey, { bytes: file.bytes }), {
        headers: { 'content-type': file.mediaType, 'content-length': String(file.bytes), 'cache-control': 'private, no-store' },
      })
    },
  }),
  transcriptionEndpoint,
]

/** `created` is unknown. */
const toListed = (model: ProviderModel, paused: ReadonlyMap<string, number>) => ({
  id: model.id,
  object: 'model' as const,
  created: 0,
  owned_by: model.provider,
  available: model.unavailable === null && (model.fallback !== undefined || !paused.has(model.id)),
})

type Answering = Pick<ApiRequest<PersonOrKey, unknown>, 'runtime' | 'locale'>

async function filesOf({ runtime: { db, keys, providers }, locale }: Answering, row: GenerationRow, mediaType: string) {
  const { files } = await toGeneration(db, row, { keys, providers, locale })
  return files.filter(({ media_type }) => media_type.startsWith(mediaType))
}

/** Returns the images of an answer as OpenRouter does. */
async function answerImages(answering: Answering, row: GenerationRow): Promise<AnswerImage[]> {
  const files = await filesOf(answering, row, 'image/')
  return Promise.all(
    files.map(async ({ id, media_type }) => {
      const url = `data:${media_type};base64,${(await readBytes(answering.runtime, id)).toString('base64')}`
      return { type: 'image_url' as const, image_url: { url } }
    }),
  )
}

async function readBytes({ db, storage }: Runtime, id: string): Promise<Buffer> {
  const { storageKey, bytes } = await findFile(db, { id, ownerId: null })
  return Buffer.from(await new Response(await storage.read(storageKey, { bytes })).arrayBuffer())
}

/** Estimates tokens from text: a token is about four bytes. */
const estimate = (text: string) => Math.ceil(Buffer.byteLength(text) / 4)

/** Returns the usage that the model's service reports, or an estimate. */
function countUsage(
  { usage, text }: GenerationRow,
  { prompt, system, said }: { prompt: string; system: string; said: readonly { text: string }[] },
): ChatUsage {
  const prompt_tokens = usage?.inputTokens ?? estimate([system, ...said.map((turn) => turn.text), prompt].join('\n'))
  const completion_tokens = usage?.outputTokens ?? estimate(text ?? '')
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

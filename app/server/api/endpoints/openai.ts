import {
  completeChatCall,
  generateImagesCall,
  getOpenaiModelCall,
  listOpenaiModelsCall,
  synthesizeSpeechCall,
} from '#app/contract/calls/openai.ts'
import type { Kind } from '#app/contract/values.ts'
import type { CreateGeneration, GenerationInput, OptionValues } from '#app/contract/generations.ts'
import type { ChatUsage } from '#app/contract/openai.ts'
import { config } from '#config'
import { findFile } from '../../core/files/find-file.ts'
import { createGeneration } from '../../core/generations/create-generation.ts'
import { followGeneration } from '../../core/events/follow-generation.ts'
import { StreamEnded } from '../../core/events/open-streams.ts'
import type { Reader } from '../../core/events/readers.ts'
import { pausedModels } from '../../core/models/model-health.ts'
import { type GenerationRow, toGeneration } from '../../core/generations/to-generation.ts'
import { watchAccess } from '../../core/events/watch-access.ts'
import { Problem } from '../../core/problem.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import type { Runtime } from '../../runtime.ts'
import { siteUrl } from '../../site-url.ts'
import { type ApiRequest, type PersonOrKey, type Endpoint, endpoint } from '../endpoint.ts'
import { keepFiles } from '../openai-files.ts'
import { chatOptions, imageOptions, readMessages, speechOptions } from '../openai-options.ts'
import { RunFailed } from '../openai-errors.ts'
import { streamChat } from '../openai-stream.ts'
import { watchWait, type WatchWaitOptions } from '../watch-wait.ts'

/** OpenAI's protocol, below `/openai`, with the same models, runs and prices. */

const textWaitMs = config.generations.textWaitSeconds * 1_000

const unixTime = (date: Date) => Math.floor(date.getTime() / 1000)

export const openaiEndpoints: Endpoint[] = [
  endpoint(listOpenaiModelsCall, {
    async handle({ runtime: { db, providers } }) {
      const [models, paused] = await Promise.all([providers.models(), pausedModels(db)])
      const usable = models.filter(({ unavailable }) => unavailable === null)
      return { object: 'list' as const, data: usable.map((model) => toListed(model, paused)) }
    },
  }),
  endpoint(getOpenaiModelCall, {
    async handle({ runtime: { db, providers }, input: { params } }) {
      const model = await providers.find(params.model)
      if (!model) throw new Problem('invalid_input', { fields: { model: 'model_unknown' } })
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
      const files = { userId: request.caller.userId, model }
      const said = model.history ? await keepFiles(runtime, earlier, files) : undefined
      const [asked] = await keepFiles(runtime, [last], files)
      const prompt = last.text
      const started = await start(request, { model: model.id, prompt, options, inputs: asked?.inputs }, said)
      const { row } = started
      const given = { prompt, system: 'system' in options ? system : '', said: said ?? [] }
      const usageOf = (ended: GenerationRow) => countUsage(ended, given)
      if (body.stream)
        return streamChat(runtime, {
          locale,
          usageOf,
          includeUsage: body.stream_options?.include_usage ?? false,
          limitMs: textWaitMs,
          ...started,
        })
      const ended = await waitFor(request, started, { limitMs: textWaitMs })
      return {
        id: `chatcmpl-${row.id}`,
        object: 'chat.completion' as const,
        created: unixTime(row.createdAt),
        model: row.model,
        choices: [
          {
            index: 0,
            message: { role: 'assistant' as const, content: ended.text ?? '', refusal: null },
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
      const started = await start(request, { model: model.id, prompt: body.input, options: speechOptions(model, body) })
      const ended = await waitFor(request, started)
      const [sound] = await filesOf(request, ended, 'audio/')
      if (!sound) throw new RunFailed('internal')
      const file = await findFile(runtime.db, { id: sound.id, ownerId: caller.userId })
      return new Response(await runtime.storage.read(file.storageKey), {
        headers: { 'content-type': file.mediaType, 'content-length': String(file.bytes), 'cache-control': 'private, no-store' },
      })
    },
  }),
]

/** `created` is unknown. */
const toListed = (model: ProviderModel, paused: ReadonlyMap<string, number>) => ({
  id: model.id,
  object: 'model' as const,
  created: 0,
  owned_by: model.provider,
  available: model.unavailable === null && (model.fallback !== undefined || !paused.has(model.id)),
})

async function findModel({ providers }: Runtime, id: string, type: Kind): Promise<ProviderModel> {
  const model = await providers.find(id)
  if (!model) throw new Problem('invalid_input', { fields: { model: 'model_unknown' } })
  if (model.type !== type) throw new Problem('invalid_input', { fields: { model: 'model_of_another_kind' } })
  return model
}

type Asking = ApiRequest<PersonOrKey, unknown>
type Run = Pick<CreateGeneration, 'model' | 'prompt'> & { options: OptionValues; inputs?: GenerationInput[] | undefined }

/**
 * Submits the run like any other: quoted, held, queued. A second request with the same key reads the first one's run. `signal` aborts if
 * the client disconnects, or with `StreamEnded` if its key or session ends.
 */
async function start(
  { runtime, caller, idempotencyKey, context: { req } }: Asking,
  { model, prompt, options, inputs = [] }: Run,
  context?: NonNullable<GenerationRow['context']>,
): Promise<{ row: GenerationRow; reader: Reader; signal: AbortSignal }> {
  const { db, queue, providers, readers, hub } = runtime
  const input = { model, prompt, options, inputs }
  const row = await createGeneration(db, { queue, providers, ...caller, input, ...(context && { context }), idempotencyKey })
  // The run was deleted permanently after the first request, so nothing is left to return.
  if (row.purgedAt) throw new Problem('not_found')
  const access = await watchAccess(db, { hub, access: caller, counted: false })
  const reader = await readers.attach(row, { keyed: idempotencyKey !== undefined })
  const end = () => access[Symbol.dispose]()
  return {
    row,
    signal: AbortSignal.any([req.raw.signal, access.signal]),
    reader: {
      end() {
        end()
        reader.end()
      },
      async leave() {
        end()
        await reader.leave()
      },
    },
  }
}

/** Resolves to the finished run; throws `RunFailed`. */
async function waitFor(
  { runtime }: Asking,
  { row: submitted, reader, signal }: Awaited<ReturnType<typeof start>>,
  options?: WatchWaitOptions,
): Promise<GenerationRow> {
  const { userId, id } = submitted
  using wait = watchWait(runtime, submitted, options)
  const until = AbortSignal.any([signal, wait.signal])
  try {
    for await (const row of followGeneration(runtime.db, { hub: runtime.hub, userId, id, signal: until })) {
      wait.saw(row)
      if (row.status === 'succeeded') return row
      if (row.finishedAt) throw new RunFailed(row.errorCode)
    }
  } catch (error) {
    if (error instanceof StreamEnded) throw new Problem('unauthorized', { cause: error })
    if (until.aborted) await reader.leave()
    throw error
  } finally {
    reader.end()
  }
  throw new RunFailed('internal')
}

type Answering = Pick<ApiRequest<PersonOrKey, unknown>, 'runtime' | 'locale'>

async function filesOf({ runtime: { db, keys, providers }, locale }: Answering, row: GenerationRow, mediaType: string) {
  const { files } = await toGeneration(db, row, { keys, providers, locale })
  return files.filter(({ media_type }) => media_type.startsWith(mediaType))
}

async function readBytes({ db, storage }: Runtime, id: string): Promise<Buffer> {
  const { storageKey } = await findFile(db, { id, ownerId: null })
  return Buffer.from(await new Response(await storage.read(storageKey)).arrayBuffer())
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

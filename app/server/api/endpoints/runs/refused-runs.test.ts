import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelsSchema } from '#app/contract/runs/models.ts'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { createApiKey } from '#app/server/core/identity/api-keys/create-api-key.ts'
import { modelFailures, modelHealth } from '#app/server/db/schema/models.ts'
import { parseModelsFile } from '#app/server/providers/models-file/read-models-file.ts'
import { createUser } from '#tests/factories/users.ts'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { openConnectedServer } from '#tests/fixtures/connected-server.ts'
import { gatewayModels } from '#tests/fixtures/gateway-models.ts'
import { serveOnLoopback } from '#tests/fixtures/serve-on-loopback.ts'
import { createApi } from '../../api.ts'

type Said = 'refused' | 'result_refused' | 'too_long' | 'option'
type Shape = {
  /** Bodies are those of `tests/fixtures/refusals`, which names their sources and dates. */
  shape: string
  model: string
  says: Said
  status?: number
  /** The answer that accepts work whose verdict comes later. `MARK` names the shape. */
  started?: object
  body: object
  options?: Record<string, string>
}

const openaiBlocked = (stage: string) => ({
  error: { message: 'Rejected by the safety system.', code: 'moderation_blocked', moderation_details: { moderation_stage: stage } },
})
const shapes: Shape[] = [
  { shape: 'an image of xAI', model: 'xai/grok-imagine-image', says: 'result_refused', body: { data: [{ respect_moderation: false }] } },
  {
    shape: 'a video of xAI',
    model: 'xai/grok-imagine-video',
    says: 'result_refused',
    started: { request_id: 'MARK' },
    body: { status: 'done', model: 'grok-imagine-video', video: { url: null, respect_moderation: false, duration: 8 } },
  },
  {
    shape: 'an image of Gemini',
    model: 'google/gemini-nano-banana-2.1',
    says: 'result_refused',
    body: { candidates: [{ finishReason: 'IMAGE_SAFETY', index: 0 }], usageMetadata: { promptTokenCount: 8 } },
  },
  {
    shape: 'a prompt to Gemini',
    model: 'google/gemini-nano-banana-2.1',
    says: 'refused',
    body: { candidates: [], promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 8 } },
  },
  {
    shape: 'a video of Veo',
    model: 'google/film',
    says: 'result_refused',
    started: { name: 'operations/MARK', done: false },
    body: {
      name: 'operations/MARK',
      done: true,
      response: { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['We could not create your video.'] } },
    },
  },
  {
    shape: 'a prompt to DashScope',
    model: 'alibaba/wan2.6-t2v',
    says: 'refused',
    status: 400,
    body: { code: 'DataInspectionFailed', message: 'Input data may contain inappropriate content.', request_id: 'r' },
  },
  {
    shape: 'a video of DashScope',
    model: 'alibaba/wan2.6-t2v',
    says: 'result_refused',
    started: { output: { task_id: 'MARK', task_status: 'PENDING' }, request_id: 'q' },
    body: {
      output: {
        task_id: 'MARK',
        task_status: 'FAILED',
        code: 'DataInspectionFailed',
        message: 'Output data may contain inappropriate content.',
      },
    },
  },
  {
    shape: 'an image of fal',
    model: 'fal/flux-schnell',
    says: 'result_refused',
    body: { images: [{ url: 'https://fal.media/black.png', width: 64, height: 48, content_type: 'image/png' }], has_nsfw_concepts: [true] },
  },
  { shape: 'a prompt to OpenAI', model: 'openai/gpt-image-2.6-flare', says: 'refused', status: 400, body: openaiBlocked('input') },
  { shape: 'an image of OpenAI', model: 'openai/gpt-image-2.6-flare', says: 'result_refused', status: 400, body: openaiBlocked('output') },
  {
    shape: 'a prompt to Recraft',
    model: 'recraft/recraftv4_1',
    says: 'refused',
    status: 400,
    body: { code: 'prompt_is_improper', message: 'The prompt was blocked by our content filter.' },
  },
  {
    shape: 'a long text to OpenAI',
    model: 'openai/gpt-6-luna',
    says: 'too_long',
    status: 400,
    body: {
      error: {
        message: 'This model’s maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.',
        code: 'context_length_exceeded',
      },
    },
  },
  {
    shape: 'an option of fal',
    model: 'fal/flux-schnell',
    says: 'option',
    status: 422,
    options: { aspect: '16:9' },
    body: { detail: [{ loc: ['body', 'image_size'], msg: 'unexpected value', type: 'value_error' }] },
  },
]

/** The words for each: which was refused, and the remedy. */
const words: Record<Said, { code: string; en: RegExp; ru: RegExp }> = {
  refused: { code: 'refused', en: /request isn’t allowed.*Change the prompt/, ru: /запрос.*Измените/i },
  result_refused: {
    code: 'result_refused',
    en: /held back the result\. Change the prompt or the attached files/,
    ru: /результат.*Измените/i,
  },
  too_long: { code: 'too_long', en: /too long: the model reads at most 8,192 .*Shorten/, ru: /длинн.*8\s192.*Сократите/i },
  option: { code: 'invalid_input', en: /this value of “Aspect ratio”\. Choose another/, ru: /«Формат кадра»\. Выберите друг/ },
}

const markOf = (index: number) => `shape-${index}-`
const models = [...new Set(shapes.map(({ model }) => model))]
const fallbackOf = (model: string) =>
  model === 'openai/gpt-6-luna' ? 'minimax/MiniMax-M3' : /video|film|wan/.test(model) ? 'openai/film' : 'bfl/flux-2-pro'
const modelsFile = parseModelsFile(
  `models:${gatewayModels}
  google/film: { provider: google, model: veo-3.1-generate-preview, type: video, name: Veo, options: { duration: { from: 4, to: 8, step: 2, default: 8 } }, price: { per_second: 1 }, fallback: openai/film }
${models.flatMap((model) => (model === 'google/film' ? [] : [`  ${model}: { fallback: ${fallbackOf(model)} }`])).join('\n')}`,
  'models.yaml',
)

let server: Awaited<ReturnType<typeof startMediaServer>>
let connected: Awaited<ReturnType<typeof openConnectedServer>>
let worker: Awaited<ReturnType<typeof connected.startWorker>>
let http: Awaited<ReturnType<typeof serveOnLoopback>>
beforeAll(async () => {
  server = await startMediaServer(({ method, path, body }) => {
    const index = shapes.findIndex((_, at) => body.includes(markOf(at)) || path.includes(markOf(at)))
    const shape = shapes[index]
    if (!shape) return { status: 401, json: { error: { message: 'no key', code: 'invalid_api_key' } } }
    const isStart = shape.started !== undefined && method === 'POST'
    const json: unknown = JSON.parse(JSON.stringify(isStart ? shape.started : shape.body).replaceAll('MARK', markOf(index)))
    return { status: isStart ? 200 : (shape.status ?? 200), json }
  })
  const key = 'sk-key-1234567890'
  connected = await openConnectedServer({
    url: server.url,
    key,
    modelsFile,
    env: {
      GOOGLE_GENERATIVE_AI_API_KEY: key,
      GOOGLE_GENERATIVE_AI_BASE_URL: `${server.url}/google`,
      ALIBABA_API_KEY: key,
      ALIBABA_BASE_URL: server.url,
      FAL_API_KEY: key,
      FAL_BASE_URL: `${server.url}/fal`,
      RECRAFT_API_TOKEN: key,
      RECRAFT_BASE_URL: `${server.url}/recraft`,
    },
  })
  worker = await connected.startWorker()
  const api = createApi(connected)
  http = await serveOnLoopback((request) => api.fetch(request, { clientAddress: '127.0.0.1' }))
})
afterAll(async () => {
  await worker?.stop()
  await http?.[Symbol.asyncDispose]()
  await connected?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

async function person() {
  const user = await createUser(connected, { tokens: 10_000 })
  const input = { name: 'A program', scopes: ['read' as const, 'generate' as const] }
  const { created } = await createApiKey(connected.db, connected.mailer, { userId: user.id, siteUrl: http.url, input })
  const call = async <S extends v.GenericSchema>(
    schema: S,
    path: string,
    { body, locale = 'en', prefer = '' }: { body?: object; locale?: string; prefer?: string } = {},
  ) => {
    const headers = { authorization: `Bearer ${created.key}`, 'content-type': 'application/json', 'accept-language': locale, prefer }
    const answer = await fetch(`${http.url}/api/v1${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    return v.parse(schema, await answer.json())
  }
  return {
    ...user,
    call,
    /** Runs it to its end, and returns it in both languages. */
    async run(body: object) {
      const en = await call(generationSchema, '/generations', { body, prefer: 'wait=30' })
      return { en, ru: await call(generationSchema, `/generations/${en.id}`, { locale: 'ru' }) }
    },
  }
}

/** Of each shape. All of them together are more than pause a model, if a refusal were a failure. */
const times = repetitions(1, 6)

test('refusals of one person, in every shape and again and again, cost nothing, say what and what to do, pause nothing and reach no fallback', async () => {
  const ann = await person()
  const runsOf = ({ model, options }: Shape, index: number) =>
    Array.from({ length: times }, (_, at) => ann.run({ model, prompt: `${markOf(index)} ${at}`, ...(options && { options }) }))
  const ended = await Promise.all(shapes.map(async (given, index) => ({ ...given, runs: await Promise.all(runsOf(given, index)) })))
  for (const { shape, says, runs } of ended)
    for (const { en, ru } of runs) {
      const { code, ...said } = words[says]
      expect({ shape, status: en.status, charged: en.charged, code: en.error?.code, en: en.error?.detail, ru: ru.error?.detail }).toEqual({
        shape,
        status: 'failed',
        charged: 0,
        code,
        en: expect.stringMatching(said.en),
        ru: expect.stringMatching(said.ru),
      })
    }
  expect(await connected.balanceOf(ann.id)).toEqual({ available: 10_000, held: 0 })
  expect([await connected.db.$count(modelFailures), await connected.db.$count(modelHealth)]).toEqual([0, 0])
  const reached = (service: string) => server.calls.filter(({ path }) => path.startsWith(service))
  const fallbacks = () => [...reached('/bfl/'), ...reached('/openai/videos'), ...reached('/v1/')].map(({ path }) => path)
  expect(fallbacks()).toEqual([])
  const listed = await ann.call(modelsSchema, '/models')
  expect(listed.filter(({ id, available }) => models.includes(id) && !available)).toEqual([])
  // The control: a fault of the key does reach the fallback, and counts.
  await ann.run({ model: 'xai/grok-imagine-image', prompt: 'a lake' })
  expect(fallbacks()).not.toEqual([])
  expect(await connected.db.$count(modelFailures)).toBeGreaterThan(0)
})

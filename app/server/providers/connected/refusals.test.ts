import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { openMediaService, runMedia } from '#tests/fixtures/media-service.ts'
import { generationErrorCodes } from '#app/contract/runs/generation-errors.ts'
import { keyFaults } from '#app/contract/operator/connections.ts'
import { isServiceId } from './open-connected.ts'
import { classifyFailure } from './classify-error.ts'

/** Answers of the services by their sources. With a `task` the answer is successful, and that of a run of such a model. */
const casesSchema = v.array(
  v.object({
    kind: v.string(),
    source: v.pipe(v.string(), v.minLength(5)),
    date: v.pipe(v.string(), v.isoDate()),
    status: v.number(),
    body: v.unknown(),
    code: v.picklist(generationErrorCodes),
    limit: v.optional(v.number()),
    keyFault: v.optional(v.picklist(keyFaults)),
    task: v.optional(v.picklist(['image', 'video'])),
  }),
)
const folder = join(import.meta.dirname, '../../../../tests/fixtures/refusals')
const files = await readdir(folder)
const cases = await Promise.all(
  files.map(async (file) => {
    const service = file.replace('.json', '')
    const read = v.parse(casesSchema, JSON.parse(await readFile(join(folder, file), 'utf8')))
    return read.map((one, index) => ({ ...one, service, name: `${service} ${index + 1}, ${one.kind}` }))
  }),
).then((lists) => lists.flat())

let dir: string
let picture: Buffer
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'refusals-'))
  picture = await makePicture()
})
afterAll(() => rm(dir, { recursive: true }))

test.each(cases.filter(({ task }) => !task))('$name: a failed answer is $code', ({ service, status, body, code, limit, keyFault }) => {
  const error = classifyFailure(service, { status, body: JSON.stringify(body) })
  expect(error).toMatchObject({ code, limit: limit ?? null, ...(keyFault && { keyFault }) })
  expect(error.retryable).toBe(code === 'rate_limited')
})

const models = {
  'alibaba video': ['wan2.6-t2v', { json: { output: { task_id: 'a1', task_status: 'PENDING' }, request_id: 'q' } }],
  'google image': ['gemini-nano-banana-2.1', null],
  'google video': ['veo-3.1-generate-preview', { json: { name: 'operations/g1', done: false } }],
  'xai image': ['grok-imagine-image', null],
  'xai video': ['grok-imagine-video', { json: { request_id: 'x1' } }],
  'fal image': ['fal-ai/flux/schnell', null],
  'bfl image': ['flux-3-image', { json: { id: 'b1', polling_url: 'https://api.bfl.ai/v1/get_result?id=b1' } }],
  'replicate image': ['black-forest-labs/flux-schnell', { json: { id: 'r1', status: 'starting' } }],
  'runway video': ['gen4.5', { json: { id: 'w1' } }],
  'luma video': ['ray-3.2', { json: { id: 'l1', state: 'queued' } }],
  'kling video': ['kling-3.0', { json: { code: 0, message: 'SUCCEED', request_id: 'q', data: { id: 'k1' } } }],
  'ideogram image': ['ideogram-4-5', { json: { generation_id: 'i1' } }],
} as const

async function runOf(service: string, task: string, answer: unknown) {
  const known = Object.entries(models).find(([name]) => name === `${service} ${task}`)?.[1]
  if (!known || !isServiceId(service)) throw new Error(`no model for ${service} ${task}`)
  const [model, started] = known
  await using server = await startMediaServer(({ method, path, origin }) => {
    if (path.startsWith('/files/')) return { headers: { 'content-type': 'image/png' }, bytes: picture }
    if (started && method === 'POST') return started
    return { json: JSON.parse(JSON.stringify(answer).replaceAll('https://files.example', origin)) }
  })
  const result = await runMedia(openMediaService(service, model, { url: server.url, scratchDir: dir }), {
    options: { count: 1 },
  }).result.catch((error: unknown) => error)
  return { result, calls: server.calls.length }
}

test.each(cases.filter(({ task }) => task))(
  '$name: a run ends at once as $code, not as lost or broken',
  async ({ service, task = '', body, code }) => {
    const { result, calls } = await runOf(service, task, body)
    expect(result).toMatchObject({ code, retryable: false })
    expect(calls).toBeLessThanOrEqual(2)
  },
)

test('the results that a service does not refuse are kept', async () => {
  const image = (n: number) => ({ url: `https://files.example/files/${n}.png`, content_type: 'image/png', width: 64, height: 48 })
  const fal = await runOf('fal', 'image', { images: [image(1), image(2)], has_nsfw_concepts: [true, false], prompt: 'a lake' })
  expect(fal.result).toMatchObject({ usage: { images: 1 } })
  const xai = await runOf('xai', 'image', {
    data: [{ b64_json: picture.toString('base64'), respect_moderation: true }, { respect_moderation: false }],
  })
  expect(xai.result).toMatchObject({ usage: { images: 1 } })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { InputRole } from '#app/contract/base/values.ts'
import { readEnv } from '#app/server/env.ts'
import { startWebui } from '#tests/fakes/providers/webui-server.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { runMedia } from '#tests/fixtures/media-service.ts'
import { openConnected } from '../connected/open-connected.ts'
import { openers } from '../openers.ts'
import { noModelsFile } from '../models-file/no-models-file.ts'
import type { RunRequest } from '../provider.ts'

let dir: string
let picture: Buffer
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'a1111-'))
  picture = await makePicture()
  const white = { create: { width: 64, height: 48, channels: 3, background: 'white' } } as const
  await writeFile(join(dir, 'source.png'), picture)
  await writeFile(join(dir, 'mask.png'), await sharp(white).png().toBuffer())
})
afterAll(() => rm(dir, { recursive: true }))

const input = (role: InputRole) => ({ role, mediaType: 'image/png', path: join(dir, `${role}.png`) })
const model = 'a1111/sd_xl_base_1.0'
const options = { aspect: '3:4', resolution: '1024', count: 2, negative: 'fog', steps: 30, cfg: 6.5, strength: 0.4, sampler: 'DPM++ 2M' }

async function open({ kind, others = [] }: { kind?: 'sdnext'; others?: string[] } = {}) {
  const webui = await startWebui({ picture, login: 'ann:s3cret', ...(kind && { kind }) })
  webui.setOthers(others)
  onTestFinished(() => webui[Symbol.asyncDispose]())
  const env = readEnv({ OLLAMA_URL: 'off', A1111_URL: webui.url.replace('//', '//ann:s3cret@') })
  const [provider] = openConnected({ env, openers, modelsFile: noModelsFile, scratchDir: dir })
  if (!provider) throw new Error('nothing is connected')
  onTestFinished(() => provider.close())
  const models = await provider.models()
  const [first] = models
  if (!first) throw new Error('nothing is listed')
  const run = (request: Partial<RunRequest> = {}) => {
    const media = runMedia({ provider, model: { ...first, id: model, via: 'image', model } }, { options, ...request })
    media.result.catch(() => undefined)
    return media
  }
  return { webui, provider, models, run }
}

test('each checkpoint is a model with the server’s samplers, free of charge and one run at a time', async () => {
  const { models, provider } = await open()
  expect(models.map(({ id }) => id)).toEqual([model, 'a1111/anime-v1-5'])
  expect(models.map(({ options: own }) => own.resolution)).toMatchObject([{ default: '1024' }, { default: '512' }])
  expect(models[0]).toMatchObject({
    price: { base: 0, per: null },
    options: { sampler: { enum: ['auto', 'DPM++ 2M', 'Euler a'], default: 'auto' } },
    inputs: [{ role: 'source' }, { role: 'mask' }],
  })
  expect(provider.limits).toEqual({ concurrent: 1, perMinute: null })
})

test('a text becomes images with the chosen settings, and the grid before them is left out', async () => {
  const { webui, run } = await open()
  const { result } = run()
  await webui.draw()
  expect((await result).files).toHaveLength(2)
  expect(webui.drawn).toEqual([
    {
      path: '/sdapi/v1/txt2img',
      body: expect.objectContaining({
        prompt: 'a lake',
        negative_prompt: 'fog',
        width: 896,
        height: 1_152,
        n_iter: 2,
        steps: 30,
        cfg_scale: 6.5,
        sampler_name: 'DPM++ 2M',
        force_task_id: 'quartet-g-1',
        override_settings: { sd_model_checkpoint: 'sd_xl_base_1.0.safetensors [31e35c80fc]' },
      }),
    },
  ])
})

test('a given image is changed in its own shape, and with a mask only where it is white', async () => {
  const { webui, run } = await open()
  const { result } = run({ inputs: [input('source'), input('mask')], options: { ...options, count: 1 } })
  await webui.draw()
  await result
  const body = v.parse(v.looseObject({ init_images: v.tuple([v.string()]), mask: v.string() }), webui.drawn[0]?.body)
  expect(webui.drawn[0]?.path).toBe('/sdapi/v1/img2img')
  expect(body).toMatchObject({ width: 1_152, height: 896, denoising_strength: 0.4, inpainting_fill: 1 })
  const { dominant } = await sharp(Buffer.from(body.mask, 'base64')).stats()
  expect(dominant.r).toBeGreaterThan(240)
})

test('an option that nobody has set is not sent, so that the defaults of the server hold', async () => {
  const { webui, models, run } = await open()
  const untouched = Object.entries(models[0]?.options ?? {}).flatMap(([name, { default: preset }]) =>
    preset === undefined ? [] : [[name, preset] as const],
  )
  const { result } = run({ options: Object.fromEntries(untouched) })
  await webui.draw()
  await result
  for (const name of ['negative_prompt', 'seed', 'steps', 'cfg_scale', 'sampler_name', 'denoising_strength'])
    expect(webui.drawn[0]?.body).not.toHaveProperty(name)
})

test.each(['webui', 'sdnext'] as const)('progress and the unfinished image are shown while %s draws', async (kind) => {
  const { webui, run } = await open(kind === 'sdnext' ? { kind } : {})
  const { result, progress, previewed } = run()
  await previewed
  expect(progress.at(-1)).toBe(0.4)
  await webui.draw()
  await result
})

test('a run behind tasks of others shows its place, and its cancel interrupts none of them', async () => {
  const { webui, provider, run } = await open({ others: ['task(txt2img-a)', 'task(txt2img-b)'] })
  const { result, places, progress, previewed } = run()
  await webui.waiting()
  await expect.poll(() => places.at(-1)).toBe(2)
  expect(progress).toEqual([])
  const canceled = provider.cancel?.({ model, operation: null })
  webui.setOthers(['task(txt2img-b)'])
  await expect.poll(() => places.at(-1)).toBe(1)
  expect(webui.interrupts).toBe(0)
  webui.setOthers([])
  expect(await canceled).toBe('stopped')
  expect(webui.interrupts).toBe(1)
  await previewed
  expect(places.at(-1)).toBeNull()
  await webui.draw()
  await result
})

test('a cancel interrupts the server and counts as confirmed, and a server that is away confirms nothing', async () => {
  const { webui, provider, run } = await open()
  const { result, stop } = run()
  await webui.waiting()
  expect(await provider.cancel?.({ model, operation: null })).toBe('stopped')
  expect(webui.interrupts).toBe(1)
  stop()
  await expect(result).rejects.toThrow()
  webui.setDown()
  expect(await provider.cancel?.({ model, operation: null })).toBe('goes_on')
})

test.each([
  [500, { error: 'OutOfMemoryError', errors: 'CUDA out of memory. UPSTREAM-WORDS' }, 'temporary'],
  [422, { detail: [{ loc: ['body', 'steps'], msg: 'UPSTREAM-WORDS' }] }, 'invalid_input'],
  [404, { detail: 'Sampler not found UPSTREAM-WORDS' }, 'provider_auth'],
])('a failure with status %d has a class of ours and repeats no message', async (status, json, code) => {
  const { webui, run } = await open()
  const { result } = run()
  await webui.fail(status, json)
  const error: unknown = await result.catch((one: unknown) => one)
  expect(error).toMatchObject({ code })
  expect(String(error)).not.toMatch(/UPSTREAM|s3cret|127\.0\.0\.1/)
})

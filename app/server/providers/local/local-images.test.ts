import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeTinyModel } from '#tests/fakes/llama/tiny-model.ts'
import { writeLlamaRuntime } from '#tests/fakes/llama-runtime.ts'
import { makeHungryCutter, makeTinyCutter, writeTinyDiffusion } from '#tests/fakes/tiny-diffusion.ts'
import { linkPictureRuntime } from '#tests/fixtures/picture-runtime.ts'
import { readEnv } from '../../env.ts'
import type { Provider, RunRequest } from '../provider.ts'
import { localProvider } from './local-provider.ts'
import { pathOf } from './model-folder.ts'
import { runtimeFolder } from './runtime.ts'

const drawer = 'lcm-dreamshaper-v7'
let dataDir: string
let provider: Provider
const warnings: object[] = []

const put = async (name: string, content: string | Uint8Array) => writeFile(pathOf(dataDir, { name }), content)
function open(memory: string): Provider {
  const opened = localProvider({
    env: readEnv({ LOCAL_MODELS_THREADS: '1', LOCAL_MODELS_MEMORY_MB: memory }),
    dataDir,
    logger: { warn: (details) => void warnings.push(details) },
  })
  return opened
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'images-'))
  await mkdir(pathOf(dataDir, { name: '' }), { recursive: true })
  await linkPictureRuntime(dataDir)
  await writeLlamaRuntime(runtimeFolder(dataDir))
  await put('tiny.gguf', makeTinyModel())
  await writeTinyDiffusion(pathOf(dataDir, { name: drawer }))
  await put('isnet-general-use.onnx', makeTinyCutter())
  provider = open('8000')
})
afterAll(async () => {
  await provider.close()
  await rm(dataDir, { recursive: true })
})

type Options = Partial<RunRequest> & { signal?: AbortSignal; onProgress?(share: number): void; by?: Provider }

async function run(model: string, { signal = new AbortController().signal, onProgress, by = provider, ...request }: Options = {}) {
  const { files } = await by.run(
    { generationId: 'g-1', model: `local/${model}`, prompt: 'a photo of a cat', options: {}, inputs: [], operation: null, ...request },
    {
      signal,
      onProgress: onProgress ?? (() => undefined),
      onPreview: () => undefined,
      onText: () => undefined,
      handOver: async () => undefined,
      saveOperation: async () => undefined,
    },
  )
  const [file] = files
  if (!file) throw new Error('there is no file')
  return { ...file, bytes: await readFile(file.path) }
}

/** Writes an image of soft waves. */
async function givenImage(width: number, height: number): Promise<RunRequest['inputs']> {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, index) => {
    const [channel, pixel] = [index % 3, Math.floor(index / 3)]
    return 128 + 100 * Math.sin(((pixel % width) + channel * 20) / 17) * Math.cos(Math.floor(pixel / width) / 23)
  })
  const path = join(dataDir, 'given.png')
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path)
  return [{ role: 'source', mediaType: 'image/png', path }]
}

/** Returns the mean difference of two images of the same size in bytes of a channel. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all([one, other].map((image) => sharp(image).removeAlpha().raw().toBuffer()))
  if (!first || !second || first.length !== second.length) throw new Error('the images differ in size')
  return first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length
}

test('models of images are listed at price 0, each with what it can do', async () => {
  const models = await provider.models()
  expect(models.map(({ id, type, task }) => [id, type, task ?? null])).toEqual([
    [`local/${drawer}`, 'image', null],
    ['local/esrgan-slim', 'image', 'enlarge'],
    ['local/isnet', 'image', 'remove_background'],
    ['local/tiny', 'text', null],
  ])
  expect(models.every(({ price }) => price.base === 0 && price.per === null)).toBe(true)
  expect(Object.keys(models[0]?.options ?? {})).toEqual(['aspect', 'steps', 'cfg', 'strength', 'seed'])
})

test('a prompt becomes an image of the chosen shape, step by step, and the same one with the same seed', async () => {
  const shares: number[] = []
  const options = { aspect: '16:9', seed: 5, steps: 4 }
  const drawn = await run(drawer, { options, onProgress: (share) => shares.push(share) })
  expect(drawn).toMatchObject({ mediaType: 'image/png', width: 704, height: 384 })
  expect(shares.map((share) => Math.round(share * 6))).toEqual([1, 2, 3, 4])
  expect((await run(drawer, { options })).bytes.equals(drawn.bytes)).toBe(true)
  for (const change of [{ options: { ...options, seed: 6 } }, { options: { ...options, cfg: 1 } }, { options, prompt: 'a horse on mars' }])
    expect((await run(drawer, change)).bytes.equals(drawn.bytes)).toBe(false)
  expect((await sharp(drawn.bytes).stats()).entropy).toBeGreaterThan(1)
})

test('a given image is changed as much as chosen', async () => {
  const inputs = await givenImage(300, 200)
  const draw = (strength: number) => run(drawer, { inputs, options: { aspect: '1:1', seed: 5, strength } })
  const [little, much] = [await draw(0.1), await draw(1)]
  expect(little).toMatchObject({ width: 512, height: 512 })
  expect(await difference(little.bytes, much.bytes)).toBeGreaterThan(3)
})

test('an image is enlarged with the real weights, without seams', async () => {
  const inputs = await givenImage(300, 140)
  for (const scale of [2, 4]) {
    const enlarged = await run('esrgan-slim', { inputs, options: { scale: String(scale) } })
    expect(enlarged).toMatchObject({ width: 300 * scale, height: 140 * scale })
    const smooth = await sharp(inputs[0]?.path)
      .resize({ width: 300 * scale, kernel: 'cubic' })
      .toBuffer()
    expect(await difference(enlarged.bytes, smooth)).toBeLessThan(4)
    // A seam between tiles is a column that differs from both neighbors more than others do.
    const seam = { left: 128 * scale - 4, top: 0, width: 8, height: 140 * scale }
    const [made, wanted] = await Promise.all([enlarged.bytes, smooth].map((image) => sharp(image).extract(seam).png().toBuffer()))
    expect(await difference(made ?? inputs0, wanted ?? inputs0)).toBeLessThan(5)
  }
})
const inputs0 = new Uint8Array()

test('the background of an image becomes transparent', async () => {
  const path = join(dataDir, 'light-left.png')
  const light = await sharp({ create: { width: 40, height: 60, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  await sharp({ create: { width: 80, height: 60, channels: 3, background: 'black' } })
    .composite([{ input: light, left: 0, top: 0 }])
    .png()
    .toFile(path)
  const { bytes, ...file } = await run('isnet', { inputs: [{ role: 'source', mediaType: 'image/png', path }] })
  expect(file).toMatchObject({ mediaType: 'image/png', width: 80, height: 60 })
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (left: number) => [...data.subarray((30 * 80 + left) * info.channels, (30 * 80 + left + 1) * info.channels)]
  expect([info.channels, at(5), at(75)]).toEqual([4, [255, 255, 255, 255], [0, 0, 0, 0]])
})

test('a file that is no image is refused, and a tool needs one', async () => {
  const path = join(dataDir, 'noise.png')
  await writeFile(path, 'no image')
  await expect(run('esrgan-slim', { inputs: [{ role: 'source', mediaType: 'image/png', path }] })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await expect(run('isnet')).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a cancel returns at once, stops between two steps and leaves the next run alone', async () => {
  const stopping = new AbortController()
  const shares: number[] = []
  const canceled = run(drawer, {
    options: { steps: 8 },
    signal: stopping.signal,
    onProgress(share) {
      shares.push(share)
      stopping.abort()
    },
  })
  await expect(canceled).rejects.toThrow()
  expect(shares).toHaveLength(1)
  expect(await run(drawer)).toMatchObject({ width: 512 })
})

test('a broken file fails its run only, and the message of the runtime goes to the log only', async () => {
  const name = `${drawer}/vae_decoder/model.onnx`
  const sound = await readFile(pathOf(dataDir, { name }))
  onTestFinished(() => put(name, sound))
  // Another model ends the process that has the decoder in memory.
  await run('tiny', { prompt: 'wind', options: { max_output_tokens: 10 } }).catch(() => undefined)
  await put(name, 'broken')
  const error: unknown = await run(drawer).catch((one: unknown) => one)
  expect(error).toMatchObject({ code: 'temporary', retryable: false })
  expect(String(error)).not.toMatch(/onnx|protobuf/i)
  expect(warnings).toContainEqual({ reason: expect.stringMatching(/protobuf/i) })
})

test('a process that grows above the memory limit is ended, and the next run succeeds', async () => {
  const name = 'isnet-general-use.onnx'
  const inputs = await givenImage(64, 64)
  const small = open('1500')
  onTestFinished(() => small.close())
  onTestFinished(() => put(name, makeTinyCutter()))
  await put(name, makeHungryCutter())
  await expect(run('isnet', { by: small, inputs })).rejects.toMatchObject({ code: 'temporary', retryable: true })
  expect(warnings).toContainEqual(expect.objectContaining({ reason: 'it needed more than 1500 MB of memory' }))
  await expect(run(drawer, { by: small })).rejects.toMatchObject({ code: 'provider_auth' })
  expect(await run('esrgan-slim', { by: small, inputs, options: { scale: '2' } })).toMatchObject({ width: 128 })
})

test('a text model and a model of images are never loaded at the same time', async () => {
  const loaded = async () => Number(await readFile(pathOf(dataDir, { name: 'loaded.pid' }), 'utf8'))
  const write = () => run('tiny', { prompt: 'wind', options: { max_output_tokens: 10 } }).catch(() => undefined)
  await write()
  const pid = await loaded()
  expect(process.kill(pid, 0)).toBe(true)
  await run(drawer)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  await write()
  expect(await loaded()).not.toBe(pid)
})

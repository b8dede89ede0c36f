import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTinyModel } from '#tests/fakes/llama/tiny-model.ts'
import { writeLlamaRuntime } from '#tests/fakes/llama-runtime.ts'
import { writeSherpaRuntime } from '#tests/fakes/sherpa-runtime.ts'
import { toWave } from '#tests/fixtures/make-media.ts'
import { readEnv } from '../../env.ts'
import type { Provider, RunRequest } from '../provider.ts'
import { localModels } from './catalogue.ts'
import { localProvider } from './local-provider.ts'
import { pathOf } from './model-folder.ts'
import { isRuntimeInstalled, runtimeFolder } from './runtime.ts'

let dataDir: string
let provider: Provider
const warnings: object[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sound-'))
  await writeLlamaRuntime(runtimeFolder(dataDir))
  const put = async (name: string, content: string | Uint8Array = 'weights') => {
    await mkdir(dirname(pathOf(dataDir, { name })), { recursive: true })
    await writeFile(pathOf(dataDir, { name }), content)
  }
  await put('tiny.gguf', makeTinyModel())
  for (const model of localModels) {
    if (model.id === 'whisper-tiny') for (const { name } of model.files) await put(name)
    if (model.kind !== 'speech' || model.id === 'piper-dmitri') continue
    for (const name of [model.model, 'tokens.txt', 'voices.bin', 'espeak-ng-data/phontab']) await put(`${model.folder}/${name}`)
  }
  provider = localProvider({
    env: readEnv({ LOCAL_MODELS_THREADS: '1' }),
    dataDir,
    logger: { warn: (details) => void warnings.push(details) },
  })
})
afterAll(async () => {
  await provider.close()
  await rm(dataDir, { recursive: true })
})

function run(model: string, request: Partial<RunRequest> = {}, signal = new AbortController().signal) {
  return provider.run(
    { generationId: 'g-1', model: `local/${model}`, prompt: '', options: {}, inputs: [], operation: null, ...request },
    {
      signal,
      onProgress: () => undefined,
      onPreview: () => undefined,
      onText: () => undefined,
      handOver: async () => undefined,
      saveOperation: async () => undefined,
    },
  )
}

/** Writes a recording of tones and silences, in seconds. */
async function record(parts: readonly { tone?: number; silence?: number }[], sampleRate = 44_100): Promise<RunRequest['inputs']> {
  const samples = parts.flatMap(({ tone = 0, silence = 0 }) =>
    Array.from({ length: Math.round((tone + silence) * sampleRate) }, (_, index) => (tone > 0 ? Math.sin(index / 8) * 20_000 : 0)),
  )
  const path = join(dataDir, 'recording.wav')
  await writeFile(path, toWave(samples, sampleRate))
  return [{ role: 'source', mediaType: 'audio/wav', path }]
}

test('speech models are listed once their runtime is in place, at price 0', async () => {
  const ids = async () => (await provider.models()).map(({ id }) => id)
  expect([await ids(), await isRuntimeInstalled(dataDir, 'sound')]).toEqual([['local/tiny'], false])
  await writeSherpaRuntime(runtimeFolder(dataDir, 'sound'))
  expect(await ids()).toEqual(['local/whisper-tiny', 'local/piper-irina', 'local/kokoro-en', 'local/tiny'])
  const models = await provider.models()
  expect(models.every(({ price }) => price.base === 0 && price.per === null)).toBe(true)
  expect(models.find(({ id }) => id === 'local/whisper-tiny')).toMatchObject({
    type: 'audio',
    task: 'transcribe',
    prompt: { maxLength: 0 },
  })
  // Lists of models are made once for as long as they consist of the same objects.
  expect(await provider.models()).toBe(models)
})

test('a recording becomes passages with their times, in the language that is heard or given', async () => {
  const inputs = await record([{ silence: 0.5 }, { tone: 1 }, { silence: 1 }, { tone: 2 }, { silence: 0.3 }])
  const { text, transcript } = await run('whisper-tiny', { inputs, options: { language: 'auto' } })
  expect(text).toMatch(/^1\.\d seconds 2\.\d seconds$/)
  expect(transcript?.language).toBe('ru')
  const times = transcript?.segments.map(({ start_ms: start, end_ms: end }) => [Math.round(start / 100), Math.round(end / 100)])
  expect(times).toEqual([
    [5, 15],
    [25, 45],
  ])
  expect((await run('whisper-tiny', { inputs, options: { language: 'en' } })).transcript?.language).toBe('en')
})

test('a recording longer than the model hears at once is cut, and silence is an empty transcript', async () => {
  const long = await run('whisper-tiny', { inputs: await record([{ tone: 60 }], 16_000), options: {} })
  expect(long.transcript?.segments.map(({ end_ms: end, start_ms: start }) => Math.round((end - start) / 1_000))).toEqual([28, 28, 4])
  expect(await run('whisper-tiny', { inputs: await record([{ silence: 2 }]), options: {} })).toMatchObject({
    text: '',
    transcript: { segments: [] },
  })
})

test('a recording that cannot be decoded is refused', async () => {
  const path = join(dataDir, 'noise.wav')
  await writeFile(path, 'no recording')
  const inputs = [{ role: 'source' as const, mediaType: 'audio/wav', path }]
  await expect(run('whisper-tiny', { inputs })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a voice reads a text into a file that can be played, at the speed that was chosen', async () => {
  const read = async (options: RunRequest['options']) => {
    const { files } = await run('kokoro-en', { prompt: 'Ten letters', options })
    return files[0]
  }
  const file = await read({ voice: 'Bella', speed: 1 })
  expect(file).toMatchObject({ mediaType: 'audio/wav', durationMs: 1_100 })
  expect((await readFile(file?.path ?? '')).subarray(0, 4).toString()).toBe('RIFF')
  expect((await read({ speed: 2 }))?.durationMs).toBe(550)
  expect((await run('piper-irina', { prompt: 'Привет' })).files[0]?.durationMs).toBe(600)
})

test('a crash or an error of the runtime fails its run only, and its message goes to the log only', async () => {
  await expect(run('piper-irina', { prompt: 'crash' })).rejects.toMatchObject({ code: 'temporary', retryable: true })
  const error: unknown = await run('piper-irina', { prompt: 'break' }).catch((one: unknown) => one)
  expect(String(error)).not.toContain('UPSTREAM')
  expect(warnings).toContainEqual({ reason: 'UPSTREAM-WORDS' })
  await expect(run('piper-irina', { prompt: 'silence' })).rejects.toMatchObject({ code: 'temporary' })
  expect((await run('piper-irina', { prompt: 'again' })).files).toHaveLength(1)
})

test('a cancel returns at once, and the next run follows', async () => {
  const stopping = new AbortController()
  const canceled = run('piper-irina', { prompt: 'word. '.repeat(500) }, stopping.signal)
  stopping.abort()
  await expect(canceled).rejects.toThrow()
  expect((await run('piper-irina', { prompt: 'again' })).files).toHaveLength(1)
})

test('a text model and a speech model are never loaded at the same time', async () => {
  const loaded = async () => Number(await readFile(pathOf(dataDir, { name: 'loaded.pid' }), 'utf8'))
  await run('tiny', { prompt: 'wind', options: { max_output_tokens: 10 } })
  const pid = await loaded()
  expect(process.kill(pid, 0)).toBe(true)
  await run('piper-irina', { prompt: 'again' })
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  await run('tiny', { prompt: 'wind', options: { max_output_tokens: 10 } })
  expect(await loaded()).not.toBe(pid)
})

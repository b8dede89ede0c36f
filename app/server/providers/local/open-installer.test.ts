import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeLlamaRuntime } from '#tests/fakes/llama-runtime.ts'
import { type MirrorFault, startMirror } from '#tests/fakes/model-mirror.ts'
import { makeTar } from '#tests/fakes/npm-registry.ts'
import { writeSherpaRuntime } from '#tests/fakes/sherpa-runtime.ts'
import { readEnv } from '../../env.ts'
import { localModels, type LocalModel } from './catalogue.ts'
import { type OpenInstallerOptions, openInstaller } from './open-installer.ts'
import { runtimeFolder } from './runtime.ts'

/** A busy machine takes long to start a process. */
const patience = { timeout: 180_000 }
const content = randomBytes(200_000)
const sha256 = createHash('sha256').update(content).digest('hex')
const modelOf = (id: string): LocalModel => ({
  kind: 'text',
  id,
  name: id,
  licence: 'MIT',
  languages: [],
  memory: 1_000_000,
  contextLength: 512,
  files: [{ name: `${id}.gguf`, source: 'http://127.0.0.1:9/never', bytes: content.byteLength, sha256 }],
})
const [tiny, other] = [modelOf('tiny'), modelOf('other')]
const tinyFile = { name: 'tiny.gguf', source: 'http://127.0.0.1:9/never', sha256 }

type Opening = { pointer?: string; models?: readonly LocalModel[] }

const open = (...faults: MirrorFault[]) => openWith({}, ...faults)
async function openWith({ pointer, models = [tiny, other] }: Opening, ...faults: MirrorFault[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'installer-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await writeLlamaRuntime(runtimeFolder(dataDir))
  const mirror = await startMirror(content, pointer === undefined ? {} : { pointer })
  onTestFinished(() => mirror[Symbol.asyncDispose]())
  mirror.faults.push(...faults)
  function process(options: Partial<OpenInstallerOptions> & { variables?: Record<string, string> } = {}) {
    const { variables, ...rest } = options
    const env = readEnv({ MODELS_MIRROR: mirror.url, ...variables })
    const times = { pauseMs: 1, silenceMs: 30_000, vainAttempts: 2 }
    const installer = openInstaller({ env, dataDir, models, times, beatMs: 5, ...rest })
    onTestFinished(() => installer.close())
    return installer
  }
  const files = async () => (await readdir(join(dataDir, 'models'))).filter((name) => name !== '.installs').toSorted()
  const isAt = (installer: ReturnType<typeof process>, bytes: number) =>
    vi.waitFor(async () => expect((await installer.states()).get('tiny')?.progress?.bytes).toBe(bytes), patience)
  return { dataDir, mirror, process, files, isAt }
}

test('models are installed one after the other, and nothing but their files is left', async () => {
  const { process, files, dataDir } = await open()
  const installer = process()
  await Promise.all([installer.start(tiny), installer.start(other)])
  await installer.idle()
  expect(await files()).toEqual(['other.gguf', 'tiny.gguf'])
  expect((await readFile(join(dataDir, 'models/tiny.gguf'))).equals(content)).toBe(true)
  expect(await readdir(join(dataDir, 'models/.installs'))).toEqual([])
  expect(await installer.states()).toEqual(new Map())
})

test('a process that was killed during a download is continued by the next one', async () => {
  const { dataDir, mirror, process: next, isAt, files } = await open({ cutAfter: 50_000 })
  const script = fileURLToPath(new URL('../../../../tests/fixtures/install-model.ts', import.meta.url))
  const killed = fork(script, [dataDir, mirror.url, JSON.stringify(tiny)], { execArgv: [] })
  onTestFinished(() => void killed.kill('SIGKILL'))
  // A request that nobody works on yet would be taken by the watcher.
  await vi.waitFor(() => expect(mirror.ranges).toHaveLength(1), patience)
  const watcher = next()
  await isAt(watcher, 50_000)
  expect((await watcher.states()).get('tiny')).toMatchObject({ working: true, progress: { step: 'download', total: 200_000 } })
  const gone = once(killed, 'exit')
  killed.kill('SIGKILL')
  await gone
  const restarted = next()
  restarted.resume()
  await vi.waitFor(async () => expect(await files()).toEqual(['tiny.gguf']), patience)
  expect(mirror.ranges).toEqual([undefined, 'bytes=50000-'])
  expect((await readFile(join(dataDir, 'models/tiny.gguf'))).equals(content)).toBe(true)
})

test('a closed process leaves the request to the next one, and a withdrawn request leaves its part', async () => {
  const { mirror, process, files, isAt } = await open({ cutAfter: 50_000 }, { cutAfter: 50_000 })
  const first = process()
  await first.start(tiny)
  await isAt(first, 50_000)
  await first.close()
  const second = process()
  expect((await second.states()).get('tiny')?.requestedAt).not.toBeNull()
  await isAt(second, 100_000)
  await second.close({ forget: true })
  const third = process()
  expect(await third.states()).toEqual(new Map())
  expect(await files()).toEqual([expect.stringMatching(/^tiny\.gguf\..*\.part$/)])
  await third.start(tiny)
  await third.idle()
  expect(mirror.ranges).toEqual([undefined, 'bytes=50000-', 'bytes=100000-'])
})

test('another process sees the download, does not start a second one and cancels it', async () => {
  const { mirror, process, files, isAt } = await open({ cutAfter: 50_000 })
  const [first, second] = [process(), process()]
  await first.start(tiny)
  await isAt(second, 50_000)
  await second.start(tiny)
  await second.start(other)
  expect(await second.remove(tiny)).toBe(false)
  await second.cancel(tiny)
  await first.idle()
  await second.idle()
  expect(await files()).toEqual(['other.gguf'])
  expect(mirror.ranges).toHaveLength(2)
  expect(await first.states()).toEqual(new Map())
})

test('a failure is kept with its reason, and a new start continues the download', async () => {
  const { mirror, process, files } = await open({ status: 404 })
  const installer = process()
  await installer.start(tiny)
  await installer.idle()
  expect((await installer.states()).get('tiny')).toMatchObject({ requestedAt: null, progress: { failure: 'not_found' } })
  await installer.start(tiny)
  await installer.idle()
  expect([await files(), (await installer.states()).size, mirror.ranges.length]).toEqual([['tiny.gguf'], 0, 2])
  expect(await installer.remove(tiny)).toBe(true)
  expect(await files()).toEqual([])
})

/** Puts a folder where the progress is saved, so that saving fails. Returns the state that could not be saved. */
async function blockProgress(dataDir: string) {
  const path = join(dataDir, 'models/.installs/tiny.progress')
  await rm(path)
  await mkdir(path)
  return { unblock: () => rmdir(path), unsaved: () => readFile(`${path}.draft`, 'utf8') }
}

test('progress that cannot be saved for a while is shown again afterwards', async () => {
  const { dataDir, mirror, process, files, isAt } = await open({ cutAfter: 50_000 }, { cutAfter: 50_000 }, { cutAfter: 50_000 })
  const installer = process()
  await installer.start(tiny)
  await isAt(installer, 50_000)
  const { unblock, unsaved } = await blockProgress(dataDir)
  mirror.cut()
  await vi.waitFor(async () => expect(await unsaved()).toContain('"bytes":100000'), patience)
  await unblock()
  mirror.cut()
  await isAt(installer, 150_000)
  mirror.cut()
  await installer.idle()
  expect(await files()).toEqual(['tiny.gguf'])
})

test('a failure that cannot be saved ends the request, so that the download does not start again and again', async () => {
  const { dataDir, mirror, process, isAt } = await open({ cutAfter: 50_000 }, { status: 404 })
  const installer = process()
  await installer.start(tiny)
  await isAt(installer, 50_000)
  await blockProgress(dataDir)
  mirror.cut()
  await installer.idle()
  expect((await installer.states()).get('tiny')).toMatchObject({ requestedAt: null })
  await installer.idle()
  expect(mirror.ranges).toHaveLength(2)
})

test('a model can be requested again right after its cancel', async () => {
  const { process, files, isAt } = await open({ cutAfter: 50_000 })
  const installer = process()
  await installer.start(tiny)
  await isAt(installer, 50_000)
  await installer.cancel(tiny)
  expect(await files()).toEqual([])
  await installer.start(tiny)
  await installer.idle()
  expect(await files()).toEqual(['tiny.gguf'])
})

test('canceling a model that waits for another one deletes its earlier part', async () => {
  const { mirror, process, files, isAt } = await open({ cutAfter: 50_000 }, 'slow')
  const first = process()
  await first.start(tiny)
  await isAt(first, 50_000)
  await first.close({ forget: true })
  const second = process()
  await second.start(other)
  await vi.waitFor(() => expect(mirror.ranges).toHaveLength(2), patience)
  await second.start(tiny)
  await second.cancel(tiny)
  expect(await files()).toEqual([expect.stringMatching(/^other\.gguf\..*\.part$/)])
  mirror.release()
  await second.idle()
  expect(await files()).toEqual(['other.gguf'])
})

test('a file put in place by hand is verified, and kept if it is wrong', async () => {
  const { dataDir, process, files } = await open()
  const installer = process()
  await installer.start(other)
  await installer.idle()
  await writeFile(join(dataDir, 'models/tiny.gguf'), 'something else')
  await installer.start(tiny)
  await installer.idle()
  expect((await installer.states()).get('tiny')).toMatchObject({ progress: { failure: 'wrong_file' } })
  expect(await files()).toContain('tiny.gguf')
})

test('a model above the memory limit is refused before anything is downloaded', async () => {
  const { mirror, process } = await open()
  const installer = process({ variables: { LOCAL_MODELS_MEMORY_MB: '100' } })
  await expect(installer.start({ ...tiny, memory: 200e6 })).rejects.toMatchObject({ reason: 'not_enough_memory' })
  await expect(installer.start({ ...tiny, files: [{ ...tinyFile, bytes: 1e15 }] })).rejects.toMatchObject({ reason: 'disk_full' })
  expect([mirror.ranges, await installer.states()]).toEqual([[], new Map()])
})

test('the lock of a process of another machine is taken over once its heartbeat is old', async () => {
  const { dataDir, process, files } = await open()
  const first = process()
  await first.start(other)
  await first.idle()
  await writeFile(join(dataDir, 'models/.installs/lock'), JSON.stringify({ host: 'another-machine', pid: 1, token: 'a' }))
  const waiting = process()
  await waiting.start(tiny)
  await waiting.idle()
  expect(await files()).toEqual(['other.gguf'])
  const later = process({ staleMs: 0 })
  later.resume()
  await vi.waitFor(async () => expect(await files()).toEqual(['other.gguf', 'tiny.gguf']), patience)
})

test('the archive of a voice is unpacked, and a shared file stays as long as a model needs it', async () => {
  const { dataDir, files } = await open()
  await writeSherpaRuntime(runtimeFolder(dataDir, 'sound'))
  const archive = makeTar([
    { name: './voice/model.onnx', text: 'weights' },
    { name: './voice/espeak-ng-data/phontab', text: 'sounds' },
  ])
  const known = localModels.filter(({ id }) => ['piper-irina', 'whisper-tiny', 'whisper-base'].includes(id))
  const own = known.map((model): LocalModel => ({
    ...model,
    files: model.files.map((file) => ({
      ...file,
      bytes: archive.byteLength,
      sha256: createHash('sha256').update(archive).digest('hex'),
    })),
  }))
  await using mirror = await startMirror(archive)
  const installer = openInstaller({ env: readEnv({ MODELS_MIRROR: mirror.url }), dataDir, models: own })
  for (const model of own) await installer.start(model)
  await installer.idle()
  expect(await files()).toEqual(['piper-irina', 'silero_vad.onnx', 'whisper-base', 'whisper-tiny'])
  expect(await readFile(join(dataDir, 'models/piper-irina/espeak-ng-data/phontab'), 'utf8')).toBe('sounds')
  const [tinyWhisper, base, voice] = ['whisper-tiny', 'whisper-base', 'piper-irina'].map((id) => own.find((one) => one.id === id))
  if (!tinyWhisper || !base || !voice) throw new Error('a model is missing')
  await installer.remove(tinyWhisper)
  await installer.remove(voice)
  expect(await files()).toEqual(expect.arrayContaining(['silero_vad.onnx', 'whisper-base']))
  await installer.remove(base)
  expect((await files()).filter((name) => name.includes('.'))).toEqual([])
})

describe('checksums that are not pinned', () => {
  const pointerOf = (hash: string, size = content.byteLength) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${hash}\nsize ${size}\n`
  const unpinned = (pinned: string | null = null): LocalModel => ({
    ...modelOf('drawer'),
    // The publisher shows a rounded size.
    files: [
      {
        name: 'drawer/unet/model.onnx',
        mirrorName: 'drawer.onnx',
        source: '',
        bytes: 100,
        sha256: pinned,
        pointer: 'http://127.0.0.1:9/raw',
      },
    ],
  })
  const failureOf = async (installer: ReturnType<typeof openInstaller>) => (await installer.states()).get('drawer')?.progress?.failure

  test('a file is verified against the pointer of its publisher, whose size counts, and continues where it stopped', async () => {
    const model = unpinned()
    const { process, mirror, dataDir } = await openWith({ pointer: pointerOf(sha256), models: [model] }, { cutAfter: 50_000 })
    const first = process()
    await first.start(model)
    await vi.waitFor(async () => expect((await first.states()).get('drawer')?.progress?.bytes).toBe(50_000), patience)
    await first.close()
    const second = process()
    await second.start(model)
    await second.idle()
    expect(mirror.ranges).toEqual([undefined, 'bytes=50000-'])
    expect((await readFile(join(dataDir, 'models/drawer/unet/model.onnx'))).equals(content)).toBe(true)
  })

  test('a canceled file leaves nothing', async () => {
    const model = unpinned()
    const { process, dataDir } = await openWith({ pointer: pointerOf(sha256), models: [model] }, { cutAfter: 50_000 })
    const installer = process()
    await installer.start(model)
    await vi.waitFor(async () => expect((await installer.states()).get('drawer')?.progress?.bytes).toBe(50_000), patience)
    await installer.cancel(model)
    await installer.idle()
    expect(await readdir(join(dataDir, 'models/drawer/unet'))).toEqual([])
  })

  test.each([
    ['that its pointer does not name', pointerOf('0'.repeat(64)), null, 'wrong_checksum'],
    ['with another pointer than the pinned one', pointerOf('0'.repeat(64)), sha256, 'wrong_checksum'],
    ['without a checksum in its pointer', '<html>', null, 'not_found'],
    ['without a pointer', undefined, null, 'not_found'],
  ])('a file %s is not installed', async (_, pointer, pinned, failure) => {
    const model = unpinned(pinned)
    const { process, dataDir } = await openWith({ ...(pointer !== undefined && { pointer }), models: [model] })
    const installer = process()
    await installer.start(model)
    await installer.idle()
    expect(await failureOf(installer)).toBe(failure)
    await expect(readFile(join(dataDir, 'models/drawer/unet/model.onnx'))).rejects.toThrow('ENOENT')
  })
})

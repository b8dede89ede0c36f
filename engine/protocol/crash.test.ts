import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EngineSettings, openEngine } from './open-engine.ts'
import { EngineError } from './engine.ts'
import { makeEndlessFilm, makeFilm } from '../../tests/fixtures/make-media.ts'
import type { Engine, EngineResult } from './engine.ts'
import { type EngineJob, engineOptions } from './options.ts'

const article = `The city council approved a plan on Tuesday to expand the bicycle network. The plan adds 120 kilometres of lanes and repairs
existing paths. Council members said that protected lanes reduce injuries. Some shop owners worry that the lanes will remove parking.`

const film: EngineJob = {
  model: 'sketch-video',
  prompt: 'waves on the sea at sunset',
  options: v.parse(engineOptions['sketch-video'], {
    aspect: '1:1',
    resolution: '480p',
    fps: '24',
    duration: 2,
    camera: 'pan',
    sound: 'none',
    seed: 1,
  }),
  inputs: [],
}
const song: EngineJob = {
  model: 'sketch-music',
  prompt: 'calm piano',
  options: { duration: 20, genre: 'auto', tempo: 0, key: 'auto', loop: false, format: 'wav', embed_prompt: true, seed: 1 },
  inputs: [],
}
const summary: EngineJob = { model: 'sketch-text', prompt: article, options: { task: 'summary', length: 'short' }, inputs: [] }

let folder: string
let engine: Engine
let children: number[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-crash-'))
  children = []
  engine = open()
})
afterEach(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

function open(settings: Partial<EngineSettings> = {}): Engine {
  return openEngine({
    ...settings,
    scratchDir: join(folder, 'scratch'),
    // On a busy machine a second try outlasts the idle timeout of the first process.
    idleTimeoutMs: 0,
    logger: {
      info(details) {
        if ('pid' in details && typeof details.pid === 'number') children.push(details.pid)
      },
      warn: () => {},
    },
  })
}

type Watched = { progress: number[]; text: string; onProgress(value: number): void }

function run(job: EngineJob, watched: Partial<Watched> = {}, signal = new AbortController().signal): Promise<EngineResult> {
  return engine.run(job, {
    signal,
    onProgress(value) {
      watched.progress?.push(value)
      watched.onProgress?.(value)
    },
    onText(delta) {
      if (watched.text !== undefined) watched.text += delta
    },
  })
}

/** Kills the child of this number, counted from 0, once a job has reached this progress in it. */
function killAt(child: number, from: number): (progress: number) => void {
  let done = false
  return (progress) => {
    const pid = children[child]
    if (done || progress < from || pid === undefined || children.length !== child + 1) return
    done = true
    process.kill(pid, 'SIGKILL')
  }
}

async function bytesOf(result: EngineResult): Promise<Buffer> {
  const [file] = result.files
  if (!file) throw new Error('expected a file')
  return readFile(file.path)
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a job whose process is killed runs again and gives the same bytes', async () => {
  const undisturbed = await bytesOf(await run(song))
  const progress: number[] = []
  const result = await run(song, { progress, onProgress: killAt(0, 0.3) })
  expect(children).toHaveLength(2)
  expect((await bytesOf(result)).equals(undisturbed)).toBe(true)
  expect(
    progress.toSorted((a, b) => a - b),
    'progress never goes back',
  ).toEqual(progress)
  expect(progress.at(-1)).toBe(1)
})

test('a job that loses its process twice ends as crashed and leaves no files, and the next job succeeds', async () => {
  const [first, second] = [killAt(0, 0.1), killAt(1, 0.2)]
  const onProgress = (value: number) => {
    first(value)
    second(value)
  }
  const failure = await failureOf(run(film, { onProgress }))
  expect(failure).toBeInstanceOf(EngineError)
  expect(failure).toMatchObject({ class: 'crashed' })
  expect(children).toHaveLength(2)
  expect(await readdir(join(folder, 'scratch'), { recursive: true })).toEqual(['apart'])
  expect((await run(summary)).text).not.toBe('')
})

test('a job runs alone in another process after a crash, so that a job which kills every process cannot end it', async () => {
  const others: Promise<unknown>[] = []
  const onProgress = (value: number) => {
    if (value < 0.1 || others.length > 0) return
    const [pid] = children
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    // It runs next to the second try of the first and loses its process too.
    others.push(failureOf(run({ ...song, prompt: 'techno' }, { onProgress: killAt(2, 0.05) })))
  }
  expect((await run(film, { onProgress })).files).toHaveLength(1)
  await Promise.all(others)
  // Three processes start, and a film is rendered up to three times.
}, 120_000)

test('a job next to one whose process is killed still succeeds', { tags: 'full' }, async () => {
  const onProgress = killAt(0, 0.1)
  const [first, other] = await Promise.all([run(song, { onProgress }), run({ ...song, prompt: 'techno' })])
  expect(children).toHaveLength(2)
  expect((await bytesOf(first)).length).toBeGreaterThan(10_000)
  expect((await bytesOf(other)).length).toBeGreaterThan(10_000)
})

test('a cancel between two attempts prevents the second', async () => {
  const abort = new AbortController()
  const progress: number[] = []
  const kill = killAt(0, 0.05)
  const work = failureOf(
    run(
      film,
      {
        onProgress(value) {
          progress.push(value)
          kill(value)
          if (value >= 0.05) abort.abort()
        },
      },
      abort.signal,
    ),
  )
  expect(await work).toMatchObject({ class: 'canceled' })
  // No second process was started, and the job made no further progress.
  expect(children).toHaveLength(1)
  expect(progress.at(-1)).toBeLessThan(1)
})

test('a render thread that ends does not end its process, and its job runs again', async () => {
  const marker = join(folder, 'thrown')
  const preload = join(folder, 'preload.mjs')
  // The first render thread ends itself in the middle of its work, like one that runs out of memory.
  await writeFile(
    preload,
    `import { existsSync, writeFileSync } from 'node:fs'
     import { isMainThread, MessagePort } from 'node:worker_threads'
     if (!isMainThread && !existsSync(${JSON.stringify(marker)})) {
       const { postMessage } = MessagePort.prototype
       MessagePort.prototype.postMessage = function (message, ...rest) {
         if (message?.type === 'progress' && message.progress > 0.2) {
           writeFileSync(${JSON.stringify(marker)}, '')
           process.exit(9)
         }
         postMessage.call(this, message, ...rest)
       }
     }`,
  )
  const before = process.env.NODE_OPTIONS
  process.env.NODE_OPTIONS = `--import ${preload}`
  try {
    const result = await run(film)
    expect((await readFile(marker)).length).toBe(0)
    expect((await bytesOf(result)).length).toBeGreaterThan(10_000)
    expect(children).toHaveLength(2)
    expect(
      children.every((pid) => process.kill(pid, 0)),
      'both processes still run',
    ).toBe(true)
  } finally {
    if (before === undefined) delete process.env.NODE_OPTIONS
    else process.env.NODE_OPTIONS = before
  }
})

test('a film that its parser never ends to read ends its own job, and the jobs beside and after it succeed', async () => {
  await engine.close()
  engine = open({ stuckMs: 4_000, threads: 2 })
  const [endless, whole] = [join(folder, 'endless.webm'), join(folder, 'whole.mp4')]
  await writeFile(endless, await makeEndlessFilm())
  await writeFile(whole, await makeFilm())
  const joined = (path: string): EngineJob => ({
    model: 'sketch-join',
    prompt: '',
    options: { transition: 'cut', fade: 0.2, sound: true },
    inputs: [
      { role: 'source', path: whole, mediaType: 'video/mp4' },
      { role: 'source', path, mediaType: 'video/webm' },
    ],
  })
  const beside = run(song)
  expect(await failureOf(run(joined(endless)))).toMatchObject({ class: 'invalid_input' })
  expect((await beside).files).toHaveLength(1)
  const [first, second] = await Promise.all([run(joined(whole)), run(summary)])
  expect(first.files[0]?.mediaType).toBe('video/mp4')
  expect(second.text).toMatch(/\w/)
  expect(children).toHaveLength(1)
})

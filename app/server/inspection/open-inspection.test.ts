import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEndlessFilm, makeFilm, makePicture } from '#tests/fixtures/make-media.ts'
import { type Inspection, openInspection } from './open-inspection.ts'
import { type DamagedFile, openLane } from './open-lane.ts'

let dir: string
const path = (name: 'picture.png' | 'film.mp4' | 'endless.webm' | 'words.txt') => join(dir, name)
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inspection-'))
  await writeFile(path('picture.png'), await makePicture())
  await writeFile(path('film.mp4'), await makeFilm())
  await writeFile(path('endless.webm'), await makeEndlessFilm())
  await writeFile(path('words.txt'), 'words')
})
afterAll(() => rm(dir, { recursive: true }))

type Options = Parameters<typeof openInspection>[0]
const opened: Inspection[] = []
function open(options?: Options) {
  const damaged: DamagedFile[] = []
  const inspection = openInspection({ ...options, onDamaged: (file) => damaged.push(file) })
  opened.push(inspection)
  return { ...inspection, damaged }
}
afterAll(() => opened.forEach((inspection) => inspection.close()))

const size = { width: 64, height: 48 }
/** Enough for any file of these tests, also on a busy machine, because it counts processor time. */
const short = { quick: { stuckMs: 1_000 } }

test('a file that hangs its parser is refused, and the files next to it are inspected', async () => {
  const { run, damaged } = open({ limits: short })
  const [hung, ...others] = await Promise.allSettled([
    run('measureMedia', { path: path('endless.webm') }, { userId: 'eve' }),
    ...Array.from({ length: 8 }, (_, index) => run('measureMedia', { path: path('film.mp4') }, { userId: `person ${index}` })),
  ])
  expect(hung).toMatchObject({ status: 'rejected', reason: { name: 'InspectionError', reason: 'damaged' } })
  for (const other of others) expect(other).toMatchObject({ status: 'fulfilled', value: { video: size, seconds: 0.5 } })
  expect(damaged).toMatchObject([{ task: 'measureMedia', reason: 'it blocked its thread' }])
})

test('a file that takes too much memory is refused', async () => {
  const { run, damaged } = open({ limits: { quick: { memory: 1 } } })
  await expect(run('measureMedia', { path: path('endless.webm') })).rejects.toMatchObject({ reason: 'damaged' })
  expect(damaged).toMatchObject([{ reason: 'it took too much memory' }])
})

test('a file that takes too much processor time, or too long, is refused', async () => {
  for (const [limits, reason] of [
    [{ cpuMs: 300 }, 'it took too much processor time'],
    [{ wallMs: 300 }, 'it took too long'],
  ] as const) {
    const { run, damaged } = open({ limits: { quick: { stuckMs: 60_000, ...limits } } })
    await expect(run('measureMedia', { path: path('endless.webm') })).rejects.toMatchObject({ reason: 'damaged' })
    expect(damaged).toMatchObject([{ reason }])
  }
})

test('a file that a parser refuses is unreadable, and its process takes the next one', async () => {
  const { run, damaged } = open()
  await expect(run('measurePicture', { file: path('words.txt') })).rejects.toMatchObject({ reason: 'unreadable' })
  expect(await run('measurePicture', { file: path('picture.png') })).toEqual({ ...size, frames: 1 })
  expect(damaged).toEqual([])
})

test('an answer that is not as expected ends its process, and the file counts as damaged', async () => {
  const limits = {
    processes: 1,
    spare: 0,
    cpuMs: 60_000,
    wallMs: 60_000,
    stuckMs: 60_000,
    memory: 2 ** 40,
    yieldsAfterMs: 60_000,
    idleMs: 60_000,
  }
  const damaged: DamagedFile[] = []
  const lane = openLane(limits, (file) => damaged.push(file))
  const work = { task: 'readText', job: { path: path('words.txt'), to: `${path('words.txt')}.clean`, locale: 'en' } } as const
  const refuse = () => {
    throw new Error('not the answer of this task')
  }
  await expect(lane.run({ ...work, parse: refuse }, {})).rejects.toMatchObject({ reason: 'damaged' })
  expect(await lane.run({ ...work, parse: (answer) => answer }, {})).toEqual({ isConverted: false })
  expect(damaged).toMatchObject([{ task: 'readText', reason: 'its answer was not as expected' }])
  lane.close()
})

test('a file may be given as bytes', async () => {
  const { run } = open()
  expect(await run('measurePicture', { file: await makePicture() })).toEqual({ ...size, frames: 1 })
})

test('a canceled task ends at once and is no damaged file', async () => {
  const { run, damaged } = open()
  const cancel = new AbortController()
  const running = run('measureMedia', { path: path('endless.webm') }, { signal: cancel.signal })
  cancel.abort(new Error('no longer needed'))
  await expect(running).rejects.toThrow('no longer needed')
  await expect(run('measureMedia', { path: path('film.mp4') }, { signal: cancel.signal })).rejects.toThrow('no longer needed')
  expect(damaged).toEqual([])
})

test('a closed inspection says nothing about a file', async () => {
  const { run, close } = open()
  const running = run('measureMedia', { path: path('endless.webm') })
  close()
  await expect(running).rejects.toMatchObject({ reason: 'unavailable' })
  await expect(run('measureMedia', { path: path('film.mp4') })).rejects.toMatchObject({ reason: 'unavailable' })
})

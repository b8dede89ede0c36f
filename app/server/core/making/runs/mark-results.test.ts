import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputRole } from '#app/contract/base/values.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import type { RunInput } from '#app/server/providers/kinds.ts'
import { readMark } from '../marks/mark-file.ts'
import { keepMarks, markResults } from './mark-results.ts'

let dir: string
let photo: Omit<RunInput, 'role'>
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mark-results-'))
  photo = { path: join(dir, 'photo.png'), mediaType: 'image/png' }
  await writeFile(photo.path, await makePicture())
})
afterAll(() => rm(dir, { recursive: true }))

let made = 0
/** Marks a result made from these inputs. */
async function result(...inputs: RunInput[]) {
  made += 1
  const file = { path: join(dir, `result-${made}.png`), mediaType: 'image/png', width: 64, height: 48, durationMs: null, peaks: null }
  await writeFile(file.path, await makePicture())
  await markResults([{ ...file, poster: null, thumbnail: null }], { inputs, log: pino({ level: 'silent' }) })
  return { path: file.path, mediaType: file.mediaType, mark: await readMark(file) }
}
const as = (role: InputRole, file: Omit<RunInput, 'role'> = photo): RunInput => ({ ...file, role })

test('a result made from a prompt, a reference or a text is made by AI alone', async () => {
  const text = { path: photo.path, mediaType: 'text/plain' }
  for (const inputs of [[], [as('reference')], [as('mask')], [as('source', text)]]) {
    expect((await result(...inputs)).mark).toBe('trainedAlgorithmicMedia')
  }
})

test('a result that shows a picture of the person is a composite', async () => {
  for (const role of ['source', 'first_frame', 'last_frame'] as const) {
    expect((await result(as('reference'), as(role))).mark).toBe('compositeWithTrainedAlgorithmicMedia')
  }
})

test('a result that shows an earlier result has the mark of that one', async () => {
  const [drawn, edited] = [await result(), await result(as('source'))]
  expect((await result(as('source', drawn), as('mask'))).mark).toBe('trainedAlgorithmicMedia')
  expect((await result(as('source', edited))).mark).toBe('compositeWithTrainedAlgorithmicMedia')
})

test('a result that cannot be marked is left as it is', async () => {
  const file = { path: join(dir, 'sound.aac'), mediaType: 'audio/aac', width: null, height: null, durationMs: 1, peaks: null }
  await markResults([{ ...file, poster: null, thumbnail: null }], { inputs: [], log: pino({ level: 'silent' }) })
})

test('joined files are a composite if AI made any of them, and are not marked otherwise', async () => {
  const joined = async (...inputs: RunInput[]) => {
    made += 1
    const file = { path: join(dir, `joined-${made}.png`), mediaType: 'image/png', width: 64, height: 48, durationMs: null, peaks: null }
    await writeFile(file.path, await makePicture())
    await keepMarks([{ ...file, poster: null, thumbnail: null }], { inputs, log: pino({ level: 'silent' }) })
    return readMark(file)
  }
  expect(await joined(as('source'), as('source'))).toBeNull()
  expect(await joined(as('source'), as('source', await result()))).toBe('compositeWithTrainedAlgorithmicMedia')
})

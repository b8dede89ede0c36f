import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { readEnv } from '#app/server/env.ts'
import { EnvError } from '#app/server/variables/env-error.ts'
import { readModeration } from './read-moderation.ts'

const pictureBodySchema = v.object({
  input: v.tuple([v.object({ type: v.literal('image_url'), image_url: v.object({ url: v.string() }) })]),
})
const signal = new AbortController().signal
const log = { info: () => undefined, warn: () => undefined }

async function listOf(words: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'words-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const path = join(dir, 'words.txt')
  await writeFile(path, words)
  return path
}

const outcome = async (variables: Record<string, string>, text: string) => {
  const moderation = await readModeration(readEnv(variables))
  if (!moderation) return 'no moderation'
  return moderation.check(text, { signal, log }).then(
    () => 'allowed',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
}

/** OpenAI's endpoint, with its own answers. */
async function openService(status: number, body: unknown) {
  const asked: { url: string | undefined; authorization: string | undefined; body: string }[] = []
  const server = createServer((request, response) => {
    let sent = ''
    request.on('data', (data: Buffer) => (sent += data.toString()))
    request.on('end', () => {
      asked.push({ url: request.url, authorization: request.headers.authorization, body: sent })
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return { asked, variables: { MODERATION: 'openai', OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: `http://127.0.0.1:${address.port}/v1` } }
}

test('nothing is moderated unless the operator configures it', async () => {
  expect(await outcome({}, 'anything')).toBe('no moderation')
})

test.each([
  ['a BAD  thing', 'refused'],
  ['плохо: Злая Ёлка!', 'refused'],
  ['a badge', 'allowed'],
  ['злая зелёная ёлка', 'allowed'],
  ['a comment', 'allowed'],
])('the word list finds whole words and phrases in any case: %j is %s', async (text, expected) => {
  const path = await listOf('# a comment\nbad\n\nзлая ёлка   # another\n')
  expect(await outcome({ MODERATION_WORDS: path }, text)).toBe(expected)
})

test('a list that cannot be read stops the boot and is named', async () => {
  await expect(readModeration(readEnv({ MODERATION_WORDS: '/nowhere/words.txt' }))).rejects.toThrow(EnvError)
})

test.each([
  [true, 'refused'],
  [false, 'allowed'],
])('a prompt that the moderation service flags (%s) is %s', async (flagged, expected) => {
  const { asked, variables } = await openService(200, {
    id: 'modr-1',
    model: 'omni-moderation-latest',
    results: [{ flagged, categories: { violence: flagged } }],
  })
  expect(await outcome(variables, 'a lake')).toBe(expected)
  expect(asked).toMatchObject([{ url: '/v1/moderations', authorization: 'Bearer sk-1', body: expect.stringContaining('a lake') }])
})

test.each([
  [500, { error: { message: 'The server had an error' } }],
  [401, { error: { message: 'Incorrect API key provided: sk-1' } }],
  [200, 'not what was promised'],
])('a moderation service that returns no verdict (%s) lets nothing through: the run is tried again later', async (status, body) => {
  const { variables } = await openService(status, body)
  expect(await outcome(variables, 'a lake')).toBe('temporary')
})

test.each([
  [true, 'refused'],
  [false, 'allowed'],
])('an image that the moderation service flags (%s) is %s; it is sent small, and one at a time', async (flagged, expected) => {
  const { asked, variables } = await openService(200, { results: [{ flagged }] })
  const dir = await mkdtemp(join(tmpdir(), 'pictures-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const path = join(dir, 'one.png')
  await writeFile(path, await makePicture(3_000, 2_000))
  const moderation = await readModeration(readEnv(variables))
  const verdict = await moderation?.checkPictures([path], { signal, log }).then(
    () => 'allowed',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
  expect(verdict).toBe(expected)
  const { input } = v.parse(pictureBodySchema, JSON.parse(asked[0]?.body ?? ''))
  const shown = Buffer.from(input[0].image_url.url.replace('data:image/jpeg;base64,', ''), 'base64')
  expect(await sharp(shown).metadata()).toMatchObject({ format: 'jpeg', width: 1_024 })
})

test('a word list does not apply to images', async () => {
  const moderation = await readModeration(readEnv({ MODERATION_WORDS: await listOf('bad\n') }))
  await expect(moderation?.checkPictures(['/nowhere.png'], { signal, log })).resolves.toBeUndefined()
})

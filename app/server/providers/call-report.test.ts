import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaSecrets, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { openMediaService, runMedia } from '#tests/fixtures/media-service.ts'
import { describeSent } from './describe-sent.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reports-'))
  await writeFile(join(dir, 'lake.png'), await makePicture())
})
afterAll(() => rm(dir, { recursive: true }))

test('a run that fails reports what the service said and what was sent, without key, address, prompt and file', async () => {
  const prompt = 'a secret lake under an orange sky'
  await using server = await startMediaServer(({ origin }) => ({
    status: 400,
    json: { detail: `Prompt “${prompt}” with ${mediaSecrets.key} at ${origin}/files is too orange.` },
  }))
  const opened = openMediaService('replicate', 'recraft-ai/recraft-v3', { url: server.url, scratchDir: dir })
  const inputs = [{ role: 'source' as const, mediaType: 'image/png', path: join(dir, 'lake.png') }]
  const { result, failedCalls } = runMedia(opened, { prompt, options: { aspect: '16:9' }, inputs })
  await expect(result).rejects.toMatchObject({ code: 'invalid_input' })
  expect(failedCalls).toEqual([
    {
      sentence: 'Prompt “[…]” with [key] at [address] is too orange.',
      sent: {
        method: 'POST',
        path: '/replicate/models/recraft-ai/recraft-v3/predictions',
        auth: 'authorization: Bearer',
        form: false,
        body: {
          input: {
            prompt: `[${prompt.length} characters]`,
            aspect_ratio: '16:9',
            image: expect.stringMatching(/^\[image\/\w+, \d+ bytes\]$/),
          },
        },
      },
    },
  ])
  const { body } = server.calls[0] ?? { body: '' }
  expect(body).toContain(prompt)
})

test('a query about earlier work does not replace the call that started it, and a run that succeeds reports nothing', async () => {
  let status = 'failed'
  await using server = await startMediaServer(({ method, path, origin }) => {
    if (path === '/files/1.png') return { headers: { 'content-type': 'image/png' }, bytes: picture }
    if (method === 'POST') return { json: { id: 'p1', status: 'starting' } }
    return { json: { id: 'p1', status, output: `${origin}/files/1.png`, error: 'CUDA out of memory' } }
  })
  const picture = await makePicture()
  const opened = openMediaService('replicate', 'recraft-ai/recraft-v3', { url: server.url, scratchDir: dir })
  const failed = runMedia(opened)
  await failed.result.catch(() => undefined)
  expect(failed.failedCalls).toMatchObject([{ sentence: 'CUDA out of memory', sent: { method: 'POST' } }])
  status = 'succeeded'
  const made = runMedia(opened)
  expect((await made.result).files).toHaveLength(1)
  expect(made.failedCalls).toEqual([])
})

test('a sent form and a sent query show settings and sizes only', () => {
  const form = new FormData()
  form.set('model', 'whisper-1')
  form.set('prompt', 'two words')
  form.set('file', new File([new Uint8Array(12)], 'Ann’s diary.mp3', { type: 'audio/mpeg' }))
  const headers = { 'xi-api-key': 'secret', 'x-other': 'secret' }
  expect(describeSent(new URL('https://desk.example/v1/a?key=secret&n=2'), { method: 'POST', headers, body: form }, [])).toEqual({
    method: 'POST',
    path: '/v1/a?n=2',
    auth: 'xi-api-key:',
    form: true,
    body: { model: 'whisper-1', prompt: '[9 characters]', file: '[audio/mpeg, 12 bytes]' },
  })
})

test('a word that is a person’s text is no setting, and a list is cut', () => {
  const body = JSON.stringify({ model: 'a-model', input: 'cat', many: Array.from({ length: 40 }, () => 1) })
  const sent = describeSent(new URL('https://desk.example/v1'), { method: 'POST', body }, ['cat'])
  expect(sent.body).toMatchObject({ model: 'a-model', input: '[3 characters]', many: expect.arrayContaining(['[10 more]']) })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { openOpenaiServer, refusal } from '#tests/fixtures/openai-server.ts'
import { safetyRules } from '#app/server/db/schema/safety.ts'

/** Tests with the official client, unchanged, over HTTP. */

let server: Awaited<ReturnType<typeof openOpenaiServer>>
beforeAll(async () => {
  server = await openOpenaiServer({ provider: scriptedProvider() })
})
afterAll(() => server[Symbol.asyncDispose]())

const upload = async (openai: Awaited<ReturnType<typeof server.client>>['openai'], name = 'lake.png', width = 8) => {
  const bytes = new Uint8Array(await makePicture(width, 8))
  return { bytes, file: await openai.files.create({ file: new File([bytes], name), purpose: 'vision' }) }
}

test('a file is uploaded, described, listed, downloaded and deleted', async () => {
  const { openai } = await server.client()
  const { bytes, file } = await upload(openai)
  expect(file).toMatchObject({ object: 'file', bytes: bytes.length, filename: 'lake.png', purpose: 'user_data', status: 'processed' })
  expect(await openai.files.retrieve(file.id)).toEqual(file)
  const whole = await openai.files.content(file.id)
  expect(whole.headers.get('content-type')).toBe('image/png')
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes)
  const { file: second } = await upload(openai, 'sea.png', 16)
  const ids = []
  for await (const { id } of openai.files.list({ limit: 1 })) ids.push(id)
  expect(ids).toEqual([second.id, file.id])
  expect((await openai.files.list({ purpose: 'batch' })).data).toEqual([])
  expect(await openai.files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true })
  expect(await refusal(openai.files.retrieve(file.id))).toMatchObject({ status: 404 })
})

test('another person’s file is not found, and a file that no model takes is refused by name', async () => {
  const { openai } = await server.client()
  const stranger = await server.client()
  const { file } = await upload(openai)
  for (const ask of [
    () => stranger.openai.files.retrieve(file.id),
    () => stranger.openai.files.content(file.id),
    () => stranger.openai.files.delete(file.id),
  ])
    expect(await refusal(Promise.resolve(ask()))).toMatchObject({ status: 404 })
  expect((await stranger.openai.files.list()).data).toEqual([])
  const zeros = new File([new Uint8Array(99)], 'a.bin')
  expect(await refusal(openai.files.create({ file: zeros, purpose: 'user_data' }))).toMatchObject({ status: 400, param: 'file' })
  expect(await refusal(openai.files.list({ after: 'x' }).then((page) => page))).toMatchObject({ status: 400, param: 'after' })
  const { openai: reader } = await server.client({ scopes: ['read'] })
  expect(await refusal(upload(reader))).toMatchObject({ status: 403 })
})

test('texts are checked by the rules of the server; without rules nothing is called clean', async () => {
  const { openai, user } = await server.client()
  expect(await refusal(openai.moderations.create({ input: 'a lake' }))).toMatchObject({ status: 400, param: 'input' })
  await server.runtime.db.insert(safetyRules).values({ wordsEn: ['dragon'] })
  const { results } = await openai.moderations.create({ input: ['a lake', 'a Dragon'] })
  expect(results.map(({ flagged }) => flagged)).toEqual([false, true])
  const picture = [{ type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } }]
  expect(await refusal(openai.moderations.create({ input: picture }))).toMatchObject({ status: 400, param: 'input' })
  expect(await server.balance(user)).toEqual({ available: 100, held: 0 })
})

import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAnswerSchema, userSchema } from '#app/contract/account/accounts.ts'
import { type Generation, generationSchema, uploadSchema } from '#app/contract/runs/generations.ts'
import { archiveAnswerSchema } from '#app/contract/library/library.ts'
import { shareSchema } from '#app/contract/library/shares.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { makesAFile, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { createApi } from '../../api.ts'

/** Links that work without a session: their lifetime, and the events that end them earlier. */

const provider = scriptedProvider()
const password = 'tangerine kettle'
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, work: true })
  api = createApi(runtime)
  provider.script = makesAFile(runtime.scratchDir)
})
afterAll(() => runtime[Symbol.asyncDispose]())

async function person() {
  const user = await createUser(runtime, { password, tokens: 100 })
  const { token } = await createSession(runtime, runtime.keys, user)
  const call = async <S extends v.GenericSchema>(schema: S, method: string, path: string, body?: unknown) =>
    v.parse(schema, await (await callApi(api, method, path, { token, body })).json())
  const post = (path: string, body: unknown = {}) => callApi(api, 'POST', path, { token, body })
  async function sendFile(path: string) {
    const form = new FormData()
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#369' } })
      .png()
      .toBuffer()
    form.set('file', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'a.png')
    const request = new Request(`http://localhost/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    return (await api.fetch(request, { clientAddress: '127.0.0.1' })).json()
  }
  const get = (id: string) => call(generationSchema, 'GET', `/v1/generations/${id}`)
  return {
    ...user,
    call,
    post,
    sendFile,
    get,
    async make(): Promise<Generation> {
      const { id } = await call(generationSchema, 'POST', '/v1/generations', { model: 'image-10', prompt: 'a lake' })
      await expect.poll(async () => (await get(id)).status).toBe('succeeded')
      return get(id)
    },
  }
}

function linksOf({ files }: Generation): Record<string, string> {
  const urls = files.flatMap(({ url, poster_url, thumbnail_url }) => [url, poster_url, thumbnail_url].filter((link) => link !== null))
  return Object.fromEntries(urls.map((url, index) => [`file ${index}`, url]))
}

/** The statuses that a stranger gets for these links. */
async function open(links: Record<string, string>): Promise<Record<string, number>> {
  const statuses = Object.entries(links).map(async ([name, url]) => {
    const answer = await callApi(api, 'GET', url.replace('/api', ''))
    await answer.body?.cancel()
    return [name, answer.status] as const
  })
  return Object.fromEntries(await Promise.all(statuses))
}
const all = (links: object, status: number) => Object.fromEntries(Object.keys(links).map((name) => [name, status]))

test('all links of an account stop working when its deletion is requested, and work again when its owner is back', async () => {
  const ann = await person()
  const work = await ann.make()
  const { token } = await ann.call(shareSchema, 'POST', `/v1/generations/${work.id}/share`, { show_prompt: true })
  const { avatar_url } = v.parse(userSchema, await ann.sendFile('/v1/me/avatar'))
  const links = {
    ...linksOf(work),
    upload: v.parse(uploadSchema, await ann.sendFile('/v1/uploads')).url,
    share: `/v1/shares/${token}`,
    'shared file': `/v1/shares/${token}/files/0`,
    'shared poster': `/v1/shares/${token}/files/0/poster`,
    avatar: avatar_url ?? '',
    archive: (await ann.call(archiveAnswerSchema, 'POST', '/v1/library/archive', { ids: [work.id] })).url,
    export: (await ann.call(exportAnswerSchema, 'POST', '/v1/me/export', {})).url,
    ledger: (await ann.call(exportAnswerSchema, 'POST', '/v1/tokens/entries/export', {})).url,
  }
  expect(links).toHaveProperty('file 1')
  expect(await open(links)).toEqual(all(links, 200))

  expect((await ann.post('/v1/me/deletion', { password })).status).toBe(202)
  expect(await open(links)).toEqual(all(links, 404))

  expect((await callApi(api, 'POST', '/v1/auth/sign-in', { body: { email: ann.email, password } })).status).toBe(200)
  expect(await open(links)).toEqual(all(links, 200))
})

test('file links of a work in the trash stop working; its owner gets others there, which end when it is restored', async () => {
  const ann = await person()
  const work = await ann.make()
  const inLibrary = linksOf(work)
  const other = linksOf(await ann.make())
  await ann.post('/v1/library/bulk', { action: 'trash', ids: [work.id] })
  expect(await open(inLibrary)).toEqual(all(inLibrary, 404))
  expect(await open(other)).toEqual(all(other, 200))

  const inTrash = linksOf(await ann.get(work.id))
  expect(Object.keys(inTrash)).toEqual(Object.keys(inLibrary))
  expect(await open(inTrash)).toEqual(all(inTrash, 200))
  for (const trashed of ['', '&trashed=1']) {
    const forged = Object.fromEntries(Object.entries(inTrash).map(([name, url]) => [name, url.replace(/&trashed=\d+/, trashed)]))
    expect(await open(forged)).toEqual(all(forged, 404))
  }

  await ann.post('/v1/library/bulk', { action: 'restore', ids: [work.id] })
  expect(await open(inLibrary)).toEqual(all(inLibrary, 200))
  expect(await open(inTrash)).toEqual(all(inTrash, 404))
  await ann.post('/v1/library/bulk', { action: 'trash', ids: [work.id] })
  expect(await open(inTrash), 'another stay in the trash').toEqual(all(inTrash, 404))
})

test('a browser caches revocable files for a minute at most, and shared caches do not', async () => {
  const ann = await person()
  const { avatar_url } = v.parse(userSchema, await ann.sendFile('/v1/me/avatar'))
  const { 'file 0': file = '' } = linksOf(await ann.make())
  for (const url of [file, avatar_url ?? '']) {
    const answer = await callApi(api, 'GET', url.replace('/api', ''))
    await answer.body?.cancel()
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60, must-revalidate')
  }
})

test('a made-up link is a 404', async () => {
  const ann = await person()
  const { 'file 0': url = '' } = linksOf(await ann.make())
  const plain = url.replace('/api', '')
  const tries = [`${plain}&trashed=`, `${plain}&trashed=x`, plain.replace(/files\/[\w-]+/, `files/${randomUUID()}`)]
  for (const path of tries) expect((await callApi(api, 'GET', path)).status).toBe(404)
})

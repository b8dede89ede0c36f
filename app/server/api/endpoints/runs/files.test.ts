import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadSchema } from '#app/contract/runs/generations.ts'
import * as v from 'valibot'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { openDiskWatch } from '#app/server/core/making/files/disk-watch.ts'
import { type Storage, StorageError } from '#app/server/storage/storage.ts'
import { createApi } from '../../api.ts'

let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

const note = 'A note long enough to be cut. '.repeat(3_000)
let link: string
let storageKey: string
beforeEach(async () => {
  const { token } = await server.signIn()
  const form = new FormData()
  form.set('file', new Blob([note]), 'note.txt')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.api.fetch(new Request('http://localhost/api/v1/uploads', { method: 'POST', headers, body: form }))
  const { id, url } = v.parse(uploadSchema, await answer.json())
  link = url.replace(/^\/api/, '')
  const [row] = await server.db.select().from(uploads).where(eq(uploads.id, id))
  storageKey = row?.storageKey ?? ''
})

const get = (method = 'GET', headers: Record<string, string> = {}, api = server.api) =>
  api.fetch(new Request(`http://localhost/api${link}`, { method, headers: { 'accept-language': 'en', ...headers } }))

describe('a file that the storage has lost', () => {
  const lose = {
    missing: () => server.storage.delete(storageKey),
    async truncated() {
      await server.storage.delete(storageKey)
      const path = join(server.scratchDir, 'half')
      await writeFile(path, note.slice(0, 100))
      await server.storage.putFile(storageKey, path)
    },
  }

  test.each(['missing', 'truncated'] as const)(
    'a %s file is 410 in words of the caller’s language, whole, in parts and to a HEAD',
    async (how) => {
      await lose[how]()
      for (const headers of [undefined, { range: 'bytes=0-9' }]) {
        const answer = await get('GET', headers)
        expect([answer.status, await answer.json()]).toMatchObject([410, { code: 'file_lost' }])
      }
      expect((await get('HEAD')).status).toBe(410)
      const russian = await (await get('GET', { 'accept-language': 'ru' })).json()
      expect(russian).toHaveProperty('detail', expect.stringMatching(/[а-я]/))
    },
  )
})

const withStorage = (changes: Partial<Storage>) => createApi({ ...server, storage: { ...server.storage, ...changes } })

test.each([
  ['unavailable', 'storage_unavailable'],
  ['no_space', 'storage_full'],
] as const)('a storage that is %s is 503 with the time to try again', async (code, expected) => {
  const api = withStorage({ read: () => Promise.reject(new StorageError(code)) })
  const answer = await get('GET', {}, api)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await answer.json()).toMatchObject({ code: expected })
})

test('with less free disk than the floor, runs and uploads are refused, and files are still served', async () => {
  const { token } = await server.signIn()
  const disk = openDiskWatch({ dataDir: server.env.DATA_DIR, logger: server.logger, floorBytes: Number.MAX_SAFE_INTEGER })
  const api = createApi({ ...server, disk })
  const run = await callApi(api, 'POST', '/v1/generations', { token, body: { model: 'sketch-image', prompt: 'a lake' } })
  expect([run.status, run.headers.get('retry-after'), await run.json()]).toMatchObject([503, '60', { code: 'storage_full' }])
  expect((await callApi(api, 'POST', '/v1/uploads', { token })).status).toBe(503)
  expect((await get('GET', {}, api)).status).toBe(200)
})

test('a database whose disk is full refuses a run in words, takes nothing, and goes on when there is space', async () => {
  const { token } = await server.signIn({ tokens: 50 })
  const start = () => callApi(server.api, 'POST', '/v1/generations', { token, body: { model: 'image-10', prompt: 'a lake' } })
  const balance = async () => (await callApi(server.api, 'GET', '/v1/tokens', { token })).json()
  const before: unknown = await balance()
  await server.db.execute(sql`create function refuse_as_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await server.db.execute(sql`create trigger full_disk before insert on generations execute function refuse_as_full()`)
  try {
    const refused = await start()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)])
    expect(await refused.json()).toMatchObject({ code: 'storage_full', detail: expect.stringMatching(/./) })
    expect(await balance()).toEqual(before)
  } finally {
    await server.db.execute(sql`drop function refuse_as_full() cascade`)
  }
  expect((await start()).status).toBe(202)
})

describe('redirects to the storage', () => {
  const signed = 'https://files.example/signed'
  const picture = { mediaType: 'image/png' }
  beforeEach(() => server.db.update(uploads).set(picture).where(eq(uploads.storageKey, storageKey)))
  const redirecting = () => withStorage({ link: async () => signed })

  test('a large file is a redirect to a signed link, for images, players and downloads', async () => {
    for (const mode of ['no-cors', 'navigate']) {
      const answer = await get('GET', { 'sec-fetch-mode': mode }, redirecting())
      expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
        302,
        signed,
        'private, max-age=60, must-revalidate',
      ])
    }
    const { sha256 } = (await server.db.select().from(uploads).where(eq(uploads.storageKey, storageKey)))[0] ?? {}
    expect((await get('GET', { 'if-none-match': `"${sha256}"` }, redirecting())).status).toBe(304)
  })

  test('scripts get the file itself, because they may not read another origin', async () => {
    expect(await (await get('GET', { 'sec-fetch-mode': 'cors' }, redirecting())).text()).toBe(note)
  })

  test('a missing file is 410, not a redirect', async () => {
    await server.storage.delete(storageKey)
    expect((await get('GET', {}, redirecting())).status).toBe(410)
  })
})

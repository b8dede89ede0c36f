import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userSchema } from '#app/contract/account/accounts.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { encodeForm } from '#tests/fixtures/encode-form.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { avatars, users } from '#app/server/db/schema/users.ts'
import { eraseAccounts } from '#app/server/core/identity/accounts/erase-accounts.ts'
import { openExport } from '#app/server/core/library/exports/open-export.ts'

let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

async function person() {
  const { user, token } = await server.signIn()
  const change = async (body: object) => v.parse(userSchema, await (await server.send('PATCH', '/v1/me', { token, body })).json())
  const refusal = async (body: object) => {
    const { fields = {} } = await errorBody(server.send('PATCH', '/v1/me', { token, body }))
    return Object.entries(fields).map(([name, { code }]) => `${name}: ${code}`)
  }
  const read = async () => v.parse(userSchema, await (await server.send('GET', '/v1/me', { token })).json())
  return { user, token, change, refusal, read }
}

test('preferences are empty at first; set ones are stored, and omitted ones are not changed', async () => {
  const { change, read } = await person()
  expect(await read()).toMatchObject({ time_zone: null, currency: null, mail_when_done: false })
  await change({ currency: 'RUB' })
  await change({ time_zone: 'Asia/Yekaterinburg' })
  await change({ mail_when_done: true })
  expect(await read()).toMatchObject({ time_zone: 'Asia/Yekaterinburg', currency: 'RUB', mail_when_done: true })
  expect(await change({ currency: null, mail_when_done: false })).toMatchObject({ currency: null, mail_when_done: false })
})

test('an invalid time zone or currency is reported at its field', async () => {
  const { refusal, read } = await person()
  expect(await refusal({ time_zone: 'Mars/Olympus' })).toEqual(['time_zone: not_an_option'])
  expect(await refusal({ time_zone: '+03:00' })).toEqual(['time_zone: not_an_option'])
  expect(await refusal({ currency: 'XXX' })).toEqual(['currency: not_an_option'])
  expect(await refusal({ mail_when_done: 'yes' })).toEqual(['mail_when_done: invalid'])
  expect(await read()).toMatchObject({ time_zone: null, currency: null, mail_when_done: false })
})

describe('the avatar', () => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    Promise.resolve(server.api.fetch(new Request(`http://localhost${url}`, { headers }), { clientAddress: '127.0.0.1' }))

  async function painter() {
    const one = await person()
    const upload = async (file: Buffer | string) => {
      const body = new FormData()
      // The content decides, not the declared type.
      body.set('file', new File([typeof file === 'string' ? file : Uint8Array.from(file)], 'me.png', { type: 'image/png' }))
      const form = await encodeForm(body)
      const headers = { authorization: `Bearer ${one.token}`, 'content-type': form.contentType }
      return server.api.fetch(new Request('http://localhost/api/v1/me/avatar', { method: 'POST', headers, body: form.body }), {
        clientAddress: '127.0.0.1',
      })
    }
    const set = async (file: Buffer) => v.parse(userSchema, await (await upload(file)).json()).avatar_url ?? expect.unreachable()
    const refused = async (file: Buffer | string) => {
      const { code, detail, fields } = await errorBody(upload(file))
      return { code, detail, file: fields?.file?.code }
    }
    return { ...one, set, refused }
  }

  test.each([
    ['PNG', () => makePicture(640, 300)],
    [
      'JPEG',
      () =>
        sharp({ create: { width: 90, height: 300, channels: 3, background: '#a33' } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'WebP',
      () =>
        sharp({ create: { width: 20, height: 20, channels: 4, background: '#a338' } })
          .webp()
          .toBuffer(),
    ],
  ])('a %s becomes a small square avatar that runs nothing', async (_format, draw) => {
    const { set, read } = await painter()
    const url = await set(await draw())
    expect((await read()).avatar_url).toBe(url)
    const answer = await get(url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=60, must-revalidate',
    })
    const drawn = await sharp(await answer.arrayBuffer()).metadata()
    expect(drawn).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect((await get(url, { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304)
  })

  test('an avatar has no other metadata and is upright', async () => {
    const taken = sharp({ create: { width: 40, height: 20, channels: 3, background: '#3579bd' } })
    const exif = { IFD0: { Artist: 'Ann of Springfield', Orientation: '6' } }
    const { set } = await painter()
    const answer = await get(await set(await taken.jpeg().withExif(exif).toBuffer()))
    const drawn = Buffer.from(await answer.arrayBuffer())
    expect(drawn.includes('Ann of Springfield')).toBe(false)
    expect((await sharp(drawn).metadata()).exif).toBeUndefined()
  })

  test('a new avatar has a new address, and the former one stops working; a removed one is gone', async () => {
    const { set, token, read } = await painter()
    const former = await set(await makePicture())
    const url = await set(await makePicture(80, 80))
    expect([(await get(former)).status, (await get(url)).status]).toEqual([404, 200])
    expect((await server.send('DELETE', '/v1/me/avatar', { token })).status).toBe(204)
    expect([(await get(url)).status, (await read()).avatar_url]).toEqual([404, null])
    expect((await server.send('DELETE', '/v1/me/avatar', { token })).status).toBe(204)
  })

  test('an avatar that is not such an image is rejected, whatever its declared type', async () => {
    const { refused, read } = await painter()
    const unreadable = { code: 'invalid_input', file: 'file_unreadable' }
    const frame = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer()
    const moving = await sharp(Buffer.from(Array.from({ length: 8 * 16 * 3 }, (_, at) => at % 256)), {
      raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
    })
      .webp({ loop: 0 })
      .toBuffer()
    const whole = await makePicture()
    const hostile = [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '<html><script>alert(1)</script></html>',
      '',
      frame,
      whole.subarray(0, whole.length / 2),
      Buffer.concat([whole.subarray(0, 40), Buffer.from('nonsense')]),
    ]
    for (const file of hostile) expect(await refused(file), file.slice(0, 20).toString()).toMatchObject(unreadable)
    expect(await refused(moving)).toMatchObject({ code: 'invalid_input', file: 'file_animated' })
    const bomb = await sharp({ create: { width: 9_000, height: 6_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await refused(bomb)).toMatchObject({ code: 'payload_too_large', detail: 'Images can be up to 50 megapixels.' })
    expect(await refused(Buffer.concat([whole, Buffer.alloc(2_000_001)]))).toMatchObject({
      code: 'payload_too_large',
      detail: 'Images can be up to 2 MB.',
    })
    expect((await read()).avatar_url).toBe(null)
  })

  test('an avatar is in the export, and is deleted with its person', async () => {
    const { set, user } = await painter()
    const url = await set(await makePicture())
    const exported = Buffer.from(
      await new Response(await openExport(server.db, { storage: server.storage, userId: user.id })).arrayBuffer(),
    )
    expect(exported.includes('avatar.webp')).toBe(true)
    await server.db
      .update(users)
      .set({ deleteAfter: new Date(0) })
      .where(eq(users.id, user.id))
    await eraseAccounts(server.db, { queue: server.queue })
    expect((await get(url)).status).toBe(404)
    expect(await server.db.$count(avatars, eq(avatars.userId, user.id))).toBe(0)
  })
})

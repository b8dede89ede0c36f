import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { config } from '#config'
import { users } from '#app/server/db/schema/users.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import type { Mail } from '../../mail/mailer.ts'
import { createApi } from '../api.ts'

/** The password of each hash that a guess was compared with. */
const compared: string[] = []
vi.mock('@node-rs/argon2', () => ({
  hash: async (given: string) => `hash of ${given}`,
  verify: async (hash: string) => compared.push(hash) < 0,
}))

const mails: Mail[] = []
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
let token: string
beforeAll(async () => {
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  runtime = await openTestRuntime({ provider: scriptedProvider(), mailer })
  api = createApi(runtime)
  const ann = await createUser(runtime, { tokens: 1_000 })
  token = (await createSession(runtime, runtime.keys, ann)).token
})
afterAll(() => runtime[Symbol.asyncDispose]())

const call = (method: string, path: string, body?: unknown) => callApi(api, method, path, { token, body })

/** The status, code and field codes of a refusal. */
async function refusal(response: Response) {
  const { code, fields = {} } = await errorBody(response)
  return [response.status, code, Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.code]))]
}
const refused = (fields: Record<string, string>) => [422, 'invalid_input', fields]

describe('free text', () => {
  test.each([
    ['a\0b', 'ab'],
    ['half \ud83d', 'half \ufffd'],
    ['\udca9 half', '\ufffd half'],
    ['whole 💩', 'whole 💩'],
  ])('the free text %j is stored as %j', async (written, stored) => {
    const read = async (response: Response): Promise<unknown> => response.json()
    const draft = { prompt: written, model: 'text-1', options: { 'text-1': { size: written } } }
    await call('POST', '/v1/drafts/text', { draft })
    expect(await read(await call('GET', '/v1/drafts/text'))).toMatchObject({
      draft: { prompt: stored, options: { 'text-1': { size: stored } } },
    })
    expect(await read(await call('POST', '/v1/generations', { model: 'text-1', prompt: written }))).toMatchObject({ prompt: stored })
    expect(await read(await call('PATCH', '/v1/me', { name: written }))).toMatchObject({ name: stored })
    expect(await read(await call('POST', '/v1/prompts', { type: 'text', name: written, text: written }))).toMatchObject({
      name: stored,
      text: stored,
    })
  })

  test('free text that is nothing but U+0000 is empty', async () => {
    expect(await refusal(await call('POST', '/v1/generations', { model: 'text-1', prompt: '\0' }))).toEqual(
      refused({ prompt: 'prompt_empty' }),
    )
  })

  test('free text is searched without U+0000', async () => {
    expect((await call('GET', '/v1/threads?q=a%00b')).status).toBe(200)
    expect((await call('GET', '/v1/generations?q=%00')).status).toBe(200)
  })
})

describe('identifiers', () => {
  const id = randomUUID()
  const turn = { model: 'text-1', prompt: 'a' }
  test.each<[string, string, unknown, Record<string, string>]>([
    ['GET', '/v1/avatars/%00', undefined, { token: 'characters_invalid' }],
    ['GET', '/v1/generations/%00', undefined, { id: 'characters_invalid' }],
    ['GET', '/v1/generations?model__in=text-1,%00', undefined, { model__in: 'characters_invalid' }],
    ['GET', '/v1/generations?cursor=%00', undefined, { cursor: 'characters_invalid' }],
    ['GET', '/v1/shares/a%00b', undefined, { token: 'characters_invalid' }],
    ['POST', '/v1/generations', { ...turn, model: 'text-1\0' }, { model: 'characters_invalid' }],
    ['POST', '/v1/generations', { ...turn, options: { 'size\ud800': 'a' } }, { options: 'characters_invalid' }],
    ['POST', '/v1/generations', { ...turn, parent_id: `${id}\0` }, { parent_id: 'invalid' }],
    ['POST', '/v1/drafts/text', { draft: { prompt: '', model: 'm\0', options: {} } }, { 'draft.model': 'characters_invalid' }],
    ['POST', '/v1/auth/sign-in', { email: 'ann\0@example.com', password: 'a' }, { email: 'email_invalid' }],
    ['POST', '/v1/auth/sign-in', { email: 'ann@example.com', password: 'a\0' }, { password: 'characters_invalid' }],
    ['POST', '/v1/auth/password/forgot', { email: '\0ann@example.com' }, { email: 'email_invalid' }],
    ['POST', '/v1/auth/refresh', { refresh_token: '\udfff' }, { refresh_token: 'characters_invalid' }],
  ])('an identifier with such characters is refused at its field: %s %s %j', async (method, path, body, fields) => {
    expect(await refusal(await call(method, path, body))).toEqual(refused(fields))
  })
})

describe('a date', () => {
  const paths = ['/v1/statistics?to=', '/v1/tokens/entries?from=', '/v1/generations?from=']
  const days = ['0001-01-01', '1969-12-31', '2026-02-30', '275760-09-13']
  const times = [
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '9999-12-31T23:59:59-23:59',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
  ]

  test.each(paths.flatMap((path) => [...days, ...times].map((date) => [path, date])))(
    'a date that does not exist or is out of range is refused: %s%s',
    async (path, date) => {
      const field = path.includes('to=') ? 'to' : 'from'
      expect(await refusal(await call('GET', `${path}${encodeURIComponent(date)}`))).toEqual(refused({ [field]: 'date_invalid' }))
    },
  )

  test.each([
    '/v1/statistics?to=1970-01-01',
    '/v1/statistics?to=9999-12-31',
    '/v1/tokens/entries?from=1970-01-01&to=9999-12-31',
    '/v1/tokens/entries?from=1970-01-01T00:00:00Z&to=9999-12-31T23:59:59.999Z',
    '/v1/generations?from=1970-01-01T00:00:00Z&to=9999-12-31T23:59:59Z',
    '/v1/generations?from=2026-01-01T00:00:00%2B05:30',
  ])('a date within the range is accepted: %s', async (path) => {
    expect((await call('GET', path)).status).toBe(200)
  })
})

test.each(['/v1/generations/%zz', '/v1/%', '/%ff', '/v1/avatars/%ed%a0%80', '/v1/drafts/%e0%a4%a', '/v1/shares/%'])(
  'an address that cannot be decoded gets JSON with a code: %s',
  async (path) => {
    const response = await call('GET', path)
    const [status, code] = await refusal(response)
    expect([status, code]).toBeOneOf([
      [404, 'not_found'],
      [422, 'invalid_input'],
    ])
  },
)

describe('email addresses', () => {
  /** Spellings of one address that people, mail programs and attackers use. */
  function spellingsOf(email: string): string[] {
    const at = email.indexOf('@')
    const within = ['\0', '\u0001', '\u0085', '\u200b', '\u200d', '\u00ad', '\ufeff', '\u2060', '\u202e', '\ud800', '\udfff', ' ']
    const around = [' ', '\t', '\n', '\r\n', '\u00a0', '\u2003', '\u3000', '\ufeff', '\u2028']
    return [
      ...Array.from({ length: 12 }, (_, index) => email.slice(0, index) + email.slice(index).toUpperCase()),
      ...within.flatMap((character) => [email + character, character + email, email.slice(0, 2) + character + email.slice(2)]),
      ...around.flatMap((space) => [space + email, email + space, space + email.toUpperCase() + space]),
      email.replace('k', '\u212a'),
      email.replace('s', '\u017f'),
      email.replace(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
      email.replace('@', '\uff20'),
      email.replace('.', '\u3002'),
      email.slice(0, at).normalize('NFD') + email.slice(at),
    ]
  }

  test('guesses at one account are counted together, however its address is spelled', async () => {
    const email = `kirsten.${randomUUID()}@example.com`
    const { passwordHash } = await createUser(runtime, { email, password: 'tangerine kettle' })
    const spellings = spellingsOf(email)
    const statuses: number[] = []
    for (const spelling of spellings)
      statuses.push(
        (await callApi(api, 'POST', '/v1/auth/sign-in', { body: { email: spelling, password: 'a guess' }, address: '192.0.2.7' })).status,
      )
    const { tries } = config.auth.signInLimit
    expect(spellings.length).toBeGreaterThan(50)
    expect(compared.filter((hash) => hash === passwordHash)).toHaveLength(tries)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20)
    expect(new Set(statuses)).toEqual(new Set([401, 422, 429]))
  })

  test('mails to one account are counted together, however its address is spelled', async () => {
    const email = `kirsten.${randomUUID()}@example.com`
    await createUser(runtime, { email })
    mails.length = 0
    for (const [index, spelling] of spellingsOf(email).entries())
      await callApi(api, 'POST', '/v1/auth/password/forgot', { body: { email: spelling }, address: `198.51.100.${index}` })
    await expect.poll(() => mails.length).toBe(5)
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([email]))
  })

  test('one address makes one account, however it is spelled', async () => {
    const mark = randomUUID()
    const email = `kirsten.${mark}@example.com`
    for (const [index, spelling] of spellingsOf(email).entries())
      await callApi(api, 'POST', '/v1/auth/sign-up', {
        body: { email: spelling, password: 'tangerine kettle harbour', accept_terms: true },
        address: `203.0.113.${index}`,
      })
    const all = await runtime.db.select({ email: users.email }).from(users)
    expect(all.filter((user) => user.email.includes(mark))).toEqual([{ email }])
  })
})

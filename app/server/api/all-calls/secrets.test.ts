import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handedOverSchema, tokenPairSchema } from '#app/contract/account/accounts.ts'
import { clients, openOauthServer } from '#tests/fakes/oauth-server.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { readMail } from '#tests/fixtures/read-mail.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { readEnv } from '../../env.ts'
import { describeError } from '../../logger.ts'
import { openOauth } from '../../oauth/oauth.ts'
import { createApi } from '../api.ts'

const siteUrl = 'https://quartet.example'
const env = {
  PUBLIC_URL: siteUrl,
  GOOGLE_CLIENT_ID: clients.google.id,
  GOOGLE_CLIENT_SECRET: clients.google.secret,
  VK_CLIENT_ID: clients.vk.id,
  VK_CLIENT_SECRET: clients.vk.secret,
}
let service: Awaited<ReturnType<typeof openOauthServer>>
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
const log: string[] = []

beforeAll(async () => {
  service = await openOauthServer()
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    env,
    logger: pino({ level: 'debug', serializers: { err: describeError } }, { write: (line: string) => void log.push(line) }),
    oauth: openOauth({ env: readEnv(env), endpoints: service.endpoints, timeout: 2_000 }),
  })
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  await service.close()
})

/** Columns that may contain an email address. */
const emailColumns = ['users.email', 'users.mailbox', 'identities.email', 'email_tokens.email']

test('no token, email, password, code or key is in the logs, in the database beyond its place, or in an answer that must not contain it', async () => {
  const secrets = new Set([clients.google.secret, clients.vk.secret])
  const emails = new Set<string>()
  /** Answers, and whether their purpose is to hand over a secret. */
  const answers: { call: string; ok: boolean; text: string; handsOver: boolean }[] = []
  const api = createApi(runtime)
  const cookies = new Map<string, string>()

  async function call(
    method: string,
    path: string,
    { body, token, handsOver = false }: { body?: unknown; token?: string; handsOver?: boolean } = {},
  ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await api.fetch(
      new Request(new URL(path.startsWith('/v1') ? `/api${path}` : path, siteUrl), {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) },
        body: body === undefined ? null : JSON.stringify(body),
      }),
      { clientAddress: '198.51.100.1' },
    )
    for (const set of response.headers.getSetCookie()) cookies.set(set.slice(0, set.indexOf('=')), /=([^;]*)/.exec(set)?.[1] ?? '')
    const text = await response.clone().text()
    const location = response.headers.get('location') ?? ''
    answers.push({ call: `${method} ${path.split('?')[0]}`, text: `${text} ${location}`, ok: response.ok, handsOver })
    return response
  }
  const keep = <T extends { token: string; refresh_token: string | null }>(pair: T) => {
    secrets.add(pair.token)
    if (pair.refresh_token) secrets.add(pair.refresh_token)
    return pair
  }
  async function mailedTokens() {
    const folder = join(runtime.env.DATA_DIR, 'outbox')
    const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    const sources = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')))
    return sources.flatMap((source) => {
      const [, path = '', token = ''] = /^https:\/\/quartet\.example(\/\S+)\?token=(\S+)$/m.exec(readMail(source).text) ?? []
      return token ? [{ path, token }] : []
    })
  }
  const nth = async (path: string, count: number) => {
    await expect.poll(async () => (await mailedTokens()).filter((mailed) => mailed.path === path).length).toBe(count)
    const token = (await mailedTokens()).findLast((mailed) => mailed.path === path)?.token ?? ''
    secrets.add(token)
    return token
  }

  // Accounts with a password.
  const [email, password, second, third] = [
    `ann-${randomUUID()}@example.com`,
    `tangerine ${randomUUID()}`,
    `kettle ${randomUUID()}`,
    `teapot ${randomUUID()}`,
  ]
  emails.add(email)
  for (const secret of [password, second, third]) secrets.add(secret)
  await call('POST', '/v1/auth/sign-up', { body: { email, password, accept_terms: true } })
  await call('POST', '/v1/auth/sign-up', { body: { email, password, accept_terms: true } })
  await call('POST', '/v1/auth/sign-up', { body: { email: `${email}x`, password: 'Password123', accept_terms: true } })
  await call('POST', '/v1/auth/sign-in', { body: { email, password: third } })
  const first = keep(
    v.parse(tokenPairSchema, await (await call('POST', '/v1/auth/sign-in', { body: { email, password }, handsOver: true })).json()),
  )
  const mailed = { token: await nth('/email/verify', 1) }
  await call('POST', '/v1/auth/email/verify', { body: mailed })
  await call('POST', '/v1/auth/email/verify', { token: first.token, body: mailed })
  await call('GET', '/v1/auth/session', { token: first.token })
  const renewed = keep(
    v.parse(
      tokenPairSchema,
      await (await call('POST', '/v1/auth/refresh', { body: { refresh_token: first.refresh_token }, handsOver: true })).json(),
    ),
  )
  await call('POST', '/v1/auth/handover', { body: { access_token: renewed.token }, handsOver: true })
  await call('POST', '/v1/auth/handover', { body: { access_token: `${renewed.token}x` } })
  await call('POST', '/v1/auth/password/change', { token: renewed.token, body: { current_password: third, password: second } })
  await call('POST', '/v1/auth/password/change', { token: renewed.token, body: { current_password: password, password: second } })
  await call('POST', '/v1/auth/password/forgot', { body: { email } })
  const reset = await nth('/password/reset', 1)
  await call('POST', '/v1/auth/password/reset', { body: { token: reset, password: third } })
  await call('POST', '/v1/auth/password/reset', { body: { token: reset, password: third } })
  await call('POST', '/v1/auth/refresh', { body: { refresh_token: renewed.refresh_token } })
  await call('GET', '/v1/me/referrals', { token: renewed.token })
  await call('POST', '/v1/auth/sign-out', { body: { refresh_token: renewed.refresh_token }, token: renewed.token })

  // Sign-ins through other services, completed and abandoned.
  for (const provider of ['google', 'vk'] as const) {
    const address = `${provider}-${randomUUID()}@example.com`
    emails.add(address)
    service.seat('google', { sub: randomUUID(), email: address, email_verified: true })
    service.seat('vk', { user: { user_id: randomUUID(), email: address } })
    for (const how of [undefined, 'token-error', 'profile-garbage'] as const) {
      const away = await call('GET', `/v1/auth/oauth/${provider}?redirect=/dashboard`)
      const back = (await fetch(away.headers.get('location') ?? '', { redirect: 'manual' })).headers.get('location') ?? ''
      secrets.add(new URL(back).searchParams.get('code') ?? '')
      service.fail(how)
      const end = await call('GET', back.slice(siteUrl.length), { handsOver: how === undefined })
      service.fail(undefined)
      const handover = new URL(end.headers.get('location') ?? '').searchParams.get('access_token')
      if (!handover) continue
      secrets.add(handover)
      const taken = await call('POST', '/v1/auth/handover', { body: { access_token: handover }, handsOver: true })
      const { token } = keep(v.parse(handedOverSchema, await taken.json()))
      await call('POST', '/v1/auth/handover', { body: { access_token: handover } })
      await call('POST', '/v1/auth/password/change', { token, body: { password } })
    }
    await call('GET', `/v1/auth/oauth/${provider}/callback?code=guessed&state=x`)
  }
  for (const secret of service.secrets) secrets.add(secret)
  await nth('/email/verify', 2)
  // The notices of new passwords are the last emails: two for Ann, two for first passwords.
  await expect
    .poll(async () => (await readdir(join(runtime.env.DATA_DIR, 'outbox'))).filter((name) => !name.startsWith('.')).length)
    .toBe(7)

  expect(secrets.size).toBeGreaterThan(25)
  const found = (text: string, among: Iterable<string>) => [...among].filter((secret) => text.includes(secret))
  const logged = log.join('')
  expect(log.length).toBeGreaterThan(8)
  expect(found(logged, secrets)).toEqual([])
  expect(found(logged, emails)).toEqual([])
  expect(logged).not.toMatch(/eyJ|\bcode=|state=|access_token|smtp:/)

  const { rows: tables } = await runtime.handle.pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'sessions', 'handovers', 'identities', 'email_tokens']))
  for (const { schema, name } of tables) {
    const { rows } = await runtime.handle.pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${schema}"."${name}" t`,
    )
    for (const { row } of rows) {
      expect(found(JSON.stringify(row), secrets), `${name} keeps a secret`).toEqual([])
      for (const [column, value] of Object.entries(row))
        if (!emailColumns.includes(`${name}.${column}`)) expect(found(JSON.stringify(value), emails), `${name}.${column}`).toEqual([])
    }
  }

  for (const { call, text, handsOver } of answers) if (!handsOver) expect(found(text, secrets), call).toEqual([])
  // Only its owner sees an email address, as part of the account.
  for (const { call, text, ok } of answers)
    if (!ok || !/POST \/v1\/auth\/(?:sign-up|handover)|GET \/v1\/auth\/session/.test(call)) expect(found(text, emails), call).toEqual([])
})

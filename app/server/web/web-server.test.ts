import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDataDir } from '#tests/fixtures/database.ts'
import { freePort } from '#tests/fixtures/server.ts'
import { readEnv } from '../env.ts'
import { describeError } from '../logger.ts'
import { createWebServer } from './web-server.ts'

/** Pages that behave as their path says, in the place of the built ones. */
const pages = `
export default {
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/throws') throw new Error('a-secret-in-a-message')
    if (pathname === '/bare' || pathname.startsWith('/_serverFn/'))
      return Response.json({ status: 500, unhandled: true, message: 'HTTPError' }, { status: 500 })
    if (pathname === '/hands-over') return new Response(null, { status: 303, headers: { location: '/', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' } })
    if (pathname === '/signs-in') return new Response('ok', { headers: { 'set-cookie': 'auth.token=x' } })
    return new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } })
  },
}
`

let dir: string
let server: ServerType
let url: string
const log: string[] = []
beforeAll(async () => {
  dir = await makeDataDir()
  const buildDir = join(dir, 'build')
  await mkdir(join(buildDir, 'server'), { recursive: true })
  await mkdir(join(buildDir, 'client'), { recursive: true })
  await writeFile(join(buildDir, 'server/server.js'), pages)
  const port = await freePort()
  const env = readEnv({ ROLES: 'web', API_BASE_URL: 'http://127.0.0.1:9', PORT: String(port) })
  const logger = pino({ serializers: { err: describeError } }, { write: (line: string) => void log.push(line) })
  const { fetch } = await createWebServer({ env, logger, buildDir, api: undefined })
  url = `http://127.0.0.1:${port}`
  await new Promise<void>((resolve) => {
    server = serve({ fetch, hostname: '127.0.0.1', port }, () => resolve())
  })
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await rm(dir, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } })

describe('a fatal error', () => {
  test.each(['/throws', '/bare'])('at %s is an error page with status 500, its title and an id that is in the log', async (path) => {
    const response = await get(path)
    const html = await response.text()
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(html).toContain('<title>Internal Server Error</title>')
    const [id = 'none'] = /[\da-f]{8}-[\da-f-]{27}/.exec(html) ?? []
    expect(log.some((line) => line.includes(id))).toBe(true)
    expect(html + log.join('')).not.toContain('a-secret-in-a-message')
  })

  test('is told in Russian to who reads Russian', async () => {
    const html = await (await get('/throws', { cookie: 'locale=ru' })).text()
    expect(html).toContain('<html lang="ru">')
    expect(html).toContain('<title>Внутренняя ошибка сервера</title>')
  })

  test('of a server function stays what the framework wrote, for the page to read', async () => {
    const response = await get('/_serverFn/x', { accept: 'application/json' })
    expect(response.headers.get('content-type')).toContain('application/json')
  })

  test('on the way to the API is a typed error in the caller’s language', async () => {
    const response = await get('/api/v1/models', { 'accept-language': 'ru' })
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ code: 'internal', detail: expect.stringMatching(/[а-я]/), error_id: expect.any(String) })
  })
})

describe('what caches may keep', () => {
  test.each(['auth.token=x', 'auth.refresh-token=x', '__Host-auth.token=x', '__Host-auth.refresh-token=x', 'locale=en; auth.token=x'])(
    'is nothing of a page that was asked for with %s',
    async (cookie) => expect((await get('/page', { cookie })).headers.get('cache-control')).toBe('private, no-store'),
  )

  test('is nothing of a page that signs in', async () => {
    expect((await get('/signs-in')).headers.get('cache-control')).toBe('private, no-store')
  })

  test('is for the visitor alone otherwise', async () => {
    expect((await get('/page', { cookie: 'locale=en' })).headers.get('cache-control')).toBe('private, no-cache')
  })
})

test('a page that takes a token out of its address keeps its own referrer policy and cache control', async () => {
  const { headers } = await get('/hands-over')
  expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store'])
})

test('a call of a server function that is too large is refused before anything reads it', async () => {
  const body = 'x'.repeat(1024 * 1024 + 1)
  const response = await fetch(`${url}/_serverFn/x`, { method: 'POST', body, headers: { connection: 'close' } })
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'payload_too_large'])
})

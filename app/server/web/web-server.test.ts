import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDataDir } from '#tests/fixtures/database.ts'
import { freePort } from '#tests/fixtures/server.ts'
import { readEnv } from '../env.ts'
import { describeError } from '../logger.ts'
import { createWebServer } from './web-server.ts'

/** Pages that behave as their paths say, instead of the built ones. */
const pages = `
export default {
  async fetch(request, { context }) {
    const { pathname } = new URL(request.url)
    if (pathname === '/whole') {
      context.takeHtml(Buffer.from('<p>' + 'whole '.repeat(400) + '</p>'))
      return new Response(null, { status: 404, headers: { 'content-type': 'text/html' } })
    }
    if (pathname === '/protocol') return new Response(request.headers.get('x-forwarded-proto'))
    if (pathname === '/throws') throw new Error('a-secret-in-a-message')
    if (pathname === '/bare' || pathname.startsWith('/_serverFn/'))
      return Response.json({ status: 500, unhandled: true, message: 'HTTPError' }, { status: 500 })
    if (pathname === '/hands-over') return new Response(null, { status: 303, headers: { location: '/', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' } })
    if (pathname === '/shared.txt') return new Response('ok', { headers: { 'cache-control': 'public, max-age=60', 'set-cookie': 'locale=en' } })
    if (pathname.startsWith('/escaped')) return new Response(decodeURIComponent(pathname))
    if (pathname === '/signs-in') return new Response('ok', { headers: { 'set-cookie': 'auth.token=x' } })
    return new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } })
  },
}
`

const script = 'export const part = 1\n'.repeat(200)
/** Random, because a packed file of this length must stay large. */
const large = randomBytes(400_000).toString('base64')

let dir: string
let server: Server
let url: string
const log: string[] = []
beforeAll(async () => {
  dir = await makeDataDir()
  const buildDir = join(dir, 'build')
  await mkdir(join(buildDir, 'server'), { recursive: true })
  await mkdir(join(buildDir, 'client'), { recursive: true })
  for (const [name, content] of Object.entries({ part: script, late: script, large })) {
    await writeFile(join(buildDir, `client/${name}.js`), content)
    await writeFile(join(buildDir, `client/${name}.js.br`), brotliCompressSync(content))
  }
  await writeFile(join(buildDir, 'server/server.js'), pages)
  const port = await freePort()
  const env = readEnv({ ROLES: 'web', API_BASE_URL: 'http://127.0.0.1:9', PORT: String(port), PUBLIC_URL: 'https://quartet.example' })
  const logger = pino({ serializers: { err: describeError } }, { write: (line: string) => void log.push(line) })
  const { listener } = await createWebServer({ env, logger, buildDir, api: undefined })
  url = `http://127.0.0.1:${port}`
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await rm(dir, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } })

describe('a file of the build', () => {
  test('a built file is the same at every request, and packed for clients that accept it', async () => {
    for (const accepted of ['br', 'identity', 'br']) {
      const response = await get('/part.js', { 'accept-encoding': accepted })
      expect(response.headers.get('content-encoding')).toBe(accepted === 'br' ? 'br' : null)
      expect(response.headers.get('vary')).toBe('accept-encoding')
      expect(await response.text()).toBe(script)
    }
    const etag = (await get('/part.js', { 'accept-encoding': 'br' })).headers.get('etag') ?? ''
    expect((await get('/part.js', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304)
  })

  test('a large built file, which does not stay in memory, is whole', async () => {
    for (let request = 0; request < 2; request += 1) {
      const response = await get('/large.js', { 'accept-encoding': 'br' })
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(256 * 1024)
      expect(await response.text()).toBe(large)
    }
  })

  test('a built file is served again after a failed read', async () => {
    const path = join(dir, 'build/client/late.js.br')
    expect(await (await get('/late.js', { 'accept-encoding': 'identity' })).text()).toBe(script)
    await rename(path, `${path}.away`)
    expect((await get('/late.js', { 'accept-encoding': 'br' })).status).toBe(500)
    // HEAD does not open the file.
    const head = await fetch(`${url}/late.js`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(brotliCompressSync(script).length)])
    await rename(`${path}.away`, path)
    expect(await (await get('/late.js', { 'accept-encoding': 'br' })).text()).toBe(script)
  })
})

describe('a page that is complete at once', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('a complete page is sent in one piece to a client that accepts %s', async (accepted, encoding) => {
    const response = await get('/whole', { 'accept-encoding': accepted })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('content-length')).not.toBeNull()
    expect(response.headers.get('vary')).toBe('accept-language, cookie, accept-encoding')
    expect(response.headers.get('cache-control')).toBe('private, no-cache, no-transform')
    expect(await response.text()).toContain('whole whole')
  })

  test('HEAD for a complete page is answered without a body', async () => {
    const response = await fetch(`${url}/whole`, { method: 'HEAD', headers: { accept: 'text/html' } })
    expect([response.status, await response.text()]).toEqual([404, ''])
  })
})

test('HTTPS is demanded for a year, and of subdomains only when HSTS_SUBDOMAINS is on', async () => {
  const hstsOf = async (target: string) =>
    (await fetch(target, { headers: { 'x-forwarded-proto': 'https' } })).headers.get('strict-transport-security')
  expect(await hstsOf(`${url}/part.js`)).toBe('max-age=31536000')
  const env = readEnv({ ROLES: 'web', API_BASE_URL: 'http://127.0.0.1:9', HSTS_SUBDOMAINS: 'on' })
  const { listener } = await createWebServer({ env, logger: pino({ enabled: false }), buildDir: undefined, api: undefined })
  const other = createServer(listener).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  expect(await hstsOf(`http://127.0.0.1:${address.port}/`)).toBe('max-age=31536000; includeSubDomains')
  await new Promise((resolve) => other.close(resolve))
})

test('behind a proxy that names no protocol, pages are of the protocol of PUBLIC_URL, so that their cookies are Secure', async () => {
  const answer = await get('/protocol', { origin: 'https://quartet.example' })
  expect(answer.headers.get('strict-transport-security')).toContain('max-age')
  expect(await answer.text()).toBe('https')
  expect(await (await get('/protocol')).text()).toBe('')
})

test('a cached page has the same headers when it is sent before the router', async () => {
  const headersOf = async () => {
    const { date: _date, ...headers } = Object.fromEntries((await get('/legal/terms', { 'x-forwarded-proto': 'https' })).headers)
    return headers
  }
  const first = await headersOf()
  expect(first).toMatchObject({ 'referrer-policy': 'strict-origin-when-cross-origin', 'strict-transport-security': expect.any(String) })
  expect(await headersOf()).toEqual(first)
})

describe('a fatal error', () => {
  test.each(['/throws', '/bare'])(
    'a fatal error at %s is an error page with status 500, its title and an id that is in the log',
    async (path) => {
      const response = await get(path)
      const html = await response.text()
      expect(response.status).toBe(500)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(html).toContain('<title>Internal Server Error</title>')
      const [id = 'none'] = /[\da-f]{8}-[\da-f-]{27}/.exec(html) ?? []
      expect(log.some((line) => line.includes(id))).toBe(true)
      expect(html + log.join('')).not.toContain('a-secret-in-a-message')
    },
  )

  test('a fatal error is in Russian for a client that prefers Russian', async () => {
    const html = await (await get('/throws', { cookie: 'locale=ru' })).text()
    expect(html).toContain('<html lang="ru">')
    expect(html).toContain('<title>Внутренняя ошибка сервера</title>')
  })

  test('a fatal error of a server function is passed through for the page', async () => {
    const response = await get('/_serverFn/x', { accept: 'application/json' })
    expect(response.headers.get('content-type')).toContain('application/json')
  })

  test('a fatal error on the way to the API is a typed error in the caller’s language', async () => {
    const response = await get('/api/v1/models', { 'accept-language': 'ru' })
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ code: 'internal', detail: expect.stringMatching(/[а-я]/), error_id: expect.any(String) })
  })
})

test('calls and their proxy go to the configured API base, its path included', async () => {
  const asked: (string | undefined)[] = []
  const upstream = createServer((request, response) => {
    asked.push(request.url)
    response.end('{}')
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const address = upstream.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/pre/fix`
  const env = readEnv({ ROLES: 'web', API_BASE_URL: base, PORT: String(await freePort()) })
  const { listener } = await createWebServer({ env, logger: pino({ level: 'silent' }), buildDir: undefined, api: undefined })
  const web = createServer(listener)
  await new Promise<void>((resolve) => web.listen(Number(env.PORT), '127.0.0.1', resolve))
  for (const path of ['/api/v1/models?type__in=image', '/openai/v1/models', '/anthropic/v1/models', '/mcp']) {
    expect((await fetch(`http://127.0.0.1:${env.PORT}${path}`)).status).toBe(200)
    expect(asked.at(-1)).toBe(`/pre/fix${path}`)
  }
  for (const server of [web, upstream]) await new Promise((resolve) => server.close(resolve))
})

describe('cache headers', () => {
  test.each(['auth.token=x', 'auth.refresh-token=x', '__Host-auth.token=x', '__Host-auth.refresh-token=x', 'locale=en; auth.token=x'])(
    'a page that was requested with %s is not cached',
    async (cookie) => expect((await get('/page', { cookie })).headers.get('cache-control')).toBe('private, no-store, no-transform'),
  )

  test('a page that signs in is not cached', async () => {
    expect((await get('/signs-in')).headers.get('cache-control')).toBe('private, no-store')
  })

  test('a public answer may be cached, and sets no cookie', async () => {
    const { headers } = await get('/shared.txt', { cookie: 'auth.token=x' })
    expect([headers.get('cache-control'), headers.getSetCookie()]).toEqual(['public, max-age=60', []])
  })

  test('any other answer may be cached for the visitor alone', async () => {
    expect((await get('/page', { cookie: 'locale=en' })).headers.get('cache-control')).toBe('private, no-cache, no-transform')
  })
})

test('a page that takes a token out of its address keeps its own referrer policy and cache control', async () => {
  const { headers } = await get('/hands-over')
  expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store'])
})

test('a call of a server function that is too large is refused before anything reads it', async () => {
  const body = 'x'.repeat(1024 * 1024 + 1)
  const response = await fetch(`${url}/_serverFn/x`, { method: 'POST', body, headers: { connection: 'close' } })
  expect([response.status, await response.json()]).toMatchObject([413, { code: 'payload_too_large' }])
})

describe('ambiguous addresses', () => {
  /** Sends a request exactly as written; `fetch` would normalize its target. */
  function send(
    target: string,
    headers: string[] = [],
    method = 'GET',
  ): Promise<{ status: number; location: string | undefined; raw: string }> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      let raw = ''
      socket.on('data', (chunk: Buffer) => (raw += chunk.toString('latin1')))
      socket.on('error', reject)
      socket.on('close', () => {
        const [head = ''] = raw.split('\r\n\r\n')
        resolve({ status: Number(head.split(' ')[1]), location: /^location: (.*)$/im.exec(head)?.[1], raw })
      })
      const lines = [`${method} ${target} HTTP/1.1`, 'Host: quartet.example', 'Accept: text/html', ...headers, 'Connection: close', '', '']
      socket.write(lines.join('\r\n'), 'latin1')
    })
  }

  const forged = [
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: http',
    'X-Forwarded-Port: 81',
    'Forwarded: host=evil.example;proto=http',
    'X-Original-URL: //evil.example',
    'X-Rewrite-URL: //evil.example',
    'Origin: http://evil.example',
    'Referer: http://evil.example/',
  ]

  test.each([
    ['//evil.example', '/evil.example'],
    ['//evil.example/x?a=1', '/evil.example/x?a=1'],
    ['///evil.example', '/evil.example'],
    ['//////', '/'],
    ['//', '/'],
    ['/\\evil.example', '/evil.example'],
    ['/\\/evil.example', '/evil.example'],
    ['/..//evil.example', '/evil.example'],
    ['/.//evil.example', '/evil.example'],
    ['/x/%2e%2e//evil.example', '/evil.example'],
    ['/ru//evil.example', '/ru/evil.example'],
    ['/en/\\evil.example', '/en/evil.example'],
    ['/legal\\', '/legal/'],
    ['/legal//', '/legal/'],
    ['/legal/\\terms', '/legal/terms'],
    ['//user:name@evil.example/', '/user:name@evil.example/'],
    ['//evil.example:81/', '/evil.example:81/'],
    ['http://evil.example//evil.example', '/evil.example'],
    ['http://evil.example/\\evil.example', '/evil.example'],
    ['//api/v1/models', '/api/v1/models'],
    ['//legal?access_token=SECRET&a=1', '/legal?a=1'],
    ['/\\legal?a=1&access_token=SECRET#access_token=SECRET', '/legal?a=1'],
    ['//legal?access_token[]=SECRET&%61ccess_token=SECRET', '/legal'],
    ['//legal?ref=ANN', '/legal?ref=ANN'],
  ])(
    'an address that browsers could read as another site, %s, is redirected to the same page of the public address, whatever the headers say',
    async (target, path) => {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const answer = await send(target, [...forged, ...(method === 'POST' ? ['Content-Length: 0'] : [])], method)
        expect([answer.status, answer.location], method).toEqual([308, `https://quartet.example${path}`])
        expect(answer.raw).toMatch(/^cache-control: no-store\r$/im)
        expect(answer.raw).toMatch(/^referrer-policy: no-referrer\r$/im)
        expect(answer.raw).not.toMatch(/SECRET|^set-cookie/im)
      }
    },
  )

  test.each([
    '/%2f/evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/%5c%5cevil.example/',
    '/%09/evil.example',
    '/%0a/evil.example',
    '/%0d%0alocation:%20%2f%2fevil.example',
    '/legal?next=//evil.example',
    '/legal?next=\\\\evil.example',
    '/@evil.example',
    '/.evil.example',
  ])('%s is served as a page of its own', async (target) => {
    const answer = await send(target, forged)
    expect([answer.status, answer.location]).toEqual([200, undefined])
  })

  test.each([
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '/ /evil.example',
    '/\u0000/evil.example',
    '*',
    'evil.example',
    '\\\\evil.example',
  ])('%j, which is no address, is refused', async (target) => {
    const answer = await send(target, forged)
    expect([answer.status, answer.location]).toEqual([400, undefined])
  })
})

test.each([
  ['/escaped/%zz', '/escaped/%zz'],
  ['/escaped/%', '/escaped/%'],
  ['/escaped%ff', '/escaped%ff'],
  ['/escaped/%d0%bb%D0', '/escaped/%d0%bb%D0'],
  ['/escaped/%E0%A4%A/%20', '/escaped/%E0%A4%A/ '],
  ['/escaped/%25zz', '/escaped/%zz'],
  ['/escaped/%D0%BB', '/escaped/л'],
])('invalid escapes are taken literally: %s', async (path, read) => {
  const response = await get(path)
  expect([response.status, await response.text()]).toEqual([200, read])
})

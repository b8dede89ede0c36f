import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'

const policy = "default-src 'self'; script-src 'nonce-abc' 'strict-dynamic'; object-src 'none'"

/** A cache whose renderer counts its calls and writes the number and the language into each page. */
function openCache({ status = 200 } = {}) {
  const clock = { now: 0, version: 0, isVersionKnown: true }
  const rendered: string[] = []
  const { answer: ask, ready } = createPageCache({
    now: () => clock.now,
    version: { known: () => (clock.isVersionKnown ? clock.version : null), read: async () => clock.version },
    async render(request) {
      const locale = request.headers.get('accept-language') ?? ''
      rendered.push(`${locale} ${new URL(request.url).pathname} ${request.headers.get('cookie')}`)
      const html = `<meta property="csp-nonce" content="abc"><script nonce="abc">run(${rendered.length})</script><script nonce="abc" src="/assets/a.js"></script><p>${locale}</p>`
      return new Response(html, {
        status,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          'set-cookie': `locale=${locale}`,
          'x-quartet-route': '/legal/$document',
        },
      })
    },
  })
  const get = (path: string, headers: Record<string, string> = {}) => ask(new Request(`http://localhost${path}`, { headers }))
  return { clock, rendered, get, ask, ready }
}

test('a page that all signed-out visitors share is rendered once for each language', async () => {
  const { get, rendered } = openCache()
  for (const language of ['en', 'en-GB', 'ru', 'ru,en;q=0.5']) await get('/legal/terms', { 'accept-language': language })
  await get('/legal/terms', { 'accept-language': 'en', cookie: 'locale=ru; referral_code=abc' })
  await get('/ru/legal/terms', { 'accept-language': 'en' })
  expect(rendered).toEqual(['en /legal/terms null', 'ru /legal/terms null', 'ru /ru/legal/terms null'])
})

test.each([
  ['a session', '/', { cookie: 'auth.token=x' }],
  ['a cookie it does not know', '/', { cookie: 'locale=en; flash=1' }],
  ['a query', '/?ref=abc', {}],
  ['another page', '/signin', {}],
  ['a page that is not there', '/legal/nothing', {}],
])('a request with %s is not answered from the cache', async (_what, path, headers: Record<string, string>) => {
  const { get, rendered } = openCache()
  expect(await get(path, headers)).toBeNull()
  expect(rendered).toEqual([])
})

test('a form is never answered from the cache', async () => {
  expect(await openCache().ask(new Request('http://localhost/', { method: 'POST' }))).toBeNull()
})

test('scripts are allowed by their hashes, and the nonce of the first visitor is removed', async () => {
  const { get } = openCache()
  const response = await get('/')
  const html = (await response?.text()) ?? ''
  const allowed = response?.headers.get('content-security-policy')
  expect(html).not.toContain('nonce')
  expect(allowed).toBe(
    `default-src 'self'; script-src 'self' 'sha256-${createHash('sha256').update('run(1)').digest('base64')}'; object-src 'none'`,
  )
})

test('simultaneous visitors wait for one rendering', async () => {
  const { get, rendered } = openCache()
  await Promise.all(Array.from({ length: 20 }, () => get('/')))
  expect(rendered).toHaveLength(1)
})

test('an old page is served once more after a minute while a new one is rendered, and no more after ten minutes', async () => {
  const { get, rendered, clock } = openCache()
  const text = async () => (await get('/'))?.text()
  expect(await text()).toContain('run(1)')
  clock.now = 61_000
  expect(await text()).toContain('run(1)')
  await expect.poll(text).toContain('run(2)')
  clock.now += 11 * 60_000
  expect(await text()).toContain('run(3)')
  expect(rendered).toHaveLength(3)
})

test('a page that could not be rendered is not cached', async () => {
  const { get, rendered } = openCache({ status: 500 })
  expect(await get('/')).toBeNull()
  expect(await get('/')).toBeNull()
  expect(rendered).toHaveLength(2)
})

test('a client with the page gets 304; others get it in an encoding they accept', async () => {
  const { get } = openCache()
  const first = await get('/', { 'accept-encoding': 'gzip, br' })
  expect(first?.headers.get('content-encoding')).toBe('br')
  expect((await get('/', { 'accept-encoding': 'gzip' }))?.headers.get('content-encoding')).toBe('gzip')
  expect((await get('/'))?.headers.get('content-encoding')).toBeNull()
  const again = await get('/', { 'if-none-match': first?.headers.get('etag') ?? '' })
  expect(again?.status).toBe(304)
})

test('a fresh page is ready for visitors of its language who may share it, until it is a minute old', async () => {
  const { get, ready, clock } = openCache()
  const find = (url: string, headers: IncomingHttpHeaders = {}) => ready({ method: 'GET', url, headers })
  expect(find('/')).toBeNull()
  const sent = await get('/', { 'accept-encoding': 'gzip' })
  const found = find('/', { 'accept-encoding': 'gzip', cookie: 'locale=en' })
  expect(found?.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'text/html; charset=utf-8',
    'set-cookie': ['locale=en'],
  })
  expect(found?.route).toBe('/legal/$document')
  expect(found?.headers).not.toHaveProperty('x-quartet-route')
  expect(found?.body).toEqual(new Uint8Array((await sent?.arrayBuffer()) ?? []))
  for (const other of [
    find('/?ref=abc'),
    find('/', { cookie: 'auth.token=x' }),
    find('/', { 'accept-language': 'ru' }),
    find('/', { 'if-none-match': '"x"' }),
    ready({ method: 'POST', url: '/', headers: {} }),
  ])
    expect(other).toBeNull()
  clock.now = 60_000
  expect(find('/')).toBeNull()
})

test('a new version of the prices replaces every page before the next visitor', async () => {
  const { clock, get, ready, rendered } = openCache()
  const target = { method: 'GET', url: '/', headers: { 'accept-language': 'en' } }
  await get('/', { 'accept-language': 'en' })
  expect(ready(target)).not.toBeNull()
  clock.version = 1
  expect(ready(target)).toBeNull()
  expect(await (await get('/', { 'accept-language': 'en' }))?.text()).toContain('run(2)')
  expect(ready(target)).not.toBeNull()
  // A process without the API asks for the version first.
  clock.isVersionKnown = false
  expect(ready(target)).toBeNull()
  await get('/', { 'accept-language': 'en' })
  expect(rendered).toHaveLength(2)
})

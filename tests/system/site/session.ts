import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type Person, signIn, signUp } from '#tests/fixtures/api-client.ts'
import { callFunction } from '#tests/fixtures/server-functions.ts'
import { openVisitor, type Visitor } from '#tests/fixtures/visitor.ts'
import { ann, api, gateway, web } from './open-site.ts'
import { wordsIn } from './words-in.ts'

/** Tests of the pages and their session over HTTP, with an API that can be made to fail. */

const session = '/v1/auth/session'
const refresh = '/v1/auth/refresh'

/** A browser that has just signed in as this person, with a new session. */
async function signedIn(person: Person = ann, defaults?: Record<string, string>): Promise<Visitor> {
  const { tokens } = await signIn(api.url, person)
  const visitor = openVisitor(web.url, defaults)
  visitor.cookies.set('auth.token', tokens.token).set('auth.refresh-token', tokens.refreshToken)
  return visitor
}

const isAlive = async (tokens: Map<string, string>, prefix = ''): Promise<boolean> => {
  const answer = await fetch(`${api.url}/api${session}`, { headers: { authorization: `Bearer ${tokens.get(`${prefix}auth.token`)}` } })
  await answer.body?.cancel()
  return answer.ok
}

describe('sign-in', () => {
  test('a sign-in stores the token, then fetches the session', async () => {
    const visitor = openVisitor(web.url)
    const { result } = await callFunction(visitor, 'signIn', { email: ann.email, password: ann.password })
    expect(result).toMatchObject({ ok: true, data: { status: 'authenticated', user: { email: ann.email } } })
    expect(gateway.calls.map(({ path }) => path)).toEqual(['/v1/auth/sign-in', session])
    expect(gateway.calls[1]?.authorization).toBe(`Bearer ${visitor.cookies.get('auth.token')}`)
    expect([...visitor.cookies.keys()].sort()).toEqual(['auth.device', 'auth.refresh-token', 'auth.token'])
  })

  test('a sign-in stores tokens in cookies that are httpOnly, Lax, of the whole site, and Secure off localhost', async () => {
    const plain = await callFunction(openVisitor(web.url), 'signIn', { email: ann.email, password: ann.password })
    for (const line of plain.response.headers.getSetCookie()) {
      expect(line).toMatch(/^auth\.(?:token|refresh-token|device)=[^;]+;/)
      expect(line).toMatch(/; HttpOnly/)
      expect(line).toMatch(/; SameSite=Lax/)
      expect(line).toMatch(/; Path=\/(?:;|$)/)
      expect(line).not.toMatch(/Secure|Domain/)
    }
    const safe = await callFunction(openVisitor(web.url, { 'x-forwarded-proto': 'https' }), 'signIn', {
      email: ann.email,
      password: ann.password,
    })
    const lines = safe.response.headers.getSetCookie()
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(['__Host-auth.device', '__Host-auth.refresh-token', '__Host-auth.token'])
    for (const line of lines) {
      for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Secure']) expect(line).toContain(`; ${attribute}`)
      expect(line).not.toContain('Domain')
    }
  })

  test.each([
    ['a missing token', { refresh_token: 'r-secret', expires_in: 900 }],
    ['a token that is no string', { token: 7, refresh_token: 'r-secret', expires_in: 900 }],
    ['a missing refresh token', { token: 't-secret', expires_in: 900 }],
    ['a refresh token that is no string', { token: 't-secret', refresh_token: null, expires_in: 900 }],
    ['tokens elsewhere', { data: { token: 't-secret', refresh_token: 'r-secret' } }],
  ])(
    'a sign-in whose response lacks a string token at the configured location is a typed internal error and stores nothing: %s',
    async (_, body) => {
      gateway.fault = ({ path }) => (path === '/v1/auth/sign-in' ? { status: 200, body } : null)
      const visitor = openVisitor(web.url)
      const { response, result } = await callFunction(visitor, 'signIn', { email: ann.email, password: ann.password })
      expect(response.status).toBe(500)
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'token_missing', statusCode: 500, message: 'The answer holds no string token at the configured location' },
      })
      expect(visitor.cookies.size).toBe(0)
      expect(gateway.count(session)).toBe(0)
      const { error_id } = (result as { error: { error_id: string } }).error
      await expect.poll(() => web.stdout()).toContain(error_id)
      expect(web.stdout() + web.stderr() + JSON.stringify(result)).not.toMatch(/[tr]-secret/)
    },
  )

  test('a sign-in works over HTTPS with cookies from before the site was served by it, and replaces them with prefixed ones', async () => {
    const visitor = await signedIn(ann, { 'x-forwarded-proto': 'https' })
    expect((await visitor.go('/profile/settings')).status).toBe(200)
    await callFunction(visitor, 'refreshSession')
    expect([...visitor.cookies.keys()].filter((name) => name.includes('auth.')).sort()).toEqual([
      '__Host-auth.device',
      '__Host-auth.refresh-token',
      '__Host-auth.token',
    ])
    expect((await visitor.go('/profile/settings')).status).toBe(200)
    await callFunction(visitor, 'signOut')
    expect([...visitor.cookies.keys()].filter((name) => name.includes('auth.'))).toEqual(['__Host-auth.device'])
  })
})

describe('the session', () => {
  test('the session is not requested without a token', async () => {
    await openVisitor(web.url).read('/signin')
    await callFunction(openVisitor(web.url), 'getSession', undefined, 'GET')
    expect(gateway.count(session)).toBe(0)
    expect(gateway.calls.every(({ authorization }) => authorization === undefined)).toBe(true)
  })

  test.each(['', 'null', 'undefined'])('the session is not requested with the cookie auth.token=%s', async (cookie) => {
    const visitor = openVisitor(web.url)
    const send = (path: string) => visitor.go(path, { headers: { cookie: `auth.token=${cookie}; auth.refresh-token=${cookie}` } })
    expect((await send('/signin')).status).toBe(200)
    expect((await send('/dashboard')).headers.get('location')).toBe('/signin?redirect=%2Fdashboard')
    expect([gateway.count(session), gateway.count(refresh)]).toEqual([0, 0])
    expect(gateway.calls.flatMap(({ authorization }) => authorization ?? [])).toEqual([])
  })

  test('the session shows when its token expires, and never the token', async () => {
    const visitor = await signedIn()
    const { result } = await callFunction(visitor, 'getSession', undefined, 'GET')
    const { expires_at, read_at } = result as { expires_at: string; read_at: string }
    const lifetime = Date.parse(expires_at) - Date.parse(read_at)
    expect(lifetime).toBeGreaterThan(14 * 60_000)
    expect(lifetime).toBeLessThanOrEqual(15 * 60_000)
    for (const value of visitor.cookies.values()) expect(JSON.stringify(result)).not.toContain(value)
  })

  test('a session that cannot be fetched for a 401 is refreshed once, and then cleared with both cookies', async () => {
    const visitor = openVisitor(web.url)
    visitor.cookies.set('auth.token', 'forged').set('auth.refresh-token', 'forged')
    const response = await visitor.go('/dashboard/image?prompt=x')
    expect([response.status, response.headers.get('location')]).toEqual([
      307,
      '/signin?redirect=%2Fdashboard%2Fimage%3Fprompt%3Dx&ended=expired',
    ])
    expect(gateway.count(refresh)).toBe(1)
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith('auth.'))).toEqual([])
  })

  test.each([400, 403, 404])('a session that the API refuses with %i is cleared with both tokens', async (status) => {
    const visitor = await signedIn()
    gateway.fault = ({ path }) => (path === session ? { status, body: { detail: 'No.' } } : null)
    const response = await visitor.go('/profile/settings')
    expect([response.status, new URL(response.headers.get('location') ?? '', web.url).pathname]).toEqual([307, '/signin'])
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith('auth.'))).toEqual([])
  })

  test('a session whose new token is refused as well is forgotten without a second try, and cleared by the next page', async () => {
    const visitor = await signedIn()
    gateway.fault = ({ path }) => (path === session ? { status: 401, body: { detail: 'Sign in.', code: 'unauthorized' } } : null)
    const { result } = await callFunction(visitor, 'getSession', undefined, 'GET')
    expect(result).toMatchObject({ status: 'unauthenticated', user: null, failure: null, ended: 'revoked' })
    expect([gateway.count(session), gateway.count(refresh)]).toEqual([2, 1])
    // The response to a call may come after the cookies of a new sign-in.
    expect([...visitor.cookies.keys()]).toContain('auth.token')
    await visitor.go('/dashboard')
    expect([...visitor.cookies.keys()]).not.toContain('auth.token')
    expect([...visitor.cookies.keys()]).not.toContain('auth.refresh-token')
  })

  test.each([
    ['a 500', { status: 500, body: { detail: 'Oops.', code: 'internal', error_id: 'id-of-the-api' } }, 500],
    ['a 503', { status: 503 }, 503],
    ['a network error', 'drop' as const, 500],
  ])(
    'a session that cannot be fetched for %s keeps the cookies; pages that need it are an error with the true status',
    async (_, fault, status) => {
      const visitor = await signedIn()
      const before = new Map(visitor.cookies)
      gateway.fault = ({ path }) => (path === session ? fault : null)
      const page = await visitor.read('/profile/settings')
      expect(page.response.status).toBe(status)
      expect(page.html).toContain(status === 503 ? '<title>Service Unavailable</title>' : '<title>Internal Server Error</title>')
      expect(page.html).toContain('Try again')
      expect((await visitor.read('/signin')).response.status).toBe(200)
      for (const [name, value] of before) expect(visitor.cookies.get(name)).toBe(value)
      gateway.fault = () => null
      expect((await visitor.go('/profile/settings')).status).toBe(200)
    },
  )

  test('a session stays when its token has ended and the refresh is not answered', async () => {
    const visitor = await signedIn()
    visitor.cookies.delete('auth.token')
    gateway.fault = ({ path }) => (path === refresh ? 'drop' : null)
    const { result } = await callFunction(visitor, 'getSession', undefined, 'GET')
    expect(result).toMatchObject({ status: 'unauthenticated', failure: { code: 'offline' }, ended: null })
    expect(visitor.cookies.has('auth.refresh-token')).toBe(true)
    gateway.fault = () => null
    expect((await visitor.go('/profile/settings')).status).toBe(200)
  })

  test('a session that cannot be read is the internal error "Session: unable to extract session", with an id to quote', async () => {
    const visitor = await signedIn()
    gateway.fault = ({ path }) => (path === session ? { status: 200, body: { name: 'Ann', secret: 'raw-upstream-text' } } : null)
    const { html, response } = await visitor.read('/profile/settings')
    expect(response.status).toBe(500)
    expect(wordsIn(html)).toContain('InternalError: Session: unable to extract session')
    expect(html).not.toContain('raw-upstream-text')
    const [, id = 'none'] = /quote (?:<!-- -->)?([\da-f-]{36})/.exec(wordsIn(html)) ?? []
    await expect.poll(() => web.stdout()).toContain(id)
    expect(visitor.cookies.has('auth.refresh-token')).toBe(true)
  })

  test('the session of a signed-in person is never stored by a cache', async () => {
    const visitor = await signedIn()
    for (const path of ['/profile/settings', '/', '/legal/terms', '/nothing/here'])
      expect((await visitor.go(path)).headers.get('cache-control'), path).toMatch(/^private, no-store/)
  })
})

describe('a refresh', () => {
  test('a refresh replaces the tokens, then reloads the session', async () => {
    const visitor = await signedIn()
    const before = new Map(visitor.cookies)
    const { result, response } = await callFunction(visitor, 'refreshSession')
    expect(result).toMatchObject({ status: 'authenticated', user: { email: ann.email } })
    expect(gateway.calls.map(({ path }) => path)).toEqual([refresh, session])
    expect(response.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(['auth.token', 'auth.refresh-token', 'auth.device'])
    for (const name of ['auth.token', 'auth.refresh-token']) expect(visitor.cookies.get(name), name).not.toBe(before.get(name))
    expect(gateway.calls[1]?.authorization).toBe(`Bearer ${visitor.cookies.get('auth.token')}`)
  })

  test('one refresh serves all simultaneous requests of a browser', async () => {
    const visitor = await signedIn()
    visitor.cookies.delete('auth.token')
    const pages = await Promise.all(
      ['/profile/tokens', '/profile/settings', '/profile/statistics', '/profile'].map((path) => visitor.go(path)),
    )
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 307])
    expect(gateway.count(refresh)).toBe(1)
  })

  test('a refresh whose response lacks a token changes nothing', async () => {
    const visitor = await signedIn()
    const before = new Map(visitor.cookies)
    gateway.fault = ({ path }) => (path === refresh ? { status: 200, body: { token: 'alone' } } : null)
    const { result } = await callFunction(visitor, 'refreshSession')
    expect(result).toMatchObject({ failure: { code: 'token_missing' } })
    expect(visitor.cookies).toEqual(before)
  })

  test.each([400, 401, 403, 404, 422])('a refresh that the API refuses with %i clears the session and both tokens', async (status) => {
    const visitor = await signedIn()
    visitor.cookies.delete('auth.token')
    gateway.fault = ({ path }) => (path === refresh ? { status, body: { detail: 'No.' } } : null)
    const response = await visitor.go('/profile/settings')
    expect([response.status, new URL(response.headers.get('location') ?? '', web.url).pathname]).toEqual([307, '/signin'])
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith('auth.'))).toEqual([])
  })

  test.each([408, 429, 500, 503])('a refresh that is answered with %i is tried again and clears nothing', async (status) => {
    const visitor = await signedIn()
    visitor.cookies.delete('auth.token')
    gateway.fault = ({ path }) => (path === refresh ? { status, body: { detail: 'Later.' } } : null)
    expect((await visitor.go('/profile/settings')).status).toBe(status)
    expect(visitor.cookies.has('auth.refresh-token')).toBe(true)
    gateway.fault = () => null
    expect((await visitor.go('/profile/settings')).status).toBe(200)
  })

  test('a refresh with a token that was used before ends the session and says so to the person', async () => {
    const visitor = await signedIn()
    visitor.cookies.delete('auth.token')
    const body = { detail: 'Used twice.', code: 'refresh_token_reused' }
    gateway.fault = ({ path }) => (path === refresh ? { status: 401, body } : null)
    const response = await visitor.go('/profile/settings')
    expect(response.headers.get('location')).toBe('/signin?redirect=%2Fprofile%2Fsettings&ended=reused')
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith('auth.'))).toEqual([])
  })

  test('a refresh of an access token that came without a refresh token does not end the session', async () => {
    const visitor = await signedIn()
    visitor.cookies.delete('auth.refresh-token')
    const { result } = await callFunction(visitor, 'refreshSession')
    expect(result).toMatchObject({ status: 'authenticated' })
    expect(visitor.cookies.has('auth.token')).toBe(true)
  })
})

describe('sign-out', () => {
  test('a sign-out clears the session and tokens, and revokes them', async () => {
    const visitor = await signedIn()
    const tokens = new Map(visitor.cookies)
    await callFunction(visitor, 'signOut')
    expect(visitor.cookies.size).toBe(0)
    expect(await isAlive(tokens)).toBe(false)
    const [call] = gateway.calls.filter(({ path }) => path === '/v1/auth/sign-out')
    expect(call?.authorization).toBe(`Bearer ${tokens.get('auth.token')}`)
    expect(JSON.parse(call?.body ?? '')).toEqual({ refresh_token: tokens.get('auth.refresh-token') })
  })

  test('a sign-out leaves the device known, which the next sign-in says; a browser remembers its last three accounts', async () => {
    const visitor = openVisitor(web.url)
    const devices = async () => {
      gateway.forget()
      await callFunction(visitor, 'signIn', { email: ann.email, password: 'not the password', device_tokens: ['made up'] })
      const [call] = gateway.calls.filter(({ path }) => path === '/v1/auth/sign-in')
      return v.parse(v.object({ device_tokens: v.array(v.string()) }), JSON.parse(call?.body ?? '{}')).device_tokens
    }
    expect(await devices()).toEqual([])
    const people = [ann, ...(await Promise.all([1, 2, 3].map(() => signUp(api.url))))]
    for (const { email, password } of people) {
      await callFunction(visitor, 'signIn', { email, password })
      await callFunction(visitor, 'signOut')
    }
    const [, ...last] = people
    expect((await devices()).map((token: string) => token.split('.')[0])).toEqual(last.map(({ id }) => id).reverse())
    await callFunction(visitor, 'signIn', last[0])
    expect((await devices()).map((token: string) => token.split('.')[0])).toEqual([0, 2, 1].map((at) => last[at]?.id))
  })

  test.each([
    ['a 500', { status: 500 }],
    ['no answer', 'drop' as const],
  ])('a sign-out clears the tokens even when the call fails with %s', async (_, fault) => {
    const visitor = await signedIn()
    gateway.fault = () => fault
    const { response, result } = await callFunction(visitor, 'signOut')
    expect([response.status, result]).toEqual([200, { ok: true }])
    expect(visitor.cookies.size).toBe(0)
  })

  test('a sign-out that did not reach the server applies from the next request', async () => {
    const visitor = await signedIn()
    const tokens = new Map(visitor.cookies)
    visitor.cookies.set('auth.signed-out', '1')
    const response = await visitor.go('/profile/settings')
    expect(response.headers.get('location')).toBe('/signin?redirect=%2Fprofile%2Fsettings')
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith('auth.'))).toEqual([])
    expect(await isAlive(tokens)).toBe(false)
  })
})

describe('the subscription to push notifications', () => {
  test('a service worker reads and renews it by the session of its browser, which nobody else can', async () => {
    const visitor = await signedIn()
    const read = () => visitor.go('/push', { headers: { accept: 'application/json' } })
    const stateSchema = v.object({ public_key: v.string(), subscription: v.nullable(v.object({ endpoint: v.string() })) })
    expect(v.parse(stateSchema, await (await read()).json()).subscription).toBeNull()
    const put = (by: Visitor, body: unknown, headers: Record<string, string> = { origin: web.url }) =>
      by.go('/push', { method: 'PUT', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
    const endpoint = 'https://push.example/new'
    const renewed = { endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }, kinds: ['approval_asked'] }
    expect((await put(visitor, renewed)).status).toBe(200)
    expect(v.parse(stateSchema, await (await read()).json()).subscription).toMatchObject({ endpoint })
    const statuses = await Promise.all(
      [
        put(visitor, { endpoint }),
        put(visitor, renewed, { origin: 'https://evil.example' }),
        put(openVisitor(web.url), renewed),
        openVisitor(web.url).go('/push'),
      ].map(async (answer) => (await answer).status),
    )
    expect(statuses).toEqual([400, 403, 401, 401])
  })
})

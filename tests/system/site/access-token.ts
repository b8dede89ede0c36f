import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, signIn, signUp } from '#tests/fixtures/api-client.ts'
import type { Fault, GatewayCall } from '#tests/fixtures/gateway.ts'
import { callFunction } from '#tests/fixtures/server-functions.ts'
import { openVisitor, type Visitor } from '#tests/fixtures/visitor.ts'
import { ann, api, gateway, web } from './open-site.ts'

/** Tests of `?access_token=`, which any page stores as the token and removes from the URL. */
let bob: Person
beforeAll(async () => {
  bob = await signUp(api.url)
})

/** Pending handovers, which the API creates for people who return from another service. */
const waiting = new Map<string, Person>()
const used: string[] = []
beforeEach(() => {
  gateway.fault = answerHandovers
})
afterEach(() => waiting.clear())

async function answerHandovers({ path, body }: GatewayCall): Promise<Fault | null> {
  if (path !== '/v1/auth/handover') return null
  const { access_token } = v.parse(v.object({ access_token: v.string() }), JSON.parse(body))
  const person = waiting.get(access_token)
  if (!person) return null
  waiting.delete(access_token)
  const { tokens } = await signIn(api.url, person)
  const headers = { authorization: `Bearer ${tokens.token}` }
  const user: unknown = await (await fetch(`${api.url}/api/v1/auth/session`, { headers })).json()
  return { status: 200, body: { user, token: tokens.token, refresh_token: tokens.refreshToken, expires_in: 900 } }
}

function handoverFor(person: Person): string {
  const token = `handover-${randomUUID()}`
  waiting.set(token, person)
  used.push(token)
  return token
}

async function accessTokenOf(person: Person): Promise<string> {
  const { tokens } = await signIn(api.url, person)
  used.push(tokens.token)
  return tokens.token
}

async function signedIn(person: Person): Promise<Visitor> {
  const { tokens } = await signIn(api.url, person)
  const visitor = openVisitor(web.url)
  visitor.cookies.set('auth.token', tokens.token).set('auth.refresh-token', tokens.refreshToken)
  return visitor
}

async function whoIs(visitor: Visitor): Promise<string | null> {
  const { result } = await callFunction(visitor, 'getSession', undefined, 'GET')
  return (result as { user: { email: string } | null }).user?.email ?? null
}

const isAlive = async (token: string | undefined): Promise<boolean> => {
  const answer = await fetch(`${api.url}/api/v1/auth/session`, { headers: { authorization: `Bearer ${token}` } })
  await answer.body?.cancel()
  return answer.ok
}

const refused = 'This sign-in link was already used or has expired.'
const unanswered = 'We couldn’t check your sign-in link'

describe('a signed-out visitor', () => {
  test('a signed-out visitor is signed in on any page by a handover, with both tokens, and led to the clean address', async () => {
    for (const [path, clean] of [
      ['/?access_token=TOKEN', '/'],
      ['/legal/terms?access_token=TOKEN&a=1&b=x%20y+z', '/legal/terms?a=1&b=x%20y+z'],
      ['/ru/dashboard/image?prompt=%D0%BB%D0%B8%D1%81%D0%B0&access_token=TOKEN', '/ru/dashboard/image?prompt=%D0%BB%D0%B8%D1%81%D0%B0'],
      ['/nothing/here?access_token=TOKEN', '/nothing/here'],
    ] as const) {
      const visitor = openVisitor(web.url)
      const response = await visitor.go(path.replace('TOKEN', handoverFor(ann)))
      expect([response.status, response.headers.get('location')], path).toEqual([303, clean])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect([...visitor.cookies.keys()].filter((name) => name.startsWith('auth.')).sort()).toEqual(['auth.refresh-token', 'auth.token'])
      expect(await whoIs(visitor)).toBe(ann.email)
    }
  })

  test('a signed-out visitor is signed in by an access token, which comes without a refresh token', async () => {
    const visitor = openVisitor(web.url)
    const response = await visitor.go(`/profile/settings?access_token=${await accessTokenOf(ann)}`)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/profile/settings'])
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith('auth.'))).toEqual(['auth.token'])
    expect((await visitor.go('/profile/settings')).status).toBe(200)
  })

  test.each([
    ['forged', '/legal?access_token=forged&x=1', '/legal?x=1'],
    ['forged in the form of a token', `/legal?access_token=${'a'.repeat(40)}.${'b'.repeat(80)}.${'c'.repeat(43)}`, '/legal'],
    ['repeated', '/legal?access_token=a&access_token=b', '/legal'],
    ['an array', '/legal?access_token[]=a', '/legal'],
    ['oversize', `/legal?access_token=${'x'.repeat(2049)}`, '/legal'],
    ['empty', '/legal?access_token=', '/legal'],
  ])('a signed-out visitor is notified once, on the clean address, that a token was ignored: %s', async (_, path, clean) => {
    const visitor = openVisitor(web.url)
    const response = await visitor.go(path)
    expect([response.status, response.headers.get('location')]).toEqual([303, clean])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await visitor.read(clean)).html).toContain(refused)
    expect((await visitor.read(clean)).html).not.toContain(refused)
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith('auth.'))).toEqual([])
  })

  test('a signed-out visitor cannot use a handover twice', async () => {
    const token = handoverFor(ann)
    await openVisitor(web.url).go(`/?access_token=${token}`)
    const second = openVisitor(web.url)
    expect((await second.read(`/legal?access_token=${token}`)).html).toContain(refused)
    expect(await whoIs(second)).toBeNull()
  })

  test('a signed-out visitor is notified when the token could not be checked', async () => {
    gateway.fault = ({ path }) => (path === '/v1/auth/handover' ? 'drop' : null)
    const visitor = openVisitor(web.url)
    expect((await visitor.read('/legal?access_token=anything')).html).toContain(unanswered)
  })

  test('a signed-out visitor reads the notice in Russian', async () => {
    const visitor = openVisitor(web.url, { 'accept-language': 'ru' })
    expect((await visitor.read('/legal?access_token=forged')).html).toContain('Ссылка для входа')
  })

  test('a signed-out visitor is not led to another host', async () => {
    for (const path of ['//evil.example/?access_token=a', '/%2F/evil.example?access_token=a', '/%5C/evil.example?access_token=a']) {
      const response = await openVisitor(web.url).go(`${web.url}${path}`)
      const location = response.headers.get('location')
      expect(new URL(location ?? '/', web.url).host, `${path} → ${location}`).toBe(new URL(web.url).host)
    }
  })
})

describe('a signed-in person', () => {
  test('a signed-in person gets the new tokens of the same account, and the session before them ends', async () => {
    const visitor = await signedIn(ann)
    const before = visitor.cookies.get('auth.token')
    const response = await visitor.go(`/profile/settings?access_token=${handoverFor(ann)}`)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/profile/settings'])
    expect(visitor.cookies.get('auth.token')).not.toBe(before)
    expect([await whoIs(visitor), await isAlive(before)]).toEqual([ann.email, false])
  })

  test('a signed-in person keeps the refresh token when only an access token of the same account comes', async () => {
    const visitor = await signedIn(ann)
    const refreshToken = visitor.cookies.get('auth.refresh-token')
    const token = await accessTokenOf(ann)
    await visitor.go(`/?access_token=${token}`)
    expect([visitor.cookies.get('auth.token'), visitor.cookies.get('auth.refresh-token')]).toEqual([token, refreshToken])
  })

  test('a signed-in person is asked before another account, and closing the page changes nothing', async () => {
    const visitor = await signedIn(ann)
    const before = visitor.cookies.get('auth.token')
    const response = await visitor.go(`/dashboard/image?prompt=fox&access_token=${handoverFor(bob)}`)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/switch?redirect=%2Fdashboard%2Fimage%3Fprompt%3Dfox'])
    const { html } = await visitor.read('/switch?redirect=%2Fdashboard%2Fimage%3Fprompt%3Dfox')
    expect(html).toContain(ann.email)
    expect(html).toContain(bob.email)
    expect(visitor.cookies.get('auth.token')).toBe(before)
    expect(await whoIs(visitor)).toBe(ann.email)
    const pending = response.headers.getSetCookie().find((line) => line.startsWith('auth.pending='))
    expect(pending).toMatch(/; Max-Age=300;.*HttpOnly/)
  })

  test('a signed-in person is asked in the language that the address was pinned to', async () => {
    const visitor = await signedIn(ann)
    const response = await visitor.go(`/ru/legal?access_token=${handoverFor(bob)}`)
    expect(response.headers.get('location')).toBe('/ru/switch?redirect=%2Flegal')
    const { html } = await visitor.read('/ru/switch?redirect=%2Flegal')
    expect(html).toContain('Сменить аккаунт?')
  })

  test('a signed-in person who agrees continues as the other account: the old session is revoked', async () => {
    const visitor = await signedIn(ann)
    const before = visitor.cookies.get('auth.token')
    await visitor.go(`/?access_token=${handoverFor(bob)}`)
    const { result } = await callFunction(visitor, 'answerAccountSwitch', { change: true })
    expect(result).toEqual({ ok: true, data: { changed: true } })
    expect([await whoIs(visitor), await isAlive(before), await isAlive(visitor.cookies.get('auth.token'))]).toEqual([
      bob.email,
      false,
      true,
    ])
    expect(visitor.cookies.has('auth.pending')).toBe(false)
  })

  test('a signed-in person who declines stays: the pending session is revoked', async () => {
    const visitor = await signedIn(ann)
    await visitor.go(`/?access_token=${handoverFor(bob)}`)
    const cookie = Buffer.from(visitor.cookies.get('auth.pending') ?? '', 'base64url').toString()
    const pending = v.parse(v.object({ token: v.string() }), JSON.parse(cookie))
    expect(await isAlive(pending.token)).toBe(true)
    const { result } = await callFunction(visitor, 'answerAccountSwitch', { change: false })
    expect(result).toEqual({ ok: true, data: { changed: false } })
    expect([await whoIs(visitor), await isAlive(pending.token)]).toEqual([ann.email, false])
    expect(visitor.cookies.has('auth.pending')).toBe(false)
  })

  test('a signed-in person is led on when there is nothing to be asked', async () => {
    const visitor = await signedIn(ann)
    for (const [path, location] of [
      ['/switch?redirect=%2Fprofile%2Fsettings', '/profile/settings'],
      ['/switch?redirect=%2F%2Fevil.example', '/dashboard'],
      ['/switch', '/dashboard'],
    ] as const) {
      expect((await visitor.read(path)).path, path).toBe(location)
    }
    const { result } = await callFunction(visitor, 'answerAccountSwitch', { change: true })
    expect(result).toEqual({ ok: true, data: { changed: false } })
    expect(await whoIs(visitor)).toBe(ann.email)
  })

  test('a signed-in person keeps their session and is notified when the API cannot be reached or rejects the token', async () => {
    for (const [fault, words] of [
      ['drop', unanswered],
      [{ status: 503 }, unanswered],
      [{ status: 401, body: { detail: 'No.', code: 'invalid_access_token' } }, refused],
    ] as const) {
      const visitor = await signedIn(ann)
      gateway.fault = ({ path }) => (path === '/v1/auth/handover' ? fault : null)
      expect((await visitor.read('/legal?access_token=anything')).html).toContain(words)
      expect(await whoIs(visitor)).toBe(ann.email)
    }
  })

  test('a person whose sign-out did not reach the server is not asked', async () => {
    const visitor = await signedIn(ann)
    const before = visitor.cookies.get('auth.token')
    visitor.cookies.set('auth.signed-out', '1')
    const response = await visitor.go(`/legal?access_token=${handoverFor(bob)}`)
    expect(response.headers.get('location')).toBe('/legal')
    expect([await whoIs(visitor), await isAlive(before)]).toEqual([bob.email, false])
  })
})

describe('a token in an address', () => {
  test('a token in an address is not used up by a server function, a file, a HEAD request or a form', async () => {
    const token = handoverFor(ann)
    const visitor = openVisitor(web.url)
    await visitor.go(`/legal?access_token=${token}`, { method: 'HEAD' })
    await visitor.go(`/favicon.svg?access_token=${token}`)
    await visitor.go(`/signin?access_token=${token}`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body: '' })
    await visitor.go(`/_serverFn/x?access_token=${token}`, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(gateway.count('/v1/auth/handover')).toBe(0)
    await visitor.go(`/legal?access_token=${token}`)
    expect(await whoIs(visitor)).toBe(ann.email)
  })

  test('a token in an address is not passed on in the way back to the requested page', async () => {
    const { html, path } = await openVisitor(web.url).read('/profile/settings?x=1&access_token=forged')
    expect(path).toBe('/signin?redirect=%2Fprofile%2Fsettings%3Fx%3D1')
    expect(html).not.toContain('forged')
  })

  test('a token in an address is in no page, no log and no header that leaves', async () => {
    const token = handoverFor(ann)
    const visitor = openVisitor(web.url)
    const first = await visitor.go(`/profile/settings?access_token=${token}`)
    expect(JSON.stringify([...first.headers].filter(([name]) => name !== 'set-cookie'))).not.toContain(token)
    const { html } = await visitor.read('/profile/settings')
    for (const value of [token, ...visitor.cookies.values()].filter((one) => one.length > 20)) expect(html).not.toContain(value)
    const log = web.stdout() + web.stderr() + api.stdout() + api.stderr()
    for (const value of [...used, ...visitor.cookies.values()].filter((one) => one.length > 20)) expect(log).not.toContain(value)
  })
})

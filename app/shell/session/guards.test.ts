import { isRedirect } from '@tanstack/react-router'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#app/contract/base/api-result.ts'
import type { Session } from '#app/shell/data/session.functions.ts'
import { ann as user } from '#tests/factories/signed-in-user.ts'
import { guestOnly, requireUser } from './guards.ts'

const signedOut: Session = {
  status: 'unauthenticated',
  user: null,
  locale: 'en',
  failure: null,
  expires_at: null,
  read_at: '2026-11-21T10:00:00.000Z',
  ended: null,
  link_problem: null,
}
const signedIn: Session = { ...signedOut, status: 'authenticated', user }
const unread: Session = { ...signedOut, failure: { statusCode: 500, statusMessage: 'InternalError', detail: '', code: 'offline' } }

const thrownBy = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

function redirectOf(act: () => unknown) {
  const thrown = thrownBy(act)
  return isRedirect(thrown) ? thrown.options : undefined
}

describe('a page for signed-in people', () => {
  const location = { pathname: '/dashboard/image', searchStr: '?prompt=A+fox' }

  test('a page for signed-in people gets the person', () => {
    expect(requireUser({ context: { session: signedIn }, location })).toEqual({ user })
  })

  test('a page for signed-in people leads a signed-out person to the sign-in page, with the way back', () => {
    expect(redirectOf(() => requireUser({ context: { session: signedOut }, location }))).toMatchObject({
      to: '/signin',
      search: { redirect: '/dashboard/image?prompt=A+fox' },
    })
  })

  test('a page for signed-in people does not pass a token on in the way back', () => {
    const withToken = { pathname: '/dashboard', searchStr: '?access_token=secret' }
    expect(redirectOf(() => requireUser({ context: { session: signedOut }, location: withToken }))).toMatchObject({
      search: { redirect: '/dashboard' },
    })
  })

  test('the sign-in page says why the session has ended', () => {
    const ended: Session = { ...signedOut, ended: 'reused' }
    expect(redirectOf(() => requireUser({ context: { session: ended }, location }))).toMatchObject({ search: { ended: 'reused' } })
  })

  test('the sign-in page gets no way back when that option is off', () => {
    const settings = { pages: { signIn: '/signin' }, addRedirectQuery: false }
    const { search } = redirectOf(() => requireUser({ context: { session: signedOut }, location }, settings)) ?? {}
    expect(search).toEqual({})
  })

  test.each(['', 'signin', '//evil.example/signin', 'https://evil.example/signin', '/\\evil.example', 'javascript:alert(1)'])(
    'the misconfigured login page %j logs a warning, redirects nobody and withholds private data',
    (signIn) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      const settings = { pages: { signIn }, addRedirectQuery: true }
      const thrown = thrownBy(() => requireUser({ context: { session: signedOut }, location }, settings))
      expect(isRedirect(thrown)).toBe(false)
      expect(thrown).toBeInstanceOf(ApiError)
      expect(thrown).toMatchObject({ statusCode: 401 })
      expect(warn).toHaveBeenCalledOnce()
      warn.mockRestore()
    },
  )

  test('a page for signed-in people is an error, not a sign-out, while the session cannot be read', () => {
    expect(thrownBy(() => requireUser({ context: { session: unread }, location }))).toBeInstanceOf(ApiError)
  })
})

describe('a page for guests', () => {
  test('a page for guests sends a signed-in person to the home page', () => {
    expect(redirectOf(() => guestOnly({ context: { session: signedIn } }))).toMatchObject({ to: '/' })
  })

  test('a page for guests admits guests, and visitors whose session is unknown', () => {
    expect(thrownBy(() => guestOnly({ context: { session: signedOut } }))).toBeUndefined()
    expect(thrownBy(() => guestOnly({ context: { session: unread } }))).toBeUndefined()
  })
})

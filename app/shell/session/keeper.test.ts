import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hostHeldSession, isSessionHeld } from '#app/shell/calls/session-hold.ts'
import { checkSession } from '#app/shell/calls/session-signals.ts'
import { getSession, type Session } from '#app/shell/data/session.functions.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { config } from '#config'
import { ann } from '#tests/factories/signed-in-user.ts'
import { keepSession } from './keeper.ts'
import { renewSession } from './renewal.ts'
import { longestTimer } from './times.ts'

vi.mock('#app/shell/data/session.functions.ts', () => ({ getSession: vi.fn() }))
vi.mock('./renewal.ts', () => ({ renewSession: vi.fn() }))

// Without `expires_at`, no renewal before expiry is planned, so only the intervals renew.
const signedIn: Session = {
  status: 'authenticated',
  user: ann,
  locale: 'en',
  failure: null,
  expires_at: null,
  read_at: '2026-11-23T00:00:00.000Z',
  ended: null,
  link_problem: null,
}
const signedOut: Session = { ...signedIn, status: 'unauthenticated', user: null }

let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('PerformanceNavigationTiming', EventTarget)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.mocked(renewSession).mockReset().mockResolvedValue(signedIn)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function keep(session: Session) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  stop = keepSession({ queryClient, onPersonChange: () => Promise.resolve() })
  return queryClient
}

test('a session is refreshed on the interval of the refresh token, and never periodically by default', async () => {
  keep(signedIn)
  const interval = Math.min(config.auth.refreshToken.maxAge * 1000, longestTimer)
  await vi.advanceTimersByTimeAsync(interval - 1)
  expect(renewSession).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(renewSession).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(interval)
  expect(renewSession).toHaveBeenCalledTimes(2)
})

test('nothing is refreshed on the interval while nobody is signed in', async () => {
  keep(signedOut)
  await vi.advanceTimersByTimeAsync(longestTimer)
  expect(renewSession).not.toHaveBeenCalled()
})

describe('a window that becomes visible', () => {
  const { minInterval } = config.auth.refresh.onVisible
  const show = (visibilityState = 'visible') => {
    Object.assign(document, { visibilityState })
    document.dispatchEvent(new Event('visibilitychange'))
  }

  test('a window that becomes visible refreshes the session, at most once a minute', async () => {
    keep(signedIn)
    expect(minInterval).toBe(60_000)
    await vi.advanceTimersByTimeAsync(minInterval - 1)
    show()
    expect(renewSession).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    show()
    expect(renewSession).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(minInterval - 1)
    show()
    expect(renewSession).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1)
    show()
    expect(renewSession).toHaveBeenCalledTimes(2)
  })

  test('a window that becomes hidden refreshes nothing', async () => {
    keep(signedIn)
    await vi.advanceTimersByTimeAsync(minInterval)
    show('hidden')
    expect(renewSession).not.toHaveBeenCalled()
  })

  test('a window that becomes visible refreshes nothing without a session', async () => {
    keep(signedOut)
    await vi.advanceTimersByTimeAsync(minInterval)
    show()
    expect(renewSession).not.toHaveBeenCalled()
  })
})

test('a response from before a sign-in does not end the session that began since', async () => {
  const leave = hostHeldSession()
  const queryClient = keep(signedIn)
  const { promise: late, resolve } = Promise.withResolvers<Session>()
  vi.mocked(getSession)
    .mockReturnValueOnce(late)
    .mockResolvedValue({ ...signedIn, read_at: '2026-11-23T00:00:02.000Z' })
  const checked = checkSession()
  queryClient.setQueryData(sessionQuery.queryKey, { ...signedIn, read_at: '2026-11-23T00:00:01.000Z' })
  resolve(signedOut)
  await checked
  expect(isSessionHeld()).toBe(false)
  expect(queryClient.getQueryData(sessionQuery.queryKey)?.user).toEqual(ann)
  leave()
})

test('a response without a session does not replace the reason that another tab has sent', async () => {
  const queryClient = keep(signedIn)
  const { promise: late, resolve } = Promise.withResolvers<Session>()
  vi.mocked(getSession).mockReturnValueOnce(late)
  const checked = checkSession()
  queryClient.setQueryData(sessionQuery.queryKey, { ...signedOut, ended: 'reused', read_at: '2026-11-23T00:00:01.000Z' })
  resolve({ ...signedOut, read_at: '2026-11-23T00:00:02.000Z' })
  await checked
  expect(queryClient.getQueryData(sessionQuery.queryKey)?.ended).toBe('reused')
})

import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { getSessionCall, refreshSessionCall } from '#app/contract/account/auth.calls.ts'
import { config } from '#config'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { browser } from '#tests/fixtures/component/browser.ts'
import { makeTokens, openPage, refuse } from '#tests/fixtures/component/page.tsx'

const minute = 60_000
/** A minute before the expiry of a new token, whose seconds are whole. */
const untilRefresh = 14 * minute + 2_000
const path = '/password/change'
const refreshes = () => api.inputs(refreshSessionCall).length
const tokensOf = () => [config.auth.token, config.auth.refreshToken].map(({ cookieName }) => browser.cookies.get(cookieName))
const stillSignedIn = () => screen.queryByText('The service isn’t responding. You’re still signed in, and we’ll keep trying.')
const isShown = async () => expect(await screen.findByRole('heading', { level: 1, name: 'Change password' })).toBeVisible()

/** Opens a page for a signed-in person and waits until it keeps the session. */
async function openKept(address = path) {
  const opened = await openPage(address, { user: ann })
  await waitFor(() => expect(document.documentElement.dataset).toHaveProperty('live'))
  return opened
}

beforeEach(() => {
  delete document.documentElement.dataset.live
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  api.answer(refreshSessionCall, makeTokens)
})

test('a refresh happens a minute before expiry, and not earlier', async () => {
  const { router } = await openKept()
  vi.advanceTimersByTime(13 * minute)
  await isShown()
  expect(refreshes()).toBe(0)
  vi.advanceTimersByTime(untilRefresh - 13 * minute)
  await waitFor(() => expect(refreshes()).toBe(1))
  // The next one follows the new token.
  await waitFor(() => expect(api.inputs(getSessionCall).length).toBeGreaterThan(1))
  await isShown()
  expect(router.state.location.pathname).toBe(path)
})

test('a refresh happens when the window becomes visible again, at most once a minute', async () => {
  await openKept()
  const lookAgain = () => document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(50_000)
  lookAgain()
  await isShown()
  expect(refreshes()).toBe(0)
  vi.advanceTimersByTime(11_000)
  lookAgain()
  await waitFor(() => expect(refreshes()).toBe(1))
  lookAgain()
  await isShown()
  expect(refreshes()).toBe(1)
})

test('no refresh happens when the window becomes visible and nobody is signed in', async () => {
  await openPage('/signin')
  await waitFor(() => expect(document.documentElement.dataset).toHaveProperty('live'))
  vi.advanceTimersByTime(5 * minute)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(refreshes()).toBe(0)
  expect(api.inputs(getSessionCall)).toEqual([])
})

test('a slow refresh redirects nobody to the sign-in page: guards read the settled status only', async () => {
  const slow = Promise.withResolvers<void>()
  api.answer(refreshSessionCall, async () => {
    await slow.promise
    return makeTokens()
  })
  const { router } = await openKept('/email/verify?token=x')
  vi.advanceTimersByTime(untilRefresh)
  await waitFor(() => expect(refreshes()).toBe(1))
  await router.navigate({ to: path })
  await isShown()
  slow.resolve()
  await waitFor(() => expect(api.inputs(getSessionCall).length).toBeGreaterThan(1))
  await isShown()
})

test('a refresh with a token that was used twice leads to the sign-in page, which says so', async () => {
  api.answer(refreshSessionCall, refuse('refresh_token_reused'))
  const { router } = await openKept()
  vi.advanceTimersByTime(untilRefresh)
  await waitFor(() => expect(router.state.location.href).toBe('/signin?redirect=%2Fpassword%2Fchange&ended=reused'))
  await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent('it was used in two places at once'))
  expect(tokensOf()).toEqual([undefined, undefined])
})

test('a session that cannot be reached keeps the cookies and the page, shows a notice and is retried', async () => {
  api.answer(refreshSessionCall, () => {
    throw new Error('connection refused')
  })
  const { router } = await openKept()
  const before = tokensOf()
  vi.advanceTimersByTime(untilRefresh)
  await waitFor(() => expect(stillSignedIn()).toBeVisible())
  expect(router.state.location.pathname).toBe(path)
  expect(tokensOf()).toEqual(before)
  api.answer(refreshSessionCall, makeTokens)
  vi.advanceTimersByTime(2_500)
  await waitFor(() => expect(stillSignedIn()).toBeNull())
  expect(tokensOf()).not.toEqual(before)
})

test('a session that cannot be reached is retried at once on request', async () => {
  api.answer(refreshSessionCall, refuse('unavailable'))
  const { person } = await openKept()
  vi.advanceTimersByTime(untilRefresh)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  api.answer(refreshSessionCall, makeTokens)
  await person.click(retry)
  await waitFor(() => expect(stillSignedIn()).toBeNull())
})

test('a session that cannot be reached shows an error page with a retry on a page that needs it, and the page when it is back', async () => {
  const { person } = await openPage(path, { user: ann, session: refuse('unavailable') })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  expect(tokensOf()).not.toContain(undefined)
  api.answer(getSessionCall, () => ann)
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await isShown()
  // The router's own note of the error that this test causes.
  expect(new Set(browser.problems.splice(0))).toEqual(new Set(['Warning: Error in route match: /_center/password/change/password/change']))
})

test('an error from a bot user agent is logged and not rendered as an error page in the browser', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (compatible; Googlebot/2.1)')
  await openPage(path, { user: ann, session: refuse('unavailable') })
  await waitFor(() => expect(browser.problems.join(' ')).toContain('ApiError'))
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  browser.problems.splice(0)
})

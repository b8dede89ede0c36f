import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signOutCall } from '#app/contract/account/auth.calls.ts'
import { config } from '#config'
import { ann } from '#tests/factories/signed-in-user.ts'
import { answerSettings } from '#tests/fixtures/component/answers.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { browser } from '#tests/fixtures/component/browser.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

test.each([
  ['succeeds', () => undefined],
  ['fails', refuse('unavailable')],
])('a sign-out clears the session even when the call fails, and leads to the home page: it %s', async (_, answer) => {
  // A guest’s home page is another document.
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  answerSettings()
  api.answer(signOutCall, answer)
  const { person, router } = await openPage('/profile/settings', { user: ann })
  await person.click(await within(screen.getByRole('main')).findByRole('button', { name: 'Sign out on this device' }))
  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect(router.latestLocation.pathname).toBe('/')
  expect(api.inputs(signOutCall)).toHaveLength(1)
  expect(browser.cookies.has(config.auth.token.cookieName)).toBe(false)
  expect(browser.cookies.has(config.auth.refreshToken.cookieName)).toBe(false)
})

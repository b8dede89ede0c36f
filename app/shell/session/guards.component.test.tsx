import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ann } from '#tests/factories/signed-in-user.ts'
import { answerSettings } from '#tests/fixtures/component/answers.ts'
import { acceptSignIn, openPage } from '#tests/fixtures/component/page.tsx'

test('a signed-out visitor is redirected to the sign-in page and back, with the query', async () => {
  const { person, router } = await openPage('/profile/settings?connect=google')
  expect(router.state.location.href).toBe('/signin?redirect=%2Fprofile%2Fsettings%3Fconnect%3Dgoogle')
  acceptSignIn(ann)
  answerSettings()
  await person.type(screen.getByLabelText('Email'), ann.email)
  await person.type(screen.getByLabelText('Password'), 'velvet anchor biscuit orbit')
  await person.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(router.state.location.href).toBe('/profile/settings?connect=google'))
})

test('after a navigation inside the app the new page has the focus, and its title is announced', async () => {
  const { person, router } = await openPage('/signin')
  await person.click(screen.getByRole('link', { name: 'Forgot password?' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/password/forgot'))
  await waitFor(() => expect(document.querySelector('#content')).toHaveFocus())
})

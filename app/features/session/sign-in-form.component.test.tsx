import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signInCall } from '#app/contract/account/auth.calls.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { Problem } from '#app/server/core/problem.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { browser } from '#tests/fixtures/component/browser.ts'
import { acceptSignIn, openPage, refuse } from '#tests/fixtures/component/page.tsx'

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const submit = () => within(screen.getByRole('main')).getByRole('button', { name: 'Sign in' })
const path = '/signin?redirect=%2Fpassword%2Fchange'

test('a sign-in opens the requested page', async () => {
  acceptSignIn(ann)
  const { person, router } = await openPage(path)
  await person.type(email(), ann.email)
  await person.type(password(), 'velvet anchor biscuit orbit')
  await person.click(submit())
  expect(await screen.findByRole('heading', { name: 'Change password' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/password/change')
  expect(api.inputs(signInCall)).toMatchObject([{ email: ann.email, password: 'velvet anchor biscuit orbit' }])
})

test('values that a password manager sets without events are sent', async () => {
  acceptSignIn(ann)
  const { person } = await openPage(path)
  email().value = ann.email
  password().value = 'velvet anchor biscuit orbit'
  await person.click(submit())
  expect(await screen.findByRole('heading', { name: 'Change password' })).toBeVisible()
  expect(api.inputs(signInCall)).toMatchObject([{ email: ann.email, password: 'velvet anchor biscuit orbit' }])
})

test('a password can be shown, is hidden when it is sent, and is never in the HTML', async () => {
  api.answer(signInCall, refuse('bad_credentials'))
  const { person } = await openPage('/signin')
  await person.type(email(), ann.email)
  await person.type(password(), 'a secret nobody reads')
  const show = screen.getByRole('button', { name: 'Show password' })
  await person.click(show)
  expect(password().type).toBe('text')
  expect(show).toHaveAttribute('aria-pressed', 'true')
  expect(document.documentElement.outerHTML).not.toContain('a secret nobody reads')
  await person.click(submit())
  expect(password().type).toBe('password')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('The email or password is wrong.'))
  expect(document.documentElement.outerHTML).not.toContain('a secret nobody reads')
  expect(email()).toHaveValue(ann.email)
  expect(password()).toHaveValue('a secret nobody reads')
})

test('offline, typed values stay with an error message, and the next submit works', async () => {
  acceptSignIn(ann)
  const { person } = await openPage(path)
  await person.type(email(), ann.email)
  await person.type(password(), 'velvet anchor biscuit orbit')
  browser.isOnline = false
  await person.click(submit())
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('The service isn’t responding.'))
  expect(email()).toHaveValue(ann.email)
  expect(password()).toHaveValue('velvet anchor biscuit orbit')
  browser.isOnline = true
  await person.click(submit())
  expect(await screen.findByRole('heading', { name: 'Change password' })).toBeVisible()
})

test('a form that is being sent is busy and cannot be sent twice', async () => {
  const answer = Promise.withResolvers<never>()
  api.answer(signInCall, () => answer.promise)
  const { person } = await openPage('/signin')
  await person.type(email(), ann.email)
  await person.type(password(), 'not the password{Enter}')
  await waitFor(() => expect(submit()).toHaveAttribute('aria-busy', 'true'))
  await person.click(submit())
  answer.reject(new Problem('bad_credentials'))
  await waitFor(() => expect(submit()).not.toHaveAttribute('aria-busy'))
  expect(api.inputs(signInCall)).toHaveLength(1)
})

test.each([
  [40, 'Wait 40 seconds'],
  [1, 'Wait 1 second'],
])('too many attempts show the time to wait, %i s, and nothing typed is lost', async (seconds, wait) => {
  api.answer(signInCall, refuse('too_many_attempts', { retryAfter: seconds }))
  const { person } = await openPage('/signin')
  await person.type(email(), ann.email)
  await person.type(password(), 'not the password')
  await person.click(submit())
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(wait))
  expect(email()).toHaveValue(ann.email)
  expect(password()).toHaveValue('not the password')
})

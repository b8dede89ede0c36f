import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sendVerificationCall, verifyEmailCall } from '#app/contract/account/auth.calls.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const main = () => within(screen.getByRole('main'))
const path = '/email/verify?token=x'

test('a confirmation link asks a signed-out person to sign in, and leads back to it', async () => {
  await openPage(path)
  expect(screen.queryByRole('button', { name: 'Confirm address' })).toBeNull()
  expect(main().getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', `/signin?redirect=${encodeURIComponent(path)}`)
})

test('a confirmation link confirms the address of the signed-in person', async () => {
  api.answer(verifyEmailCall, () => undefined)
  const { person } = await openPage(path, { user: { ...ann, email_verified: false } })
  expect(api.inputs(verifyEmailCall)).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Confirm address' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Your email is confirmed' })).toBeVisible()
})

test('a dead link offers another email, with a pause after it', async () => {
  api.answer(verifyEmailCall, refuse('invalid_verification_token'))
  api.answer(sendVerificationCall, () => undefined)
  const { person } = await openPage(path, { user: { ...ann, email_verified: false } })
  await person.click(screen.getByRole('button', { name: 'Confirm address' }))
  await person.click(await screen.findByRole('button', { name: 'Send a new email' }))
  await waitFor(() => expect(main().getByRole('status')).toHaveTextContent('Email sent.'))
  expect(main().getByRole('button')).toHaveTextContent(/^Resend in/)
})

import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changePasswordCall, resetPasswordCall } from '#app/contract/account/auth.calls.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const newPassword = 'seven quiet lamps on the quay'

test('a password change names the account and its fields for password managers', async () => {
  await openPage('/password/change', { user: ann })
  expect(document.querySelector('input[autocomplete=username]')).toHaveValue(ann.email)
  expect(screen.getByLabelText('Current password')).toHaveAttribute('autocomplete', 'current-password')
  expect(screen.getByLabelText('New password')).toHaveAttribute('autocomplete', 'new-password')
  expect(screen.getByRole('checkbox', { name: /^Also revoke my API keys/ })).toBeChecked()
})

test('a password change asks for the current one, whose error is shown at its field', async () => {
  api.answer(changePasswordCall, refuse('invalid_input', { fields: { current_password: 'password_wrong' } }))
  const { person } = await openPage('/password/change', { user: ann })
  const current = screen.getByLabelText('Current password')
  await person.type(current, 'not the password')
  await person.type(screen.getByLabelText('New password'), newPassword)
  await person.click(screen.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(current).toHaveFocus())
  expect(current).toHaveAccessibleDescription('This isn’t your current password.')
  expect(screen.getByLabelText('New password')).toHaveValue(newPassword)
  api.answer(changePasswordCall, () => undefined)
  await person.clear(current)
  await person.type(current, 'velvet anchor biscuit orbit')
  await person.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Password changed' })).toBeVisible()
  expect(api.inputs(changePasswordCall).at(-1)).toEqual({
    current_password: 'velvet anchor biscuit orbit',
    password: newPassword,
    revoke_api_keys: true,
  })
})

test('an account that another service created sets a first password without a current one', async () => {
  api.answer(changePasswordCall, () => undefined)
  const { person } = await openPage('/password/change', { user: { ...ann, has_password: false } })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Set a password')
  expect(screen.queryByLabelText('Current password')).toBeNull()
  await person.type(screen.getByLabelText('New password'), newPassword)
  await person.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Password set' })).toBeVisible()
  expect(api.inputs(changePasswordCall)).toEqual([{ password: newPassword }])
})

test('the page of an emailed link sets a new password, and refuses a common one at its field', async () => {
  api.answer(resetPasswordCall, refuse('invalid_input', { fields: { password: 'password_too_common' } }))
  const { person } = await openPage('/password/reset?token=x')
  const field = screen.getByLabelText('New password')
  expect(field).toHaveAttribute('autocomplete', 'new-password')
  await person.type(field, 'qwertyuiop')
  await person.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription(/easy to guess/))
  api.answer(resetPasswordCall, () => undefined)
  await person.clear(field)
  await person.type(field, newPassword)
  await person.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'New password set' })).toBeVisible()
  expect(api.inputs(resetPasswordCall).at(-1)).toEqual({ token: 'x', password: newPassword })
})

test('a link that was used says so and offers another', async () => {
  api.answer(resetPasswordCall, refuse('invalid_reset_token'))
  const { person } = await openPage('/password/reset?token=x')
  await person.type(screen.getByLabelText('New password'), newPassword)
  await person.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/password/forgot')
})

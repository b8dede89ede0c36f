import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ann } from '#tests/factories/signed-in-user.ts'
import { answerSettings } from '#tests/fixtures/component/answers.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

const newcomer = { ...ann, email_verified: false }
const reminder = { name: 'Confirm your email' }

test('the reminder to confirm an address names it, and can be dismissed', async () => {
  answerSettings()
  const { person, close } = await openPage('/profile/settings', { user: newcomer })
  expect(await screen.findByRole('complementary', reminder)).toHaveTextContent(newcomer.email)
  await person.click(screen.getByRole('button', { name: 'Remind me later' }))
  await waitFor(() => expect(screen.queryByRole('complementary', reminder)).toBeNull())
  expect(document.querySelector('#content')).toHaveFocus()
  expect(await screen.findByText('not confirmed')).toBeVisible()
  close()
  await openPage('/profile/settings', { user: newcomer })
  expect(await screen.findByText('not confirmed')).toBeVisible()
  expect(screen.queryByRole('complementary', reminder)).toBeNull()
  document.cookie = 'verify_later=; path=/; max-age=0'
})

test('a confirmed address is not asked for again', async () => {
  answerSettings()
  await openPage('/profile/settings', { user: ann })
  expect(await screen.findByText('confirmed')).toBeVisible()
  expect(screen.queryByRole('complementary', reminder)).toBeNull()
})

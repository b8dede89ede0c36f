import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getNoticesCall } from '#app/contract/operator/announcements.calls.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { answerSettings } from '#tests/fixtures/component/answers.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

const newcomer = { ...ann, email_verified: false }
const strip = { name: 'Notices' }

test('the reminder to confirm an address names it, and can be dismissed', async () => {
  answerSettings()
  const { person, close } = await openPage('/profile/settings', { user: newcomer })
  expect(await screen.findByRole('complementary', strip)).toHaveTextContent(newcomer.email)
  await person.click(screen.getByRole('button', { name: 'Remind me later' }))
  await waitFor(() => expect(screen.queryByRole('complementary', strip)).toBeNull())
  expect(document.querySelector('#content')).toHaveFocus()
  expect(await screen.findByText('not confirmed')).toBeVisible()
  close()
  await openPage('/profile/settings', { user: newcomer })
  expect(await screen.findByText('not confirmed')).toBeVisible()
  expect(screen.queryByRole('complementary', strip)).toBeNull()
  document.cookie = 'verify_later=; path=/; max-age=0'
})

test('a confirmed address is not asked for again', async () => {
  answerSettings()
  await openPage('/profile/settings', { user: ann })
  expect(await screen.findByText('confirmed')).toBeVisible()
  expect(screen.queryByRole('complementary', strip)).toBeNull()
})

test('all notices are one strip that counts the others, and each can be dismissed', async () => {
  answerSettings()
  const announcement = (id: string, text: string) => ({ id, texts: { en: text }, level: 'info' as const, ends_at: null })
  const [first, second] = ['019a0000-0000-7000-8000-0000000000a1', '019a0000-0000-7000-8000-0000000000a2']
  const barred = { ...newcomer, available: 0, free_tokens_barred: 'disposable_email' as const }
  const opened = openPage('/profile/settings', { user: barred })
  api.answer(getNoticesCall, () => ({
    announcements: [announcement(first, 'New models'), announcement(second, 'A pause on Sunday')],
    maintenance: { ends_at: null, may_run: false },
  }))
  const { person } = await opened
  const notices = within(await screen.findByRole('complementary', strip))
  expect(notices.getAllByRole('listitem')).toHaveLength(5)
  const more = notices.getByRole('button', { name: '4 more' })
  expect(more).toHaveAttribute('aria-expanded', 'false')
  more.focus()
  await person.keyboard('{Enter}')
  expect(more).toHaveAttribute('aria-expanded', 'true')
  expect(more).toHaveTextContent('Show less')
  for (const text of ['Maintenance:', 'New models', 'A pause on Sunday', 'temporary email']) {
    const row = notices.getAllByRole('listitem').find(({ textContent }) => textContent.includes(text))
    await person.click(within(row ?? expect.unreachable()).getByRole('button', { name: 'Dismiss' }))
  }
  // Only the reminder is left, and a single notice has no others.
  expect(notices.getAllByRole('listitem')).toHaveLength(1)
  expect(more).not.toBeVisible()
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type ConsentState, personalDataConsentVersion } from '#app/contract/account/consent.ts'
import { getConsentCall, giveConsentCall } from '#app/contract/account/me.calls.ts'
import { getNoticesCall } from '#app/contract/operator/announcements.calls.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { answerSettings } from '#tests/fixtures/component/answers.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

const asked: ConsentState = { required: true, version: personalDataConsentVersion, agreed: null }

test('a person who has not agreed is asked above the page, agrees in the settings, and is not asked again', async () => {
  answerSettings()
  let state = asked
  api.answer(getConsentCall, () => state)
  api.answer(giveConsentCall, ({ version, locale }) => {
    state = { ...asked, agreed: { version, locale, at: '2026-11-29T12:00:00.000Z' } }
    return state
  })
  const opened = openPage('/profile/settings', { user: ann })
  api.answer(getNoticesCall, () => ({ announcements: [], maintenance: null, consent_due: state.agreed === null }))
  const { person } = await opened
  const strip = within(await screen.findByRole('complementary', { name: 'Notices' }))
  expect(strip.getByRole('link', { name: 'Read and agree' })).toHaveAttribute('href', '/profile/settings#consent')
  const section = within(await screen.findByRole('region', { name: 'Personal data' }))
  await person.click(section.getByRole('button', { name: 'Agree' }))
  expect(section.getByRole('checkbox')).toHaveAccessibleDescription('Tick the box to agree.')
  expect(api.inputs(giveConsentCall)).toEqual([])
  await person.click(section.getByRole('checkbox'))
  await person.click(section.getByRole('button', { name: 'Agree' }))
  expect(await section.findByText(/To withdraw your consent, delete the account below/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Notices' })).toBeNull())
})

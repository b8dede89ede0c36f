import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updateMeCall } from '#app/contract/account/me.calls.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { answerSettings } from '#tests/fixtures/component/answers.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { browser } from '#tests/fixtures/component/browser.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

const name = () => screen.getByRole('textbox', { name: 'Name' })
const save = () => screen.getByRole('button', { name: 'Save' })

test('a name is saved, and stays typed while offline', async () => {
  answerSettings()
  api.answer(updateMeCall, (change) => ({ ...ann, name: change.name ?? null }))
  const { person } = await openPage('/profile/settings', { user: ann })
  await waitFor(() => expect(save()).toBeDisabled())
  await person.type(name(), 'Anna')
  await person.click(save())
  expect(await screen.findByText('Name saved')).toBeVisible()
  await waitFor(() => expect(save()).toBeDisabled())

  await person.type(name(), '{Backspace}')
  browser.isOnline = false
  await person.click(save())
  const alert = () => within(screen.getByRole('main')).getAllByRole('alert')
  await waitFor(() =>
    expect(
      alert()
        .map(({ textContent }) => textContent)
        .join(' '),
    ).toContain('The service isn’t responding.'),
  )
  expect(name()).toHaveValue('Ann')
  browser.isOnline = true
  await person.click(save())
  await waitFor(() => expect(save()).toBeDisabled())
  expect(api.inputs(updateMeCall)).toEqual([{ name: 'Anna' }, { name: 'Ann' }])
})

test('a name that is too long is refused at its field, and nothing is sent', async () => {
  answerSettings()
  const { person } = await openPage('/profile/settings', { user: { ...ann, name: 'A'.repeat(80) } })
  await waitFor(() => expect(save()).toBeDisabled())
  await person.type(name(), 'A')
  await person.click(save())
  await waitFor(() => expect(name()).toHaveAccessibleDescription('This is too long.'))
  expect(api.inputs(updateMeCall)).toEqual([])
})

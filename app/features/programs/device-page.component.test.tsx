import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerDeviceLoginCall, readDeviceLoginCall } from '#app/contract/account/programs.calls.ts'
import type { DeviceLogin } from '#app/contract/account/programs.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const login = {
  client: { name: 'Quartet CLI', host: null },
  address: '203.0.113.7',
  scopes: ['read', 'generate', 'library'],
  proof: 'none',
} satisfies DeviceLogin

test('the code of the link is confirmed by the person, who sees who asks and from where', async () => {
  api.answer(readDeviceLoginCall, () => login)
  api.answer(answerDeviceLoginCall, () => undefined)
  const { person } = await openPage('/device?code=BCDF-GHJK', { user: ann, locale: 'ru' })
  expect(await screen.findByLabelText('Код')).toHaveValue('BCDF-GHJK')
  expect(api.inputs(readDeviceLoginCall)).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Продолжить' }))
  expect(await screen.findByRole('heading', { name: 'Подключить Quartet CLI?' })).toBeVisible()
  expect(screen.getByText('203.0.113.7')).toBeVisible()
  expect(screen.getByText('BCDF-GHJK')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Разрешить' }))
  expect(await screen.findByRole('heading', { name: 'Подключено' })).toBeVisible()
  expect(api.inputs(answerDeviceLoginCall)).toMatchObject([{ user_code: 'BCDF-GHJK', allow: true, budget: { tokens_per_day: 200 } }])
})

test('a wrong code says what to do, and a person may refuse', async () => {
  api.answer(readDeviceLoginCall, refuse('not_found'))
  const { person } = await openPage('/device', { user: ann })
  await person.type(await screen.findByLabelText('Code'), 'bcdf ghjk')
  await person.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/isn’t valid or has expired/)).toBeVisible()
  api.answer(readDeviceLoginCall, () => login)
  api.answer(answerDeviceLoginCall, () => undefined)
  await person.click(screen.getByRole('button', { name: 'Continue' }))
  await person.click(await screen.findByRole('button', { name: 'Refuse' }))
  expect(await screen.findByRole('heading', { name: 'Not connected' })).toBeVisible()
  await waitFor(() => expect(api.inputs(answerDeviceLoginCall)).toMatchObject([{ allow: false }]))
})

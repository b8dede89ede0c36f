import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OperatorCatalogue } from '#app/contract/operator/catalogue.ts'
import { getCatalogueCall } from '#app/contract/operator/catalogue.calls.ts'
import { listConnectionsCall, listOperatorModelsCall, saveConnectionCall } from '#app/contract/operator/connections.calls.ts'
import type { OperatorConnection, ServerOffer } from '#app/contract/operator/connections.ts'
import { getWaitingCall } from '#app/contract/operator/inbox.calls.ts'
import { getOperatorAccessCall } from '#app/contract/operator/operator.calls.ts'
import type { OperatorAccess } from '#app/contract/operator/operator.ts'
import { countVoicesCall } from '#app/contract/operator/person-voices.calls.ts'
import { listLocalModelsCall } from '#app/contract/operator/local-models.calls.ts'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import type { Locale } from '#config'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const access: OperatorAccess = {
  role: 'owner',
  rights: ['enter', 'manage_connections'],
  second_step: 'not_needed',
  grant_limit: null,
}
const catalogue: OperatorCatalogue = {
  enabled: false,
  automatic: false,
  in_force: { edition: null, version: 1, date: '2026-11-28' },
  before: null,
  waiting: null,
  read_at: null,
  changed_at: null,
  failure: null,
  revision: 0,
}
const studio: OperatorConnection = {
  id: 'studio',
  kind: 'server',
  name: 'studio',
  source: 'browser',
  variable: '',
  has_default: false,
  key_tail: null,
  url: 'http://10.0.0.5:8080/v1',
  enabled: true,
  usual_address: false,
  offer: null,
  unreadable: false,
  models: 2,
  keys: [],
}

/** Opens the page of connections of an owner, who proves nothing twice. */
async function openConnections(items: OperatorConnection[], locale: Locale = 'en') {
  api.answer(getOperatorAccessCall, () => access)
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  api.answer(getWaitingCall, () => ({ reports: 0, orders: 0, system: 0 }))
  api.answer(listConnectionsCall, () => ({ items }))
  api.answer(listOperatorModelsCall, () => ({ items: [], unlisted: [], token_value: null }))
  api.answer(listLocalModelsCall, () => ({ items: [], memory: 1, disk: 1 }))
  api.answer(countVoicesCall, () => ({ services: [] }))
  api.answer(getCatalogueCall, () => catalogue)
  api.answer(saveConnectionCall, () => undefined)
  const { person } = await openPage('/operator/connections', { user: { ...ann, role: 'owner', has_password: false }, locale })
  return person
}

/** Opens the dialog of a new server with its name and address filled in. */
async function addServer() {
  const person = await openConnections([])
  await person.click(await screen.findByRole('button', { name: 'Add a server' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a server' }))
  await person.type(dialog.getByLabelText('Name'), 'studio')
  await person.type(dialog.getByLabelText('Address'), 'http://10.0.0.5:8080/v1')
  return { person, dialog, save: dialog.getByRole('button', { name: 'Test and save' }) }
}

test('a new server is saved only once it is chosen what it costs people', async () => {
  const { person, dialog, save } = await addServer()
  expect(save).toBeDisabled()
  expect(dialog.getByText('Choose before you save the server.')).toBeVisible()
  await person.click(dialog.getByRole('radio', { name: 'Tokens' }))
  expect(save).toBeDisabled()
  await person.type(dialog.getByLabelText('Tokens per result'), 'much')
  expect(dialog.getByText('Enter a number, for example 0.5.')).toBeVisible()
  expect(save).toBeDisabled()
  await person.clear(dialog.getByLabelText('Tokens per result'))
  await person.type(dialog.getByLabelText('Tokens per result'), '0.5')
  await person.click(save)
  expect(await screen.findByText('Connection saved')).toBeVisible()
  expect(api.inputs(saveConnectionCall)).toMatchObject([
    { id: 'studio', url: 'http://10.0.0.5:8080/v1', offer: { audience: 'everyone', tokens_per_run: 0.5 } },
  ])
})

test.each<[string, ServerOffer]>([
  ['Free', { audience: 'everyone', tokens_per_run: 0 }],
  ['Team only', { audience: 'staff' }],
])('a new server can be offered as “%s”', async (choice, offer) => {
  const { person, dialog, save } = await addServer()
  await person.click(dialog.getByRole('radio', { name: choice }))
  await person.click(save)
  await waitFor(() => expect(api.inputs(saveConnectionCall)).toMatchObject([{ offer }]))
})

test('a server that was connected before there was a choice is saved as it is', async () => {
  const person = await openConnections([studio], 'ru')
  await person.click(await screen.findByRole('button', { name: 'Изменить studio' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('button', { name: 'Проверить и сохранить' }))
  await waitFor(() => expect(api.inputs(saveConnectionCall)).toHaveLength(1))
  expect(api.inputs(saveConnectionCall)[0]).not.toHaveProperty('offer')
})

test('an offer that was chosen is shown and can be changed', async () => {
  const person = await openConnections([{ ...studio, offer: { audience: 'everyone', tokens_per_run: 2 } }])
  expect(await screen.findByText('2 tokens per result')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Change studio' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('radio', { name: 'Tokens' })).toBeChecked()
  expect(dialog.getByLabelText('Tokens per result')).toHaveValue('2')
  await person.click(dialog.getByRole('radio', { name: 'Team only' }))
  await person.click(dialog.getByRole('button', { name: 'Test and save' }))
  await waitFor(() => expect(api.inputs(saveConnectionCall)).toMatchObject([{ offer: { audience: 'staff' } }]))
})

test('an address that the server refuses is named at its field, and the dialog keeps what was typed', async () => {
  const { person, dialog, save } = await addServer()
  api.answer(saveConnectionCall, refuse('invalid_input', { fields: { url: 'url_invalid' } }))
  await person.click(dialog.getByRole('radio', { name: 'Free' }))
  await person.click(save)
  await waitFor(() => expect(dialog.getByLabelText('Address')).toBeInvalid())
  expect(dialog.getByLabelText('Address')).toHaveValue('http://10.0.0.5:8080/v1')
  expect(dialog.getByRole('radio', { name: 'Free' })).toBeChecked()
})

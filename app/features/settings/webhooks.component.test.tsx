import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  changeWebhookCall,
  createWebhookCall,
  deleteWebhookCall,
  listDeliveriesCall,
  listWebhooksCall,
  resendDeliveryCall,
  rollSecretCall,
  testWebhookCall,
} from '#app/contract/account/webhooks.calls.ts'
import type { Delivery, Webhook } from '#app/contract/account/webhooks.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { answerSettings } from '#tests/fixtures/component/answers.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const webhook: Webhook = {
  id: '019a0000-0000-7000-8000-00000000000b',
  url: 'https://hooks.example/quartet',
  events: ['generation.succeeded', 'generation.failed'],
  tokens_below: 100,
  off: null,
  off_at: null,
  failing_since: null,
  old_secret_until: null,
  generation_id: null,
  created_at: '2026-11-29T09:00:00.000Z',
}
const delivery: Delivery = {
  id: '019a0000-0000-7000-8000-00000000000c',
  event: 'generation.succeeded',
  status: 'failed',
  tries: 8,
  next_at: null,
  tried_at: '2026-11-29T09:10:00.000Z',
  body: '{"type":"generation.succeeded","data":{"price":4}}',
  answer_status: 500,
  answer: 'out of order',
  failure: 'status',
  created_at: '2026-11-29T09:00:00.000Z',
}

/** Opens the settings of a person with these webhooks. */
async function openWebhooks(items: Webhook[], locale: 'en' | 'ru' = 'en') {
  const state = { items }
  answerSettings()
  api.answer(listWebhooksCall, () => ({ items: state.items, most: 10 }))
  api.answer(listDeliveriesCall, () => ({ items: [delivery], next_cursor: null }))
  const { person } = await openPage('/profile/settings', { user: ann, locale })
  return { person, state }
}

/** Opens the details of the webhook. */
async function openDetails(given: Partial<Webhook> = {}) {
  const { person, state } = await openWebhooks([{ ...webhook, ...given }])
  await person.click(await screen.findByRole('button', { name: `Open webhook: ${webhook.url}` }))
  return { person, state, sheet: within(await screen.findByRole('dialog', { name: 'Webhook' })) }
}

test('a first webhook is added, and its secret is shown once', async () => {
  const { person, state } = await openWebhooks([])
  expect(await screen.findByText(/No webhooks yet/)).toBeVisible()
  api.answer(createWebhookCall, () => {
    state.items = [webhook]
    return { webhook, secret: 'whsec_c2VjcmV0' }
  })
  await person.click(screen.getByRole('button', { name: 'New webhook' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  await person.type(await sheet.findByLabelText('Address'), webhook.url)
  await person.click(sheet.getByRole('checkbox', { name: 'An order was paid' }))
  await person.click(sheet.getByRole('button', { name: 'Add webhook' }))
  expect(await sheet.findByLabelText('Secret')).toHaveValue('whsec_c2VjcmV0')
  expect(api.inputs(createWebhookCall)).toMatchObject([
    { url: webhook.url, events: ['generation.succeeded', 'generation.failed', 'order.paid'] },
  ])
  await person.click(sheet.getByRole('button', { name: 'Done' }))
  expect(await screen.findByText(webhook.url)).toBeVisible()
  expect(screen.queryByDisplayValue('whsec_c2VjcmV0')).not.toBeInTheDocument()
})

test('an address that is refused is named at its field, in the language of the page, and stays typed', async () => {
  const { person } = await openWebhooks([], 'ru')
  api.answer(createWebhookCall, refuse('invalid_input', { fields: { url: 'webhook_private' } }))
  await person.click(await screen.findByRole('button', { name: 'Новый вебхук' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Новый вебхук' }))
  const address = await sheet.findByLabelText('Адрес')
  await person.type(address, 'https://10.0.0.1/')
  await person.click(sheet.getByRole('button', { name: 'Добавить вебхук' }))
  await waitFor(() => expect(address).toBeInvalid())
  expect(address).toHaveAccessibleDescription(/[а-яё]/)
  expect(address).toHaveValue('https://10.0.0.1/')
})

test('the log of an endpoint shows what was answered, and a test is sent', async () => {
  const { person, sheet } = await openDetails()
  api.answer(testWebhookCall, () => ({ ...delivery, event: 'webhook.test' as const, status: 'waiting' as const }))
  await person.click(await sheet.findByRole('button', { name: 'Send a test' }))
  await waitFor(() => expect(api.inputs(testWebhookCall)).toMatchObject([{ id: webhook.id }]))
  await person.click(await sheet.findByText(/^A result is ready/))
  expect(await sheet.findByText('out of order')).toBeVisible()
})

test('a failed call is sent again; its JSON is indented, and an answer that is no JSON is shown as it came', async () => {
  const { person, sheet } = await openDetails()
  api.answer(resendDeliveryCall, () => ({ ...delivery, status: 'waiting' as const, failure: null }))
  await person.click(await sheet.findByText(/^A result is ready/))
  expect(sheet.getByRole('region', { name: 'What was sent' }).textContent).toContain('\n  "data": {\n    "price": 4')
  expect(sheet.getByRole('region', { name: 'The answer' }).textContent).toBe('out of order')
  expect(sheet.getByText(/8 tries · HTTP 500 · The server didn’t accept it/)).toBeVisible()
  await person.click(sheet.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(api.inputs(resendDeliveryCall)).toMatchObject([{ id: webhook.id, delivery: delivery.id }]))
  expect(await screen.findByText('The call is being sent again')).toBeVisible()
})

test('a change of an endpoint is saved, or left without a call', async () => {
  const { person, sheet } = await openDetails()
  api.answer(changeWebhookCall, () => webhook)
  await person.click(await sheet.findByRole('button', { name: 'Change' }))
  await person.click(await sheet.findByLabelText('A chord is complete'))
  await person.click(sheet.getByRole('button', { name: 'Cancel' }))
  await person.click(await sheet.findByRole('button', { name: 'Change' }))
  expect(await sheet.findByLabelText('A chord is complete')).not.toBeChecked()
  expect(api.inputs(changeWebhookCall)).toEqual([])
  await person.click(sheet.getByLabelText('A result failed'))
  await person.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.inputs(changeWebhookCall)).toMatchObject([{ id: webhook.id, events: ['generation.succeeded'] }]))
  expect(await sheet.findByRole('button', { name: 'Change' })).toBeVisible()
})

test('an endpoint that was switched off after failures says so and is switched on again', async () => {
  const off = { off: 'failures', off_at: '2026-11-29T09:00:00.000Z' } as const
  const { person, state, sheet } = await openDetails(off)
  api.answer(changeWebhookCall, () => {
    state.items = [webhook]
    return webhook
  })
  const on = await sheet.findByRole('switch', { name: 'On' })
  expect(on).not.toBeChecked()
  expect(sheet.getByRole('button', { name: 'Send a test' })).toBeDisabled()
  await person.click(on)
  await waitFor(() => expect(api.inputs(changeWebhookCall)).toMatchObject([{ id: webhook.id, on: true }]))
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Send a test' })).toBeEnabled())
})

test('a new secret and a deletion are confirmed first', async () => {
  const { person, state, sheet } = await openDetails()
  api.answer(rollSecretCall, () => ({ webhook, secret: 'whsec_bmV3' }))
  await person.click(await sheet.findByRole('button', { name: 'New secret' }))
  expect(api.inputs(rollSecretCall)).toEqual([])
  await person.click(await screen.findByRole('button', { name: 'Replace secret' }))
  expect(await sheet.findByLabelText('Secret')).toHaveValue('whsec_bmV3')
  await person.click(sheet.getByRole('button', { name: 'Done' }))
  api.answer(deleteWebhookCall, () => {
    state.items = []
    return undefined
  })
  await person.click(await sheet.findByRole('button', { name: 'Delete' }))
  expect(api.inputs(deleteWebhookCall)).toEqual([])
  await person.click(await screen.findByRole('button', { name: 'Delete webhook' }))
  expect(await screen.findByText('Webhook deleted')).toBeVisible()
  expect(await screen.findByText(/No webhooks yet/)).toBeVisible()
})

import { getWaitingCall } from '#app/contract/operator/inbox.calls.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Locale } from '#config'
import type { FailedCall } from '#app/contract/base/call-failures.ts'
import { getFailedCallCall, getOperatorAccessCall, listRunsCall } from '#app/contract/operator/operator.calls.ts'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { listLocalModelsCall } from '#app/contract/operator/local-models.calls.ts'
import type { OperatorAccess, OperatorRun } from '#app/contract/operator/operator.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

const access: OperatorAccess = { role: 'owner', rights: ['enter', 'see_runs'], second_step: 'not_needed', grant_limit: null }
const failure = { phase: 'headers', errno: null, cause: null, ms: 1_200 } as const
const run: OperatorRun = {
  id: '019a0000-0000-7000-8000-00000000000a',
  person: { id: ann.id, email: ann.email },
  type: 'image',
  model: { id: 'replicate/recraft-v3', name: 'Recraft V3' },
  status: 'failed',
  error: { code: 'invalid_input', detail: 'The model couldn’t use this request.', option: null },
  service_status: 422,
  call_failure: failure,
  attempts: 1,
  price: 4,
  charged: 0,
  cost: null,
  refunded: false,
  by_api_key: false,
  out_of_reach: null,
  created_at: '2026-11-28T10:00:00.000Z',
  started_at: '2026-11-28T10:00:01.000Z',
  finished_at: '2026-11-28T10:00:03.000Z',
}
const sent = {
  method: 'POST',
  path: '/v1/predictions',
  auth: 'authorization: Bearer',
  form: false,
  body: { input: { prompt: '[12 characters]', size: '7x7' } },
}

/** Opens the details of the run, whose call has these parts. */
async function openDetails(call: Pick<FailedCall, 'sentence' | 'sent'>, locale: Locale, name: string) {
  api.answer(getOperatorAccessCall, () => access)
  api.answer(listLocalModelsCall, () => ({ items: [], memory: 1, disk: 1 }))
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  api.answer(getWaitingCall, () => ({ reports: 0, orders: 0, system: 0 }))
  api.answer(listRunsCall, () => ({ items: [run], next_cursor: null }))
  api.answer(getFailedCallCall, () => ({ service_status: 422, call_failure: failure, ...call }))
  const { person } = await openPage('/operator/runs', { user: { ...ann, role: 'owner' }, locale })
  await person.click(await screen.findByRole('button', { name: /Recraft V3, ann/ }))
  await person.click(await screen.findByRole('menuitem', { name }))
  return { person, sheet: within(await screen.findByRole('dialog', { name })) }
}

test('the details of a failed run show what the service said and what was sent, and the call is copied as curl', async () => {
  const { person, sheet } = await openDetails({ sentence: 'size: 7x7 is not a size', sent }, 'en', 'What happened')
  expect(await sheet.findByText('size: 7x7 is not a size')).toBeVisible()
  expect(sheet.getByText(/^service: HTTP 422 · after 1.2/)).toBeVisible()
  expect(sheet.getByText(/^POST \/v1\/predictions/)).toHaveTextContent('"prompt": "[12 characters]"')
  expect(api.inputs(getFailedCallCall)).toEqual([{ id: run.id }])
  await person.click(sheet.getByRole('button', { name: 'Copy as curl' }))
  expect(await sheet.findByRole('status')).toHaveTextContent('Copied')
  expect(await navigator.clipboard.readText()).toContain(`-H "authorization: Bearer $API_KEY"`)
})

test('a call that is no longer kept says so', async () => {
  const { sheet } = await openDetails({ sentence: null, sent: null }, 'ru', 'Что произошло')
  expect(await sheet.findByText('Сообщения от сервиса нет. Сообщения удаляются через 30 дней.')).toBeVisible()
  expect(sheet.queryByRole('button', { name: 'Скопировать как curl' })).toBeNull()
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RunRequest } from '#app/contract/runs/run-requests.ts'
import { listModelsCall } from '#app/contract/runs/models.calls.ts'
import {
  allowAndRaiseCall,
  allowRunRequestCall,
  getRunRequestCall,
  listRunRequestsCall,
  refuseRunRequestCall,
} from '#app/contract/runs/run-requests.calls.ts'
import { idAt } from '#tests/factories/generation.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { answerSettings } from '#tests/fixtures/component/answers.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

const request: RunRequest = {
  id: idAt(1),
  status: 'open',
  call: 'generation',
  type: 'image',
  model: 'sketch-image',
  runs: [{ type: 'image', model: 'sketch-image' }],
  prompt: 'a lighthouse at dusk',
  options: {},
  inputs: [],
  price: 7,
  exceeded: { period: 'day', limit: 50, left: 3, price: 7 },
  api_key: { id: idAt(2), name: 'Claude' },
  page: 'https://quartet.example/approvals/1',
  created_at: '2026-11-29T12:00:00.000Z',
  expires_at: '2026-11-30T12:00:00.000Z',
  answered_at: null,
  generation: null,
  chord: null,
  film: null,
  comparison: null,
  voice: null,
}

async function open(shown: Partial<RunRequest> = {}, { user = ann, title = 'Allow this?' } = {}) {
  answerSettings()
  let state = { ...request, ...shown }
  api.answer(getRunRequestCall, () => state)
  api.answer(listModelsCall, () => [])
  api.answer(listRunRequestsCall, () => ({ items: state.status === 'open' ? [state] : [], next_cursor: null }))
  const change = (next: Partial<RunRequest>) => (state = { ...state, ...next })
  const { person } = await openPage(`/approvals/${request.id}`, { user })
  await screen.findByRole('heading', { name: title })
  return { person, change, main: within(screen.getByRole('main')) }
}

test('the page shows who asks, for what, the price and the budget, and allows at the price that is shown', async () => {
  const { person, change, main } = await open()
  expect(main.getByText('The API key “Claude” wants to create something beyond its budget.')).toBeVisible()
  expect(main.getByText('a lighthouse at dusk')).toBeVisible()
  expect(main.getByText('50 tokens per day, 3 left')).toBeVisible()
  api.answer(allowRunRequestCall, () => change({ status: 'allowed', answered_at: '2026-11-29T12:01:00.000Z' }))
  await person.click(main.getByRole('button', { name: 'Allow · 7 tokens' }))
  expect(await main.findByText('Allowed. The result was deleted.')).toBeVisible()
  expect(api.inputs(allowRunRequestCall)).toEqual([{ id: request.id, max_price: 7 }])
})

test('raising the budget offers a limit that covers the run, and refuses what is no number', async () => {
  const { person, change, main } = await open()
  api.answer(allowAndRaiseCall, () => change({ status: 'allowed' }))
  await person.click(main.getByRole('button', { name: 'Raise the budget' }))
  const field = main.getByRole('textbox', { name: 'New limit of tokens per day' })
  expect(field).toHaveValue('54')
  await person.clear(field)
  await person.type(field, 'many')
  await person.click(main.getByRole('button', { name: 'Raise and allow · 7 tokens' }))
  expect(field).toHaveAccessibleDescription('Enter a whole number or leave this empty.')
  await person.clear(field)
  await person.type(field, '80')
  await person.click(main.getByRole('button', { name: 'Raise and allow · 7 tokens' }))
  await waitFor(() => expect(api.inputs(allowAndRaiseCall)).toEqual([{ id: request.id, max_price: 7, budget: { tokens_per_day: 80 } }]))
})

test('a chord shows each run and one price, its raise covers the dearest run, and the answer links to it', async () => {
  const runs: RunRequest['runs'] = [
    { type: 'image', model: 'sketch-image' },
    { type: 'text', model: 'sketch-text' },
  ]
  const exceeded: RunRequest['exceeded'] = { period: 'run', limit: 5, left: 5, price: 10 }
  const { person, change, main } = await open({ call: 'chord', runs, price: 11, exceeded }, { title: 'Allow this chord?' })
  expect(main.getByText('The API key “Claude” asks for 2 results from one prompt beyond its budget.')).toBeVisible()
  expect(main.getAllByText(/^sketch-/).map(({ textContent }) => textContent)).toEqual(['sketch-image', 'sketch-text'])
  await person.click(main.getByRole('button', { name: 'Raise the budget' }))
  expect(main.getByRole('textbox', { name: 'New limit of tokens per result' })).toHaveValue('10')
  const chord = { id: idAt(3), prompt: request.prompt, created_at: request.created_at, parts: [] }
  api.answer(allowRunRequestCall, () => change({ status: 'allowed', chord }))
  await person.click(main.getByRole('button', { name: 'Allow · 11 tokens' }))
  expect(await main.findByRole('link', { name: 'Open the result' })).toHaveAttribute('href', `/dashboard?chord=${idAt(3)}`)
})

test('a refusal is recorded, and the page says that nothing was charged', async () => {
  const { person, change, main } = await open()
  api.answer(refuseRunRequestCall, () => change({ status: 'refused' }))
  await person.click(main.getByRole('button', { name: 'Refuse' }))
  expect(await main.findByText('Refused. Nothing was charged.')).toBeVisible()
})

test('a person with too few tokens is shown where to get more', async () => {
  const { main } = await open({}, { user: { ...ann, available: 6 } })
  expect(main.getByText('You don’t have enough tokens for this.')).toBeVisible()
  expect(main.getByRole('link', { name: 'Get tokens' })).toHaveAttribute('href', '/profile/token-packs')
})

test.each([
  ['expired', 'This request expired because there was no answer within 24 hours. Nothing was charged.'],
  ['ended', 'The API key was revoked or has expired, so this request has ended. Nothing was charged.'],
] as const)('a request that is %s cannot be answered and says why', async (status, words) => {
  const { main } = await open({ status })
  expect(main.getByText(words)).toBeVisible()
  expect(main.queryByRole('button', { name: /Allow/ })).toBeNull()
})

test('the header of every page counts open requests, and its list links to them', async () => {
  const { person } = await open({}, { user: { ...ann, open_requests: 1 } })
  await person.click(await screen.findByRole('button', { name: /1 request for approval/ }))
  const link = await screen.findByRole('link', { name: /a lighthouse at dusk.*7 tokens · Claude/ })
  expect(link).toHaveAttribute('href', `/approvals/${request.id}`)
})

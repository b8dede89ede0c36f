import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerAuthorizationCall, readAuthorizationCall } from '#app/contract/account/programs.calls.ts'
import type { AuthorizationRequest } from '#app/contract/account/programs.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const request = 'client_id=qc_x&state=a+%22state%22&resource=https%3A%2F%2Fquartet.example%2Fmcp'
const path = `/authorize?request=${Buffer.from(request).toString('base64url')}`
const asks = {
  state: 'asks',
  client: { name: '<img src=x onerror=alert(1)>', host: null },
  returns_to: 'agent.example',
  scopes: ['read', 'generate'],
  proof: 'none',
} satisfies AuthorizationRequest

const assign = vi.fn<(to: string | URL) => void>()
beforeEach(() => {
  assign.mockReset()
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
})

/** Opens the page of a request as the server reads it. */
async function openRequest(read: AuthorizationRequest, locale: 'en' | 'ru' = 'en') {
  api.answer(readAuthorizationCall, () => read)
  api.answer(answerAuthorizationCall, () => ({ redirect_to: 'https://agent.example/callback?code=c' }))
  return openPage(path, { user: ann, locale })
}

test('the page says who asks, for which account, what they may do and spend; a name stays text', async () => {
  const { person } = await openRequest(asks)
  expect(await screen.findByRole('heading', { name: `Connect ${asks.client.name}?` })).toBeVisible()
  expect(document.querySelector('main img')).toBeNull()
  expect(screen.getByText(/^Not verified/)).toBeVisible()
  expect(screen.getByText(ann.email)).toBeVisible()
  expect(screen.getByText('agent.example')).toBeVisible()
  expect(screen.getByText('Create results and pay with your tokens')).toBeVisible()
  expect(screen.queryByText('Edit, share and delete results')).not.toBeInTheDocument()
  expect(screen.getByText('Up to 50 tokens at once, 200 a day and 2,000 a month.')).toBeVisible()
  expect(api.inputs(readAuthorizationCall)).toEqual([{ request }])
  await person.click(screen.getByRole('button', { name: 'Allow' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://agent.example/callback?code=c'))
  expect(api.inputs(answerAuthorizationCall)).toEqual([
    { request, allow: true, budget: { tokens_per_run: 50, tokens_per_day: 200, tokens_per_month: 2_000 } },
  ])
  expect(await screen.findByRole('heading', { name: 'Connected' })).toBeVisible()
})

test('a budget of one’s own is checked before anything is sent', async () => {
  const { person } = await openRequest(asks)
  await person.click(await screen.findByRole('radio', { name: 'Custom' }))
  await person.clear(screen.getByLabelText('Tokens per day'))
  await person.type(screen.getByLabelText('Tokens per day'), 'much')
  await person.click(screen.getByRole('button', { name: 'Allow' }))
  expect(screen.getByLabelText('Tokens per day')).toBeInvalid()
  expect(api.inputs(answerAuthorizationCall)).toEqual([])
  await person.clear(screen.getByLabelText('Tokens per day'))
  await person.type(screen.getByLabelText('Tokens per day'), '30')
  await person.clear(screen.getByLabelText('Tokens per month'))
  await person.click(screen.getByRole('button', { name: 'Allow' }))
  await waitFor(() =>
    expect(api.inputs(answerAuthorizationCall)).toMatchObject([
      { budget: { tokens_per_run: 50, tokens_per_day: 30, tokens_per_month: null } },
    ]),
  )
})

test('a person who refuses goes back, and no budget is sent', async () => {
  const { person } = await openRequest({ ...asks, client: { name: 'Agent', host: 'agent.example' } }, 'ru')
  expect(await screen.findByRole('heading', { name: 'Подключить Agent?' })).toBeVisible()
  expect(screen.getByText(/^Проверено/)).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Отказать' }))
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(api.inputs(answerAuthorizationCall)).toEqual([{ request, allow: false }])
})

test('the password is asked for when the sign-in is old, and a wrong one is named at its field', async () => {
  const { person } = await openRequest({ ...asks, proof: 'password' })
  api.answer(answerAuthorizationCall, refuse('invalid_input', { fields: { password: 'password_wrong' } }))
  await person.click(await screen.findByRole('button', { name: 'Allow' }))
  expect(screen.getByLabelText('Password')).toBeInvalid()
  expect(api.inputs(answerAuthorizationCall)).toEqual([])
  await person.type(screen.getByLabelText('Password'), 'wrong')
  await person.click(screen.getByRole('button', { name: 'Allow' }))
  await waitFor(() => expect(api.inputs(answerAuthorizationCall)).toMatchObject([{ allow: true, password: 'wrong' }]))
  expect(screen.getByLabelText('Password')).toBeInvalid()
  expect(assign).not.toHaveBeenCalled()
})

test('a broken request is explained, and leads nowhere by itself', async () => {
  await openRequest({ state: 'broken', broken: 'redirect', client: { name: 'Agent', host: null }, return_to: null })
  expect(await screen.findByText(/an address that isn’t its own/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Back to the app' })).not.toBeInTheDocument()
  expect(assign).not.toHaveBeenCalled()
})

test('a guest signs in first and comes back to the whole request', async () => {
  const { router } = await openPage(path)
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(router.state.location.search).toMatchObject({ redirect: path })
})

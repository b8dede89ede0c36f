import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changeApiKeyCall, createApiKeyCall, endProgramAccessCall, listApiKeysCall } from '#app/contract/account/api-keys.calls.ts'
import type { ApiKey } from '#app/contract/account/api-keys.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { answerSettings } from '#tests/fixtures/component/answers.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const key = {
  id: '019a0000-0000-7000-8000-00000000000d',
  name: 'An agent',
  hint: 'Ab1x',
  scopes: ['read', 'generate'],
  created_at: '2026-11-01T09:00:00.000Z',
  expires_at: null,
  expired: false,
  last_used_at: null,
  budget: { tokens_per_run: 20, tokens_per_day: 50, tokens_per_month: 1_000, kinds: ['image'], models: null, calls_per_minute: null },
  spent: {
    today: { tokens: 12, resets_at: '2026-11-30T00:00:00.000Z' },
    this_month: { tokens: 250, resets_at: '2026-12-01T00:00:00.000Z' },
  },
  month: { runs: 3, tokens: 240 },
} satisfies ApiKey

/** Opens the settings of a person with these keys. */
async function openKeys(items: ApiKey[], locale: 'en' | 'ru' = 'en') {
  const state = { items }
  answerSettings()
  api.answer(listApiKeysCall, () => ({ items: state.items }))
  const { person } = await openPage('/profile/settings', { user: { ...ann, has_password: false }, locale })
  return { person, state }
}

test('bars show what a key has used of its day and its month, and its other limits are named', async () => {
  await openKeys([key])
  expect(await screen.findByText('Today: 12 of 50')).toBeVisible()
  expect(screen.getByText('This month: 250 of 1,000')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Tokens used today' })).toHaveAttribute('aria-valuenow', '24')
  expect(screen.getByRole('progressbar', { name: 'Tokens used this month' })).toHaveAttribute('aria-valuenow', '25')
  expect(screen.getByText('up to 20 tokens per result')).toBeVisible()
})

test('limits are changed: an empty one is no limit, and a wrong one is named before anything is sent', async () => {
  const { person } = await openKeys([key])
  api.answer(changeApiKeyCall, () => key)
  await person.click(await screen.findByRole('button', { name: 'Change API key: An agent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change API key' }))
  await person.clear(await dialog.findByLabelText('Tokens per day'))
  await person.clear(dialog.getByLabelText('Tokens per month'))
  await person.type(dialog.getByLabelText('Tokens per month'), 'much')
  await person.click(dialog.getByRole('checkbox', { name: 'Text' }))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByLabelText('Tokens per month')).toBeInvalid()
  expect(api.inputs(changeApiKeyCall)).toEqual([])
  await person.clear(dialog.getByLabelText('Tokens per month'))
  await person.type(dialog.getByLabelText('Tokens per month'), '70')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('API key saved')).toBeVisible()
  expect(api.inputs(changeApiKeyCall)).toEqual([
    {
      id: key.id,
      name: 'An agent',
      budget: {
        tokens_per_run: 20,
        tokens_per_day: null,
        tokens_per_month: 70,
        kinds: ['image', 'text'],
        models: null,
        calls_per_minute: null,
        ask: true,
      },
    },
  ])
})

test('a limit that the server refuses is named at its field', async () => {
  const { person } = await openKeys([key])
  api.answer(changeApiKeyCall, refuse('invalid_input', { fields: { 'budget.tokens_per_day': 'too_large' } }))
  await person.click(await screen.findByRole('button', { name: 'Change API key: An agent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change API key' }))
  await person.click(await dialog.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(dialog.getByLabelText('Tokens per day')).toBeInvalid())
})

test('all keys are revoked with one confirmed press', async () => {
  const { person, state } = await openKeys([key], 'ru')
  api.answer(endProgramAccessCall, () => {
    state.items = []
    return { api_keys: 1 }
  })
  await person.click(await screen.findByRole('button', { name: 'Отозвать все ключи' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Отозвать все API-ключи?' }))
  expect(api.inputs(endProgramAccessCall)).toHaveLength(0)
  await person.click(dialog.getByRole('button', { name: 'Отозвать все ключи' }))
  expect(await screen.findByText('Все API-ключи отозваны')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('An agent')).not.toBeInTheDocument())
  expect(screen.queryByRole('button', { name: 'Отозвать все ключи' })).not.toBeInTheDocument()
})

test('a new key is created with its limits', async () => {
  const { person } = await openKeys([])
  api.answer(createApiKeyCall, () => ({ key: 'qk_secret', api_key: key }))
  await person.click(await screen.findByRole('button', { name: 'New API key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }))
  await person.type(await dialog.findByLabelText('What’s the key for?'), 'An agent')
  await person.click(dialog.getByText('Set limits'))
  await person.type(dialog.getByLabelText('Tokens per day'), '50')
  await person.click(dialog.getByRole('button', { name: 'Continue' }))
  await person.click(await dialog.findByRole('button', { name: 'Create key' }))
  await waitFor(() =>
    expect(api.inputs(createApiKeyCall)).toMatchObject([{ name: 'An agent', budget: { tokens_per_day: 50, kinds: null } }]),
  )
})

import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Model } from '#app/contract/runs/models.ts'
import type { Recipe } from '#app/contract/runs/recipes.ts'
import { quoteRecipeCall, runRecipeCall } from '#app/contract/runs/recipes.calls.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { refuse } from '#tests/fixtures/component/page.tsx'
import { messages } from '#locales/en/messages.ts'
import { RunRecipe } from './run-recipe.tsx'

const model: Model = {
  id: 'remix',
  name: 'Remix',
  type: 'image',
  provider: 'scripted',
  description: '',
  price: { base: 4, per: null },
  options: {
    type: 'object',
    properties: {
      count: { type: 'integer', title: 'Number of results', minimum: 1, maximum: 4, default: 1 },
      size: { type: 'integer', title: 'Size', minimum: 1, maximum: 4, default: 1 },
    },
    additionalProperties: false,
  },
  inputs: [],
  history: false,
  prompt: { placeholder: '', max_length: 1_000, examples: [] },
  available: true,
  unavailable_reason: null,
  measured: null,
}
const recipe: Pick<Recipe, 'type' | 'text' | 'places' | 'options' | 'open'> = {
  type: 'image',
  text: 'A lake near {{city}} for {{people}}, {{note}}',
  places: [
    { type: 'number', name: 'people', min: 1, max: 5, default: 2 },
    { type: 'line', name: 'note', optional: true, help: 'Anything else' },
  ],
  options: {},
  open: ['count'],
}
const quote = {
  price: 4,
  price_milli: 4_000,
  hold: 4,
  available: 10,
  missing: 0,
  over_limit: null,
  email_not_verified: false,
  understood: null,
  advice: null,
}

beforeEach(() => {
  api.answer(quoteRecipeCall, () => quote)
  api.answer(runRecipeCall, refuse('invalid_input', { fields: { 'values.city': 'required' } }))
})

function open(again: Pick<ComponentProps<typeof RunRecipe>, 'start' | 'startOptions'> = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: messages } })}>
        <RunRecipe recipe={recipe} id="mine" model={model} {...again} onStarted={vi.fn()} />
      </I18nProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test('a recipe shows its fields with defaults and help, the options that are open, the prompt that they make and the price', async () => {
  const user = open()
  expect(screen.getByRole('spinbutton', { name: 'people' })).toHaveValue(2)
  expect(screen.getByRole('textbox', { name: 'note (optional)' })).toHaveAccessibleDescription('Anything else')
  await user.type(screen.getByRole('textbox', { name: 'city' }), 'Oslo')
  expect(screen.getByText('A lake near Oslo for 2,')).toBeVisible()
  expect(document.querySelector('[data-option="count"]')).not.toBeNull()
  expect(document.querySelector('[data-option="size"]')).toBeNull()
  expect(await screen.findByRole('button', { name: /^Create · 4 tokens$/ })).toBeEnabled()
})

test('a value that is refused is marked at its field, and the run agrees to the price on the button', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^Create · 4 tokens$/ }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'city' })).toBeInvalid())
  expect(screen.getByText('Fill this in.')).toBeVisible()
  expect(api.inputs(runRecipeCall)).toEqual([{ recipe: 'mine', values: {}, options: {}, max_price: 4 }])
})

test('a form that is filled in again has the values and the options of the earlier run, and asks for their price', async () => {
  const user = open({ start: { city: 'Oslo {{x}}', people: 4 }, startOptions: { count: 3 } })
  expect(screen.getByRole('textbox', { name: 'city' })).toHaveValue('Oslo {{x}}')
  expect(screen.getByRole('spinbutton', { name: 'people' })).toHaveValue(4)
  await user.click(await screen.findByRole('button', { name: /^Create · 4 tokens$/ }))
  const filled = { recipe: 'mine', values: { city: 'Oslo {{x}}', people: 4 }, options: { count: 3 } }
  expect(api.inputs(quoteRecipeCall)[0]).toEqual(filled)
  await waitFor(() => expect(api.inputs(runRecipeCall)).toEqual([{ ...filled, max_price: 4 }]))
})

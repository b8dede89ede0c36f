import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps, ReactNode } from 'react'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { knownValues } from '#app/contract/recipes/place-values.ts'
import { placeValuesSchema } from '#app/contract/recipes/recipe-of-run.ts'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import { quoteRecipeCall, runRecipeCall } from '#app/contract/recipes/recipes.calls.ts'
import { modelOf } from '#tests/factories/model.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { refuse } from '#tests/fixtures/component/page.tsx'
import { hostileForm, hostileValues, withFiles } from '#tests/fixtures/hostile-values.ts'
import { messages } from '#locales/en/messages.ts'
import { FillPrompt } from './fill-prompt.tsx'
import { RunRecipe } from './run-recipe.tsx'

const model = modelOf('remix', 'image', {
  name: 'Remix',
  options: {
    type: 'object',
    properties: {
      count: { type: 'integer', title: 'Number of results', minimum: 1, maximum: 4, default: 1 },
      size: { type: 'integer', title: 'Size', minimum: 1, maximum: 4, default: 1 },
    },
    additionalProperties: false,
  },
})
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
  api.answer(runRecipeCall, refuse('invalid_input', { fields: { 'values.city': 'not_drawable' } }))
})

const photo = '01890000-0000-7000-8000-000000000001'

function inPage(content: ReactNode) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: messages } })}>{content}</I18nProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const open = (again: Pick<ComponentProps<typeof RunRecipe>, 'start' | 'startOptions'> = {}, form = recipe) =>
  inPage(<RunRecipe recipe={form} id="mine" model={model} {...again} onStarted={vi.fn()} />)

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

test('a value that the server refuses is marked at its field, and the run agrees to the price on the button', async () => {
  const user = open({ start: { city: 'Oslo 🦊' } })
  await user.click(await screen.findByRole('button', { name: /^Create · 4 tokens$/ }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'city' })).toBeInvalid())
  expect(screen.getByText(/^The fonts here lack/)).toBeVisible()
  expect(api.inputs(runRecipeCall)).toEqual([{ recipe: 'mine', values: { city: 'Oslo 🦊' }, options: {}, max_price: 4 }])
})

describe('the form refuses what a call refuses, before it asks', () => {
  // A form holds no lists and no endless numbers.
  const held = hostileValues.flatMap(({ values, ...one }) => {
    const parsed = v.safeParse(
      placeValuesSchema,
      withFiles(values, () => ({ upload_id: photo })),
    )
    return parsed.success && !one.byServer ? [{ ...one, values: parsed.output }] : []
  })

  test.each(held)('$name: the form agrees with a call', async ({ values, errors }) => {
    api.answer(runRecipeCall, refuse('model_unavailable'))
    const user = open({ start: values }, { ...recipe, ...hostileForm, open: [] })
    await user.click(await screen.findByRole('button', { name: /^Create · 4 tokens$/ }))
    // Fields that the recipe does not have are left out.
    const marked = Object.keys(errors).filter((name) => errors[name] !== 'place_unknown')
    const isSent = marked.length === 0
    if (isSent) await waitFor(() => expect(api.inputs(runRecipeCall)).toHaveLength(1))
    // The form marks its fields at once: those for text are invalid, the others have an alert.
    else {
      const alerts = screen.queryAllByRole('alert').filter((alert) => alert.textContent !== '')
      expect([...document.querySelectorAll('[aria-invalid="true"]'), ...alerts]).toHaveLength(marked.length)
    }
    expect(api.inputs(runRecipeCall).map((input) => input.values)).toEqual(isSent ? [knownValues(hostileForm, values)] : [])
  })
})

test('a prompt without a model is taken into the composer with values that a recipe would take', async () => {
  const onTake = vi.fn()
  const user = inPage(<FillPrompt form={recipe} onTake={onTake} />)
  await user.clear(screen.getByRole('spinbutton', { name: 'people' }))
  await user.type(screen.getByRole('spinbutton', { name: 'people' }), '6')
  await user.click(screen.getByRole('button', { name: 'Use this prompt' }))
  expect(screen.getByRole('textbox', { name: 'city' })).toHaveAccessibleDescription(/Fill this in\./)
  expect(screen.getByRole('spinbutton', { name: 'people' })).toHaveAccessibleDescription(/At most 5\./)
  expect(onTake).not.toHaveBeenCalled()
  await user.type(screen.getByRole('textbox', { name: 'city' }), 'Oslo')
  await user.type(screen.getByRole('spinbutton', { name: 'people' }), '{Backspace}3')
  await user.click(screen.getByRole('button', { name: 'Use this prompt' }))
  expect(onTake).toHaveBeenCalledWith('A lake near Oslo for 3,')
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

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { createGenerationCall, getGenerationCall, listGenerationsCall, quoteGenerationCall } from '#app/contract/runs/generations.calls.ts'
import { listPromptsCall } from '#app/contract/recipes/prompts.calls.ts'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import { quoteRecipeCall, runRecipeCall } from '#app/contract/recipes/recipes.calls.ts'
import type { StudioTool } from '#app/contract/studio/tool-names.ts'
import { getThreadCall, listThreadsCall } from '#app/contract/studio/threads.calls.ts'
import { getDraftCall, saveDraftCall } from '#app/contract/studio/drafts.calls.ts'
import { listToolsCall } from '#app/contract/studio/tools.calls.ts'
import { generation, idAt } from '#tests/factories/generation.ts'
import { modelOf } from '#tests/factories/model.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

const thread = idAt(9)

const seconds = { type: 'integer', title: 'Length', minimum: 1, maximum: 60, default: 10 } as const
const music = { options: { type: 'object' as const, properties: { duration: seconds }, additionalProperties: false as const } }
const models = [
  modelOf('Talker', 'text', {
    price: { base: 2, per: null },
    history: true,
    inputs: [{ role: 'reference', types: ['image'], required: false, max: 4 }],
  }),
  modelOf('Painter', 'image'),
  modelOf('Voice', 'audio', { price: { base: 3, per: null } }),
  modelOf('Band', 'audio', { price: { base: 5, per: null }, ...music }),
]
const recipe: Recipe = {
  id: idAt(5),
  type: 'image',
  name: 'Birthday card',
  text: 'A card for {{name}}',
  about: 'A card with a name',
  model: 'Painter',
  options: {},
  inputs: [],
  places: [],
  open: [],
  sample_id: null,
  revision: 1,
  from: null,
  link: null,
  created_at: '2026-11-29T12:00:00.000Z',
}
const quoted = (price: number) => ({
  price,
  price_milli: price * 1_000,
  hold: price,
  available: 100,
  missing: 0,
  over_limit: null,
  email_not_verified: false,
  understood: null,
  advice: null,
})
const first = generation(1, {
  type: 'text',
  thread_id: thread,
  prompt: 'What lives here?',
  text: 'A **fox** by a lake.',
  model: 'Talker',
  status: 'succeeded',
  finished_at: '2026-11-01T10:00:10.000Z',
})

const toolsWith = (...names: StudioTool[]) => ({
  commands: true,
  items: names.map((name) => ({ name, title: name, description: '', on: false, model_tokens: 1 })),
  rules: [],
  allowance: { limit_milli: 10_000, used_milli: 0 },
})

beforeEach(() => {
  localStorage.clear()
  const empty = { prompt: '', model: null, options: {}, inputs: [] }
  api.answer(getGenerationCall, ({ id }) => generation(7, { id, type: 'image', prompt: 'A fox at night', status: 'succeeded' }))
  api.answer(getDraftCall, () => ({ draft: empty, updated_at: null }))
  api.answer(saveDraftCall, () => ({ updated_at: first.created_at, replaced: null }))
  api.answer(listPromptsCall, () => ({ items: [recipe] }))
  api.answer(listToolsCall, () => toolsWith('find', 'create', 'use_recipe'))
  api.answer(listThreadsCall, () => ({ items: [], next_cursor: null }))
  api.answer(quoteGenerationCall, ({ model }) => quoted(models.find(({ id }) => id === model)?.price.base ?? 0))
  api.answer(createGenerationCall, ({ model, prompt }) =>
    generation(2, {
      type: models.find(({ id }) => id === model)?.type ?? 'text',
      model,
      prompt,
      thread_id: thread,
      parent_id: first.id,
      status: 'queued',
    }),
  )
})

async function openThread(locale: 'en' | 'ru' = 'en', offered = models) {
  api.answer(listGenerationsCall, ({ thread: of, q }) => ({
    items: of ? [first] : q === undefined ? [] : [generation(7, { type: 'image', prompt: 'A fox at night', status: 'succeeded' })],
    next_cursor: null,
  }))
  api.answer(getThreadCall, () => ({
    id: thread,
    title: null,
    first_prompt: first.prompt,
    turns: 1,
    created_at: first.created_at,
    updated_at: first.created_at,
  }))
  const { person } = await openPage(`/dashboard/text?thread=${thread}`, { user: ann, locale, models: offered })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: locale === 'en' ? 'Your message' : 'Ваше сообщение' })
  return { person, field }
}
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const activeIn = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent

test('a slash lists tools with their help and price and recipes, and the keyboard chooses one', async () => {
  const { person, field } = await openThread()
  await person.type(field, '/')
  await screen.findByRole('listbox', { name: 'Tools and recipes' })
  await waitFor(() => expect(names()).toHaveLength(5))
  expect(names()).toEqual([
    '/pictureCreates an image from your text4 tokens',
    '/sayReads your text aloud3 tokens',
    '/musicCreates music from your text5 tokens',
    '/findFinds your results to add them to the messagefree',
    '/birthday-cardA card with a name',
  ])
  await waitFor(() => expect(activeIn(field)).toContain('/picture'))
  await person.keyboard('{ArrowUp}')
  await waitFor(() => expect(activeIn(field)).toContain('/birthday-card'))
  await person.keyboard('{ArrowDown}{ArrowDown}{Tab}')
  await waitFor(() => expect(field.value).toBe('/say '))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(field)
})

test('Escape closes the list until another name is typed, and Enter then sends an ordinary message', async () => {
  const { person, field } = await openThread()
  await person.type(field, '/pi')
  await screen.findByRole('option', { name: /picture/ })
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  await person.keyboard('n')
  expect(await screen.findByText('No tool or recipe has this name. It’s sent as a message.')).toBeVisible()
})

test('a command shows the price of its model, and becomes a turn of the conversation', async () => {
  const { person, field } = await openThread()
  fireEvent.change(field, { target: { value: '/picture a fox' } })
  const send = await screen.findByRole('button', { name: 'Send for 4 tokens' })
  await person.click(send)
  await waitFor(() => expect(api.inputs(createGenerationCall)).toHaveLength(1))
  expect(api.inputs(createGenerationCall)[0]).toMatchObject({
    model: 'Painter',
    prompt: 'a fox',
    thread_id: thread,
    parent_id: first.id,
    max_price: 4,
  })
  await waitFor(() => expect(field.value).toBe(''))
})

test('Russian and English names work in both languages', async () => {
  const { person, field } = await openThread('ru')
  await person.type(field, '/')
  expect(await screen.findByRole('option', { name: /^\/картинка/ })).toBeVisible()
  for (const [prompt, price] of [
    ['/картинка лиса', '4'],
    ['/say Добрый вечер', '3'],
    ['/музыка вальс', '5'],
  ] as const) {
    fireEvent.change(field, { target: { value: prompt } })
    expect(await screen.findByRole('button', { name: new RegExp(`цена ${price} `) })).toBeVisible()
  }
})

test('a recipe opens its form, and its run is a turn', async () => {
  api.answer(quoteRecipeCall, () => quoted(4))
  api.answer(runRecipeCall, () => generation(2, { type: 'image', thread_id: thread, parent_id: first.id, status: 'queued' }))
  const { person, field } = await openThread()
  await person.type(field, '/birth')
  await screen.findByRole('option', { name: /birthday-card/ })
  await person.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Birthday card' })
  await person.type(within(dialog).getByRole('textbox', { name: 'name' }), 'Ann')
  await person.click(await within(dialog).findByRole('button', { name: /^Create/ }))
  await waitFor(() => expect(api.inputs(runRecipeCall)).toHaveLength(1))
  expect(api.inputs(runRecipeCall)[0]).toMatchObject({
    recipe: recipe.id,
    values: { name: 'Ann' },
    thread_id: thread,
    parent_id: first.id,
    max_price: 4,
  })
})

test('a search lists results, and adds the chosen one to the message', async () => {
  const { person, field } = await openThread()
  fireEvent.change(field, { target: { value: '/find fox' } })
  expect(await screen.findByRole('option', { name: /A fox at night/ })).toBeVisible()
  field.focus()
  await person.keyboard('{Enter}')
  await waitFor(() => expect(field.value).toBe(''))
  fireEvent.change(field, { target: { value: 'What is this?' } })
  await person.click(await screen.findByRole('button', { name: 'Send for 2 tokens' }))
  await waitFor(() => expect(api.inputs(createGenerationCall)).toHaveLength(1))
  expect(api.inputs(createGenerationCall)[0]).toMatchObject({ inputs: [{ generation_id: idAt(7), role: 'reference' }] })
})

test('an answer is written into the message as a command, and is sent for the price on the button', async () => {
  const { person, field } = await openThread()
  await person.click(await screen.findByRole('button', { name: 'Create an image of this' }))
  expect(field.value).toBe('/picture A fox by a lake.')
  expect(api.inputs(createGenerationCall)).toEqual([])
  expect(await screen.findByRole('button', { name: 'Send for 4 tokens' })).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Read aloud' }))
  expect(field.value).toBe('/say A fox by a lake.')
})

test('without a language model, commands still work', async () => {
  const { person, field } = await openThread('en', [modelOf('Tools', 'text', { price: { base: 1, per: null } }), ...models.slice(1)])
  fireEvent.change(field, { target: { value: '/picture a fox' } })
  await person.click(await screen.findByRole('button', { name: 'Send for 4 tokens' }))
  await waitFor(() => expect(api.inputs(createGenerationCall)).toHaveLength(1))
  expect(api.inputs(createGenerationCall)[0]).toMatchObject({ model: 'Painter', thread_id: thread })
})

test('commands that the operator does not offer are not listed, and nothing under an answer writes one', async () => {
  api.answer(listToolsCall, () => toolsWith('find', 'read'))
  const { person, field } = await openThread()
  await person.type(field, '/')
  await waitFor(() => expect(names()).toEqual(['/findFinds your results to add them to the messagefree']))
  expect(screen.queryByRole('button', { name: 'Create an image of this' })).toBeNull()
})

test('without commands, a slash offers nothing', async () => {
  api.answer(listToolsCall, () => ({ ...toolsWith('find', 'create', 'use_recipe'), commands: false }))
  const { person, field } = await openThread()
  await person.type(field, '/')
  expect(await screen.findByText('No tool or recipe has this name. It’s sent as a message.')).toBeDefined()
  expect(screen.queryByRole('option')).toBeNull()
})

test('nothing is quoted while a name is typed', async () => {
  const { person, field } = await openThread()
  await person.type(field, '/pic')
  await waitFor(() => expect(names()).toHaveLength(1))
  await person.type(field, 'ture a fox')
  expect(await screen.findByRole('button', { name: 'Send for 4 tokens' })).toBeVisible()
  expect(new Set(api.inputs(quoteGenerationCall).map(({ prompt, model }) => `${model}: ${prompt}`))).not.toContain('Talker: /')
  expect(api.inputs(quoteGenerationCall).filter(({ prompt }) => prompt.startsWith('/'))).toEqual([])
})

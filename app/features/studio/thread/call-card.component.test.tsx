import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getDraftCall, saveDraftCall } from '#app/contract/studio/drafts.calls.ts'
import { createGenerationCall, getGenerationCall, listGenerationsCall, quoteGenerationCall } from '#app/contract/runs/generations.calls.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { listPromptsCall } from '#app/contract/recipes/prompts.calls.ts'
import { getThreadCall, listThreadsCall } from '#app/contract/studio/threads.calls.ts'
import type { Call } from '#app/contract/studio/tool-calls.ts'
import { allowCallsCall, listCallsCall, listToolsCall, quoteToolCallCall, refuseToolCallCall } from '#app/contract/studio/tools.calls.ts'
import { generation, idAt } from '#tests/factories/generation.ts'
import { modelOf } from '#tests/factories/model.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const thread = idAt(9)
const at = '2026-11-01T10:00:10.000Z'

const models = [modelOf('Talker', 'text', { history: true, tools: true }), modelOf('Painter', 'image'), modelOf('Etcher', 'image')]

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

function callOf(n: number, given: Partial<Call> = {}): Call {
  return {
    id: idAt(n),
    step: idAt(1),
    call_id: `c${n}`,
    tool: 'create',
    state: 'asks',
    makes: 'picture',
    by: null,
    thread,
    run: { type: 'image', model: 'Painter', prompt: `Lighthouse ${n}`, options: {}, inputs: [], recipe: null },
    price: 4,
    price_milli: 4_000,
    next_milli: 1_300,
    created_at: at,
    ended_at: null,
    ...given,
  }
}

/** The calls as the server has them. */
let calls: Call[] = []
const stepOf = (): Generation =>
  generation(1, {
    type: 'text',
    thread_id: thread,
    prompt: 'Draw a lighthouse',
    text: 'With pleasure.',
    model: 'Talker',
    status: 'succeeded',
    finished_at: at,
    calls: calls.map(({ call_id, tool }) => ({ id: call_id, name: tool, input: '{}' })),
    call_states: calls.map(({ id, step, call_id, tool, state, makes, by }) => ({ id, step, call_id, tool, state, makes, by })),
  })
const work = (id: string, given: Partial<Generation>) => generation(7, { id, prompt: 'Lighthouse 2', status: 'running', ...given })
/** The state of the runs that the calls have become. */
let made: Partial<Generation> = {}

function decide(ids: readonly string[], state: Call['state'], by: Call['by']) {
  calls = calls.map((call) => (ids.includes(call.id) ? { ...call, state, by } : call))
  return calls.filter(({ id }) => ids.includes(id))
}

beforeEach(() => {
  localStorage.clear()
  calls = [callOf(2)]
  made = {}
  api.answer(getDraftCall, () => ({ draft: { prompt: '', model: null, options: {}, inputs: [] }, updated_at: null }))
  api.answer(saveDraftCall, () => ({ updated_at: at, replaced: null }))
  api.answer(listPromptsCall, () => ({ items: [] }))
  api.answer(listThreadsCall, () => ({ items: [], next_cursor: null }))
  api.answer(quoteGenerationCall, () => quoted(1))
  api.answer(getGenerationCall, ({ id }) => (id === idAt(1) ? stepOf() : work(id, made)))
  api.answer(listGenerationsCall, ({ thread: of }) => ({ items: of ? [stepOf()] : [], next_cursor: null }))
  api.answer(listCallsCall, () => ({ items: calls.toReversed(), next_cursor: null }))
  api.answer(listToolsCall, () => ({ items: [], rules: [], allowance: { limit_milli: 10_000, used_milli: 0 } }))
  api.answer(allowCallsCall, ({ ids }) => ({ items: decide(ids, 'runs', 'press') }))
  api.answer(getThreadCall, () => ({
    id: thread,
    title: null,
    first_prompt: 'Draw a lighthouse',
    turns: 1,
    created_at: at,
    updated_at: at,
  }))
})

const open = (locale: 'en' | 'ru' = 'en') => openPage(`/dashboard/text?thread=${thread}`, { user: ann, locale, models })

test('a call asks with its price, starts by a press, and shows its work', async () => {
  const { person } = await open()
  const card = await screen.findByRole('region', { name: 'Create an image?' })
  expect(within(card).getByText('Lighthouse 2')).toBeVisible()
  expect(within(card).getByText('Painter')).toBeVisible()
  expect(within(card).getByText('then the answer continues · up to 1.3 tokens')).toBeVisible()
  expect(await screen.findByText('Asks: create an image, 4 tokens')).toBeInTheDocument()
  expect(card).not.toContainElement(document.activeElement instanceof HTMLElement ? document.activeElement : null)
  await person.click(within(card).getByRole('checkbox', { name: 'Don’t ask here again for images, within the allowance' }))
  await person.click(within(card).getByRole('button', { name: 'Allow · 4 tokens' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Create an image?' })).toBeNull())
  expect(api.inputs(allowCallsCall)).toEqual([{ ids: [idAt(2)], max_price: 4, edits: {}, rule: 'allow' }])
  expect(await screen.findByText('· Creating…')).toBeVisible()
})

test('the card is in Russian, and Enter in the message does not allow', async () => {
  const { person } = await open('ru')
  const card = await screen.findByRole('region', { name: 'Создать изображение?' })
  for (const name of ['Разрешить · 4 токена', 'Изменить', 'Нет']) expect(within(card).getByRole('button', { name })).toBeVisible()
  expect(await screen.findByText('Спрашивает: создать изображение, 4 токена')).toBeInTheDocument()
  api.answer(createGenerationCall, () => generation(3, { type: 'text', thread_id: thread, parent_id: idAt(1), status: 'queued' }))
  await person.type(await screen.findByRole('textbox', { name: 'Ваше сообщение' }), 'да{Enter}')
  await waitFor(() => expect(api.inputs(createGenerationCall)).toHaveLength(1))
  expect(api.inputs(allowCallsCall)).toEqual([])
})

test('several calls of an answer are allowed together, or one by one', async () => {
  calls = [callOf(2), callOf(3), callOf(4, { makes: 'video', price: 4, price_milli: 3_200 })]
  const { person } = await open()
  const card = await screen.findByRole('region', { name: 'Create 3 results?' })
  await person.click(within(card).getAllByRole('button', { name: 'Allow · 4 tokens' })[0] ?? card)
  const rest = await screen.findByRole('region', { name: 'Create 2 results?' })
  await person.click(within(rest).getByRole('button', { name: 'Allow all 2 · 8 tokens' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Allow/ })).toBeNull())
  expect(api.inputs(allowCallsCall)).toEqual([
    { ids: [idAt(2)], max_price: 4, edits: {} },
    { ids: [idAt(3), idAt(4)], max_price: 8, edits: {} },
  ])
})

test('a refusal takes words for the assistant', async () => {
  api.answer(refuseToolCallCall, ({ id }) => decide([id], 'refused', null)[0] ?? callOf(2))
  const { person } = await open()
  await person.click(await screen.findByRole('button', { name: 'No' }))
  await person.type(screen.getByRole('textbox', { name: 'Tell the assistant why (optional)' }), 'Too dark')
  await person.click(screen.getByRole('button', { name: 'Don’t allow' }))
  expect(await screen.findByText('· You didn’t allow this.')).toBeVisible()
  expect(api.inputs(refuseToolCallCall)).toEqual([{ id: idAt(2), words: 'Too dark', never: false }])
})

test('without enough tokens the card stays, says why, and leads to tokens', async () => {
  api.answer(allowCallsCall, refuse('not_enough_tokens', { missing: 3 }))
  const { person } = await open()
  await person.click(await screen.findByRole('button', { name: 'Allow · 4 tokens' }))
  const card = screen.getByRole('region', { name: 'Create an image?' })
  expect(await within(card).findByRole('link', { name: 'Get tokens' })).toBeVisible()
  expect(within(card).getByRole('alert')).toHaveTextContent(/token/)
  await waitFor(() => expect(within(card).getByRole('button', { name: 'Allow · 4 tokens' })).not.toHaveAttribute('aria-disabled'))
})

test('a price that has changed is shown before it is allowed', async () => {
  api.answer(allowCallsCall, ({ ids, max_price: most }) => {
    if (most < 6) {
      calls = [callOf(2, { price: 6, price_milli: 6_000 })]
      return refuse('price_changed', { price: 6 })()
    }
    return { items: decide(ids, 'runs', 'press') }
  })
  const { person } = await open()
  await person.click(await screen.findByRole('button', { name: 'Allow · 4 tokens' }))
  const again = await screen.findByRole('button', { name: 'Allow · 6 tokens' })
  expect(screen.getByRole('region', { name: 'Create an image?' })).toBeVisible()
  await waitFor(() => expect(again).not.toHaveAttribute('aria-disabled'))
  await person.click(again)
  expect(await screen.findByText('· Creating…')).toBeVisible()
})

test('prompt and model are changed before, at the price of the changed run', async () => {
  api.answer(quoteToolCallCall, ({ model }) => quoted(model === 'Etcher' ? 7 : 4))
  const { person } = await open()
  await person.click(await screen.findByRole('button', { name: 'Change' }))
  const prompt = screen.getByRole('textbox', { name: 'Prompt' })
  await person.clear(prompt)
  await person.type(prompt, 'A red lighthouse')
  await person.click(screen.getByRole('radio', { name: /Etcher/ }))
  await person.click(await screen.findByRole('button', { name: 'Allow · 7 tokens' }))
  await waitFor(() =>
    expect(api.inputs(allowCallsCall)).toEqual([
      { ids: [idAt(2)], max_price: 7, edits: { [idAt(2)]: { prompt: 'A red lighthouse', model: 'Etcher' } } },
    ]),
  )
})

test('a call that was decided on another device says so, and the card shows how it stands', async () => {
  api.answer(allowCallsCall, ({ ids }) => {
    decide(ids, 'refused', null)
    return refuse('call_decided')()
  })
  const { person } = await open()
  await person.click(await screen.findByRole('button', { name: 'Allow · 4 tokens' }))
  expect(await screen.findByText('· You didn’t allow this.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Allow/ })).toBeNull()
})

test('a call that failed is free and has its reason', async () => {
  calls = [callOf(2, { state: 'failed', by: 'press' })]
  made = { status: 'failed', error: { code: 'rate_limited', detail: 'The model is busy.' }, charged: 0, charged_milli: 0 }
  await open()
  expect(await screen.findByText('· Failed, free of charge')).toBeVisible()
  expect(await screen.findByText(/The model is busy/)).toBeVisible()
})

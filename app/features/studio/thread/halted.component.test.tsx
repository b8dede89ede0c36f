import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Generation } from '#app/contract/runs/generations.ts'
import { listModelsCall } from '#app/contract/runs/models.calls.ts'
import { listPromptsCall } from '#app/contract/recipes/prompts.calls.ts'
import { goOnCall, listToolsCall, quoteGoOnCall, setAllowanceCall, setRuleCall } from '#app/contract/studio/tools.calls.ts'
import { generation, idAt } from '#tests/factories/generation.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { messages } from '#locales/en/messages.ts'
import { messages as russian } from '#locales/ru/messages.ts'
import { Halted } from './halted.tsx'
import { CalledTools } from './tool-steps.tsx'
import { ToolSwitches } from './tool-switches.tsx'

const step = (halted: Generation['halted']) => generation(1, { type: 'text', halted, thread_id: idAt(9) })
const allowance = { limit_milli: 10_000, used_milli: 9_000 }

function show(content: React.ReactNode) {
  i18n.loadAndActivate({ locale: 'en', messages })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
    </I18nProvider>,
  )
  return userEvent.setup()
}

test('an answer that needs more than the allowance goes on at the price on the button, and may raise it', async () => {
  api.answer(quoteGoOnCall, () => ({ price: 2, price_milli: 1_300, allowance }))
  api.answer(goOnCall, () => generation(2, { type: 'text' }))
  const started: string[] = []
  const person = show(<Halted turn={step('budget')} onStarted={({ id }) => started.push(id)} />)
  expect(await screen.findByText('The answer needs up to 1.3 tokens more.')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Go on · 1.3 tokens' }))
  await waitFor(() => expect(started).toEqual([idAt(2)]))
  await person.click(screen.getByRole('button', { name: 'Allow 10 more here' }))
  await waitFor(() => expect(started).toHaveLength(2))
  expect(api.inputs(goOnCall)).toEqual([
    { id: idAt(1), max_price: 2, raise: 0 },
    { id: idAt(1), max_price: 2, raise: 10 },
  ])
})

test('a stopped answer says so, and does not offer to raise the allowance', async () => {
  api.answer(quoteGoOnCall, () => ({ price: 2, price_milli: 1_300, allowance }))
  show(<Halted turn={step('stopped')} onStarted={() => undefined} />)
  expect(await screen.findByRole('button', { name: 'Go on · 1.3 tokens' })).toBeVisible()
  expect(screen.getByText('You stopped the answer.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /more here/ })).toBeNull()
})

const model = { tools: true }
const tools = { tools: ['find' as const], sent: ['find' as const], change: () => undefined }
const offered = {
  items: [
    { name: 'find' as const, title: 'Find', description: 'Searches your works', on: true, model_tokens: 90 },
    { name: 'read' as const, title: 'Read', description: 'Reads', on: false, model_tokens: 70 },
  ],
  allowance,
}

test('tools have a switch each, and the allowance is a whole number of tokens', async () => {
  api.answer(listToolsCall, () => offered)
  api.answer(setAllowanceCall, () => offered)
  const changed: unknown[] = []
  const person = show(<ToolSwitches model={model} thread={idAt(9)} tools={{ ...tools, change: (...given) => changed.push(given) }} />)
  expect(await screen.findByRole('switch', { name: /Find/ })).toBeChecked()
  await person.click(screen.getByRole('switch', { name: /Read/ }))
  expect(changed).toEqual([['read', true]])
  expect(screen.getByText('9 tokens used without asking in this conversation.')).toBeVisible()
  const field = screen.getByRole('textbox', { name: 'Without asking: tokens in this conversation' })
  await person.clear(field)
  await person.type(field, 'many')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(field).toHaveAccessibleDescription('Enter a whole number.')
  await person.clear(field)
  await person.type(field, '0')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.inputs(setAllowanceCall)).toEqual([{ thread: idAt(9), tokens: 0 }]))
})

test('a model without tools says so', async () => {
  api.answer(listToolsCall, () => offered)
  show(<ToolSwitches model={{}} thread={undefined} tools={{ ...tools, sent: undefined }} />)
  expect(await screen.findByText('This model can’t use tools.')).toBeVisible()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('calls of the studio’s tools are named in words, in both languages', async () => {
  const calls = [
    { id: 'a', name: 'find', input: '{"words": "fox"}' },
    { id: 'b', name: 'read', input: '{"handle": "w1"}' },
    { id: 'c', name: 'create', input: '{' },
  ]
  const results = calls.map(({ id, name }) => ({ id, name, text: '…', length: 1, input: null, failed: id === 'c', inputs: [] }))
  const turn = generation(1, { type: 'text', calls, call_states: [] })
  const next = generation(2, { type: 'text', tool_results: results })
  show(<CalledTools turn={turn} next={next} />)
  for (const words of ['Looked through your results: fox', 'Read a text', 'Couldn’t create a result'])
    expect(screen.getByText(words)).toBeVisible()
  act(() => i18n.loadAndActivate({ locale: 'ru', messages: russian }))
  expect(await screen.findByText('Поиск в ваших результатах: fox')).toBeVisible()
})

test('tools that make something, and recipes, have switches, and standing answers are withdrawn', async () => {
  const rules = [{ makes: 'picture' as const, rule: 'allow' as const }]
  const making = [
    { name: 'create' as const, title: 'Create', description: 'Makes images', on: false, model_tokens: 200 },
    { name: 'use_recipe' as const, title: 'Recipes', description: 'Fills in', on: false, model_tokens: 100 },
  ]
  api.answer(listToolsCall, () => ({ items: making, allowance, rules }))
  api.answer(setRuleCall, () => ({ items: making, allowance, rules: [] }))
  api.answer(listModelsCall, () => [])
  api.answer(listPromptsCall, () => ({
    items: [
      {
        id: idAt(5),
        type: 'image' as const,
        name: 'Birthday card',
        text: 'A card',
        model: 'Painter',
        created_at: '2026-11-29T12:00:00.000Z',
      },
    ],
  }))
  const changed: unknown[] = []
  const person = show(<ToolSwitches model={model} thread={idAt(9)} tools={{ ...tools, change: (...given) => changed.push(given) }} />)
  await person.click(await screen.findByRole('switch', { name: /Create/ }))
  await person.click(await screen.findByRole('switch', { name: /Recipe: Birthday card/ }))
  expect(changed).toEqual([
    ['create', true],
    [`recipe:${idAt(5)}`, true],
  ])
  expect(screen.getByText('Starts without asking: images')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Ask again' }))
  await waitFor(() => expect(api.inputs(setRuleCall)).toEqual([{ thread: idAt(9), makes: 'picture', rule: null }]))
})

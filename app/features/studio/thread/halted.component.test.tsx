import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Generation } from '#app/contract/runs/generations.ts'
import { goOnCall, listToolsCall, quoteGoOnCall, setAllowanceCall } from '#app/contract/runs/tools.calls.ts'
import { generation, idAt } from '#tests/factories/generation.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { messages } from '#locales/en/messages.ts'
import { Halted } from './halted.tsx'
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
  const person = show(<ToolSwitches model={model} thread={idAt(9)} tools={{ ...tools, change: (...act) => changed.push(act) }} />)
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

import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listToolsCall, setAllowanceCall } from '#app/contract/studio/tools.calls.ts'
import { ToastProvider } from '#app/ui/overlays/toast.tsx'
import { api } from '#tests/fixtures/component/api.ts'
import { refuse } from '#tests/fixtures/component/page.tsx'
import { messages } from '#locales/en/messages.ts'
import { DefaultAllowance } from './allowance.tsx'

const tools = (limit: number) => ({ commands: true, items: [], rules: [], allowance: { limit_milli: limit, used_milli: 0 } })
beforeEach(() => {
  let limit = 10_000
  api.answer(listToolsCall, () => tools(limit))
  api.answer(setAllowanceCall, ({ tokens }) => tools((limit = (tokens ?? 10) * 1_000)))
})

async function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: messages } })}>
        <ToastProvider>
          <DefaultAllowance />
        </ToastProvider>
      </I18nProvider>
    </QueryClientProvider>,
  )
  return { person: userEvent.setup(), field: await screen.findByRole('textbox', { name: 'Tokens in each conversation' }) }
}
const save = () => screen.getByRole('button', { name: 'Save' })

test('the default allowance shows what is set, and 0 is saved for all conversations without a number of their own', async () => {
  const { person, field } = await open()
  expect(field).toHaveValue('10')
  expect(save()).toBeDisabled()
  await person.clear(field)
  await person.type(field, '0')
  await person.click(save())
  await waitFor(() => expect(api.inputs(setAllowanceCall)).toEqual([{ tokens: 0 }]))
  expect(await screen.findByText('Saved.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Tokens in each conversation' })).toHaveValue('0'))
  expect(save()).toBeDisabled()
})

test.each(['', '-1', '2.5', 'ten', '12345678'])('the default allowance “%s” is no whole number, and nothing is sent', async (typed) => {
  const { person, field } = await open()
  await person.clear(field)
  if (typed) await person.type(field, typed)
  await person.click(save())
  expect(field).toHaveAccessibleDescription('Enter a whole number.')
  expect(api.inputs(setAllowanceCall)).toEqual([])
})

test('a default allowance above the operator’s most is refused with the API’s words', async () => {
  api.answer(setAllowanceCall, refuse('invalid_input', { fields: { tokens: 'too_large' } }))
  const { person, field } = await open()
  await person.clear(field)
  await person.type(field, '5000')
  await person.click(save())
  await waitFor(() => expect(field).toBeInvalid())
  expect(screen.getByText('Choose a smaller value.')).toBeVisible()
})

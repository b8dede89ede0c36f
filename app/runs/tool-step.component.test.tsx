import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { divideLong, ToolStep } from './tool-step.tsx'

const isOpen = (text: string) => screen.getByText(text).closest('details')?.open

test('a step is folded, names its tool, and opens with its arguments and its result', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  let opened = 0
  render(
    <I18nProvider i18n={i18n}>
      <ToolStep name="get_weather" input={'{"city": "Oslo"'} result={{ text: 'It rains', failed: false }} onOpen={() => (opened += 1)} />
      <ToolStep name="send_mail" input={null} result={{ text: 'no route', failed: true }} />
      <ToolStep name="wait" input="{}" />
    </I18nProvider>,
  )
  expect(isOpen('Used the tool get_weather')).toBe(false)
  await userEvent.click(screen.getByText('Used the tool get_weather'))
  expect([isOpen('Used the tool get_weather'), opened]).toEqual([true, 1])
  expect(screen.getByText('{"city": "Oslo"')).toBeTruthy()
  expect(screen.getByText('It rains')).toBeTruthy()
  expect(screen.getByText('The tool send_mail failed')).toBeTruthy()
  expect(screen.getByText('Called the tool wait')).toBeTruthy()
})

test('a long text is cut at a line, keeps every character, and a short rest is not hidden', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index} with some words`).join('\n')
  const [start, rest] = divideLong(lines)
  expect(start.split('\n')).toHaveLength(16)
  expect(`${start}\n${rest}`).toBe(lines)
  const [first, second] = divideLong('a'.repeat(5_000))
  expect([first.length, first + second]).toEqual([1_200, 'a'.repeat(5_000)])
  expect(divideLong('a'.repeat(1_300))).toEqual(['a'.repeat(1_300), ''])
})

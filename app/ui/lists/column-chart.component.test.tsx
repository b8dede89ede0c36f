import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ColumnChart } from './column-chart.tsx'

const days = [
  { id: 'Mon', parts: [{ id: 'image', value: 3, tint: 'kind' as const }] },
  {
    id: 'Tue',
    parts: [
      { id: 'image', value: 4, tint: 'kind' as const },
      { id: 'text', value: 4, tint: 'kind' as const },
    ],
  },
  { id: 'Wed', parts: [] },
]
const nameOf = (index: number) => days[index]?.id ?? 'no day'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

const chart = () => (
  <I18nProvider i18n={i18n}>
    <ColumnChart
      columns={days}
      tickText={(value) => `${value} runs`}
      dateText={nameOf}
      renderReading={(index) => `Read: ${nameOf(index)}`}
    />
  </I18nProvider>
)

test('the highest column is read until the keys or the pointer choose another, and the ends hold', async () => {
  const person = userEvent.setup()
  render(chart())
  expect(screen.getByText('Read: Tue').getAttribute('aria-live')).toBe('off')
  await person.tab()
  expect(document.activeElement).toBe(screen.getByRole('group'))
  await person.keyboard('{ArrowRight}{ArrowRight}')
  expect(screen.getByText('Read: Wed').getAttribute('aria-live')).toBe('polite')
  await person.keyboard('{Home}{ArrowLeft}')
  expect(screen.getByText('Read: Mon')).toBeTruthy()
  await person.tab()
  expect(screen.getByText('Read: Tue')).toBeTruthy()
})

test('the axis ends at a round number that holds the highest column', () => {
  render(chart())
  expect(screen.getAllByText('8 runs').length).toBeGreaterThan(0)
  expect(screen.queryByText('10 runs')).toBeNull()
})

test('the pointer reads the column below it', () => {
  const { container } = render(chart())
  const area = container.querySelector<HTMLElement>('.touch-pan-y')
  if (!area) throw new Error('no area')
  area.getBoundingClientRect = () => new DOMRect(0, 0, 300, 100)
  fireEvent.pointerMove(area, { clientX: 250 })
  expect(screen.getByText('Read: Wed')).toBeTruthy()
  fireEvent.pointerLeave(area)
  expect(screen.getByText('Read: Tue')).toBeTruthy()
})

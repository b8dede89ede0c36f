import { expect, test } from 'vitest'
import { stackDays } from './stack-days.ts'

const counts = { succeeded: 0, failed: 0, canceled: 0, tokens: 0 }

test('every day of the span has a column, and kinds are stacked in one order', () => {
  const { columns, top, used } = stackDays({
    from: '2026-02-27',
    to: '2026-03-01',
    days: [
      { date: '2026-02-28', type: 'text', runs: 4, ...counts },
      { date: '2026-02-28', type: 'image', runs: 9, ...counts },
    ],
  })
  expect(columns).toEqual([
    { date: '2026-02-27', parts: [] },
    {
      date: '2026-02-28',
      parts: [
        { kind: 'image', from: 0, to: 9 },
        { kind: 'text', from: 9, to: 13 },
      ],
    },
    { date: '2026-03-01', parts: [] },
  ])
  expect({ top, used }).toEqual({ top: 20, used: ['image', 'text'] })
})

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [50, 50],
  [51, 100],
  [2_001, 5_000],
])('a highest day of %i runs makes an axis up to %i', (runs, top) => {
  const days = runs > 0 ? [{ date: '2026-03-01', type: 'video' as const, runs, ...counts }] : []
  expect(stackDays({ from: '2026-03-01', to: '2026-03-01', days }).top).toBe(top)
})

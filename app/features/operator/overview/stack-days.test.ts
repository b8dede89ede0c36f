import { expect, test } from 'vitest'
import { stackDays } from './stack-days.ts'

const counts = { succeeded: 0, failed: 0, canceled: 0, tokens: 0 }

test('every day of the span has a column, and kinds are stacked in one order', () => {
  const { columns, used } = stackDays({
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
        { kind: 'image', runs: 9 },
        { kind: 'text', runs: 4 },
      ],
    },
    { date: '2026-03-01', parts: [] },
  ])
  expect(used).toEqual(['image', 'text'])
})

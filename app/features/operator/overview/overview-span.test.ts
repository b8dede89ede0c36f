import { expect, test } from 'vitest'
import { overviewSearch } from '../base/operator-search.ts'
import { daysOf, spanProblem } from './overview-span.ts'

const now = Date.parse('2026-11-26T23:59:00Z')

test('the overview shows the chosen days, or the latest ones while the choice is incomplete or invalid', () => {
  expect(daysOf({}, now)).toEqual({ from: '2026-10-28' })
  expect(daysOf({ span: 7 }, now)).toEqual({ from: '2026-11-20' })
  expect(daysOf({ from: '2026-01-05', to: '2026-01-05' }, now)).toEqual({ from: '2026-01-05', to: '2026-01-05' })
  expect(daysOf({ span: 7, from: '2026-01-05' }, now)).toEqual({ from: '2026-11-20' })
  expect(daysOf({ from: '2026-01-05', to: '2026-01-04' }, now)).toEqual({ from: '2026-10-28' })
  expect(overviewSearch({ span: 8, from: '2026-02-30', to: '2026-02-28' })).toEqual({ to: '2026-02-28' })
})

test('reversed days and more than a leap year are refused', () => {
  expect(spanProblem({ from: '2026-01-02', to: '2026-01-01' })).toBe('reversed')
  expect(spanProblem({ from: '2024-01-01', to: '2024-12-31' })).toBeNull()
  expect(spanProblem({ from: '2024-01-01', to: '2025-01-01' })).toBe('too_long')
})

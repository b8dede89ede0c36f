import { describe, expect, test } from 'vitest'
import type { Statistics } from '#app/contract/tokens.ts'
import { datesOf, periodOf } from './period.ts'
import { seriesOf, totalsOf } from './summary.ts'

describe('periodOf', () => {
  test('counts today as the last day, in UTC', () => {
    expect(periodOf(7, new Date('2026-11-21T23:59:00Z'))).toEqual({ from: '2026-11-15', to: '2026-11-21' })
    expect(periodOf(30, new Date('2026-03-01T00:00:00Z'))).toEqual({ from: '2026-01-31', to: '2026-03-01' })
  })

  test('has as many dates as the range says', () => {
    expect(datesOf(periodOf(90, new Date('2026-11-21T12:00:00Z')))).toHaveLength(90)
    expect(datesOf({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })
})

const row = { type: 'image', generations: 4, succeeded: 2, failed: 1, canceled: 1, tokens: 24, wait_p50_ms: 900 } as const

describe('totalsOf', () => {
  test('leaves canceled and unfinished runs out of the success rate', () => {
    expect(totalsOf([row, { ...row, generations: 6, succeeded: 4, failed: 1, tokens: 10 }])).toEqual({
      runs: 10,
      tokens: 34,
      successRate: 0.75,
    })
  })

  test('has no success rate before a run has ended', () => {
    expect(totalsOf([{ ...row, succeeded: 0, failed: 0 }]).successRate).toBeNull()
    expect(totalsOf([])).toEqual({ runs: 0, tokens: 0, successRate: null })
  })
})

describe('seriesOf', () => {
  const statistics: Statistics = {
    from: '2026-11-18',
    to: '2026-11-21',
    totals: [row, { ...row, type: 'text', generations: 0, succeeded: 0, failed: 0, canceled: 0, tokens: 0, wait_p50_ms: null }],
    days: [
      { date: '2026-11-19', ...row, generations: 2, tokens: 12 },
      { date: '2026-11-21', ...row, generations: 2, tokens: 12 },
    ],
  }

  test('fills the days without runs and leaves out kinds without any', () => {
    const [image, ...others] = seriesOf(statistics)
    expect(others).toEqual([])
    expect(image?.days.map(({ runs }) => runs)).toEqual([0, 2, 0, 2])
    expect(image?.waitMs).toBe(900)
  })

  test('the peak is the latest of equal days', () => {
    expect(seriesOf(statistics)[0]?.peak).toBe(3)
  })
})

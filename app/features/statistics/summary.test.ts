import { describe, expect, test } from 'vitest'
import type { Statistics } from '#app/contract/library/statistics.ts'
import { bucketsOf, periodOf, yearOf } from './period.ts'
import { statisticsSearch } from './statistics-search.ts'
import { changeOf, levelOf, seriesOf, stacksOf, totalsOf } from './summary.ts'

describe('the period', () => {
  test('a period ends today and is divided into days while each day is wide enough', () => {
    expect(periodOf({})).toEqual({ days: '30', bucket: 'day' })
    expect(periodOf({ range: 365 })).toEqual({ days: '365', bucket: 'month' })
    expect(periodOf({ range: 365, by: 'week' })).toEqual({ days: '365', bucket: 'week' })
  })

  test('a period is from one day to another where both are given and make sense', () => {
    expect(periodOf({ from: '2026-01-01', to: '2026-05-31' })).toEqual({ from: '2026-01-01', to: '2026-05-31', bucket: 'week' })
    expect(periodOf({ from: '2026-05-31', to: '2026-01-01', range: 7 })).toEqual({ days: '7', bucket: 'day' })
    expect(periodOf({ from: '2026-05-31' })).toEqual({ days: '30', bucket: 'day' })
    expect(periodOf({ from: '2006-05-31', to: '2026-05-31' })).toEqual({ days: '30', bucket: 'day' })
    expect(statisticsSearch({ from: '2026-02-30', to: '2026-13-01' })).toEqual({})
  })

  test('a period has every day, every week from Monday, and every month of it', () => {
    expect(bucketsOf({ from: '2026-02-27', to: '2026-03-01', bucket: 'day' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(bucketsOf({ from: '2026-11-18', to: '2026-11-23', bucket: 'week' })).toEqual(['2026-11-16', '2026-11-23'])
    expect(bucketsOf({ from: '2025-12-31', to: '2026-02-01', bucket: 'month' })).toEqual(['2025-12-01', '2026-01-01', '2026-02-01'])
  })

  test('a period of a year starts on a Monday and ends today', () => {
    const year = yearOf('2026-11-20')
    expect([year[0], year.at(-1)]).toEqual(['2025-11-17', '2026-11-20'])
    expect(year.length).toBeGreaterThanOrEqual(365)
  })
})

const row = {
  type: 'image',
  generations: 4,
  succeeded: 2,
  failed: 1,
  canceled: 1,
  tokens: 24,
  tokens_milli: 24_000,
  wait_p50_ms: 900,
  wait_p95_ms: 2000,
} as const

describe('totals', () => {
  test('totals leave canceled runs out of the success rate', () => {
    expect(totalsOf([row, { ...row, generations: 6, succeeded: 4, failed: 1, tokens_milli: 10_000 }])).toEqual({
      runs: 10,
      tokens: 34,
      successRate: 0.75,
    })
  })

  test('totals have no success rate before a run has ended by itself', () => {
    expect(totalsOf([{ ...row, succeeded: 0, failed: 0 }]).successRate).toBeNull()
    expect(totalsOf([])).toEqual({ runs: 0, tokens: 0, successRate: null })
  })

  test('totals are compared with the previous period if it has runs', () => {
    expect([changeOf(15, 10), changeOf(5, 10), changeOf(10, 10), changeOf(10, 0)]).toEqual([0.5, -0.5, null, null])
  })
})

describe('series', () => {
  const statistics: Statistics = {
    from: '2026-11-18',
    to: '2026-11-21',
    bucket: 'day',
    time_zone: null,
    totals: [row],
    previous: { from: '2026-11-14', to: '2026-11-17', totals: [] },
    days: [
      { date: '2026-11-19', ...row, generations: 2, tokens: 12, tokens_milli: 12_000 },
      { date: '2026-11-21', ...row, generations: 2, tokens: 12, tokens_milli: 12_000 },
    ],
    models: [],
    activity: [],
    keys: [],
    worth: null,
  }

  test('series have a point for days without runs, and kinds without runs have no series', () => {
    const [image, ...others] = seriesOf(statistics)
    expect(others).toEqual([])
    expect(image?.points.map(({ runs }) => runs)).toEqual([0, 2, 0, 2])
    expect(image).toMatchObject({ runs: 4, waitMs: 900, slowMs: 2000 })
  })

  test('series are stacked by date', () => {
    const [image] = seriesOf(statistics)
    if (!image) throw new Error('no series')
    const stacks = stacksOf([image, { ...image, kind: 'text' }], 'tokens')
    expect(stacks.map(({ total }) => total)).toEqual([0, 24, 0, 24])
    expect(stacks[1]).toEqual({
      date: '2026-11-19',
      total: 24,
      parts: [
        { kind: 'image', value: 12 },
        { kind: 'text', value: 12 },
      ],
    })
    expect(stacksOf([], 'runs')).toEqual([])
  })
})

test('a day with anything at all is not shown as one with nothing', () => {
  expect([0, 1, 30, 60, 100].map((value) => levelOf(value, 100))).toEqual([0, 1, 2, 3, 4])
})

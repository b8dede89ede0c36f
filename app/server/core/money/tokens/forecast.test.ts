import { describe, expect, test } from 'vitest'
import { forecastOf, type Pace } from './forecast.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
const ofTwoWeeks = (spent: number, runs = 10): Pace => ({ spent, runs, daysSinceFirst: null })

describe('the forecast', () => {
  test('the forecast is the balance divided by the daily use', () => {
    expect(forecastOf([{ remaining: 100, expiresAt: null }], ofTwoWeeks(140), now)).toEqual({
      spent: 140,
      days: 14,
      days_left: 10,
      unspent: 0,
    })
  })

  test('the forecast is shorter when a lot expires before it is spent, and reports that', () => {
    const lots = [
      { remaining: 300, expiresAt: inDays(10) },
      { remaining: 200, expiresAt: null },
    ]
    expect(forecastOf(lots, ofTwoWeeks(140), now)).toMatchObject({ days_left: 30, unspent: 200 })
  })

  test('the forecast counts the days since the first run of a new person', () => {
    expect(forecastOf([{ remaining: 100, expiresAt: null }], { spent: 40, runs: 4, daysSinceFirst: 3.2 }, now)).toMatchObject({
      days: 4,
      days_left: 10,
    })
  })

  test.each([
    ['of two days', { spent: 40, runs: 9, daysSinceFirst: 1.9 }],
    ['of two runs', { spent: 40, runs: 2, daysSinceFirst: null }],
    ['that cost nothing', { spent: 0, runs: 9, daysSinceFirst: null }],
    ['of nothing', { spent: 0, runs: 0, daysSinceFirst: 0 }],
  ])('the forecast is not estimated from a pace %s', (_name, pace) => {
    expect(forecastOf([{ remaining: 100, expiresAt: null }], pace, now)).toMatchObject({ days_left: null, unspent: 0 })
  })
})

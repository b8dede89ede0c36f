import { describe, expect, test } from 'vitest'
import { config } from '#config'
import { periodicInterval, refreshInterval, renewalDelay, retryDelay } from './times.ts'

describe('the interval of a refresh', () => {
  test('the interval of a refresh equals the refresh token’s max age in seconds', () => {
    expect(refreshInterval(604_800)).toBe(604_800_000)
    expect(refreshInterval(1)).toBe(1_000)
  })

  test('the interval of a refresh is capped at 2147483647 ms', () => {
    expect(refreshInterval(30 * 86_400)).toBe(2_147_483_647)
    expect(refreshInterval(2_147_483.647)).toBe(2_147_483_647)
    expect(refreshInterval(Number.POSITIVE_INFINITY)).toBe(2_147_483_647)
  })
})

describe('periodic refresh', () => {
  test('periodic refresh is off by default', () => expect(periodicInterval(config.auth.refresh.periodic)).toBeNull())
  test('periodic refresh is off when it is switched off', () => expect(periodicInterval(false)).toBeNull())
  test('periodic refresh runs every 1000 ms when merely switched on', () => expect(periodicInterval(true)).toBe(1_000))
  test('periodic refresh runs at the configured interval', () => expect(periodicInterval(90_000)).toBe(90_000))
  test('periodic refresh never runs more often or later than a timer can', () => {
    for (const odd of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(periodicInterval(odd)).toBeNull()
    expect(periodicInterval(3_000_000_000)).toBe(2_147_483_647)
  })
})

describe('the refresh before expiry', () => {
  const session = { expiresAt: '2026-11-21T10:15:00.000Z', readAt: '2026-11-21T10:00:00.000Z', receivedAt: 5_000, margin: 60_000 }

  test('a session that was just read is refreshed a minute before expiry', () =>
    expect(renewalDelay({ ...session, now: 5_000 })).toBe(14 * 60_000))
  test('a session is refreshed a minute before expiry however wrong this machine’s clock is', () => {
    const future = Date.parse('2031-01-01T00:00:00Z')
    expect(renewalDelay({ ...session, receivedAt: future, now: future + 60_000 })).toBe(13 * 60_000)
  })
  test('a session is refreshed at once after the machine has slept past its expiry', () =>
    expect(renewalDelay({ ...session, now: 5_000 + 3_600_000 })).toBe(0))
  test('a refresh is never set later than a timer can wait', () => {
    expect(renewalDelay({ ...session, expiresAt: '2027-11-21T10:00:00.000Z', now: 5_000 })).toBe(2_147_483_647)
  })
})

test('a reading that failed is tried again after 2, 4, 8 … seconds, at most every minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(retryDelay)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
})

import { describe, expect, test } from 'vitest'
import type { TokenEntry } from '#app/contract/money/tokens.ts'
import { changeOf, groupByDay, linesOf } from './ledger.ts'

let made = 0
function entry(created_at: string, kind: TokenEntry['kind'], amount: number): TokenEntry {
  made += 1
  return {
    id: `entry-${made}`,
    kind,
    amount,
    milli: kind === 'settle' ? amount * 1_000 : 0,
    source: null,
    generation: null,
    reason: null,
    created_at,
  }
}

describe('changeOf', () => {
  test('a paid run is counted once: its hold and its release change nothing', () => {
    const run = [
      entry('2026-11-20T10:00:00Z', 'hold', 12),
      entry('2026-11-20T10:01:00Z', 'settle', 8),
      entry('2026-11-20T10:01:00Z', 'release', 4),
    ]
    expect(run.map(changeOf)).toEqual([0, -8, 0])
  })

  test('a grant adds, an expiry subtracts, and no change is minus zero', () => {
    expect(changeOf({ kind: 'grant', amount: 100, milli: 0 })).toBe(100)
    expect(changeOf({ kind: 'expire', amount: 5, milli: 0 })).toBe(-5)
    expect(changeOf({ kind: 'settle', amount: 1, milli: 10 })).toBe(-0.01)
    expect(Object.is(changeOf({ kind: 'settle', amount: 0, milli: 0 }), 0)).toBe(true)
  })
})

const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return (time: string) => format.format(new Date(time))
}

describe('linesOf', () => {
  const forRun = (id: string, of: TokenEntry, receipt: ('hold' | 'settle' | 'release')[]): TokenEntry => ({
    ...of,
    generation: {
      id,
      type: 'image',
      title: null,
      prompt: 'a fox',
      deleted: false,
      receipt: receipt.map((kind) => ({ kind, amount: 1, milli: 0, at: of.created_at, reason: null })),
    },
  })

  test('an ended run has no line for its hold, on any page', () => {
    const held = forRun('a', entry('2026-11-20T10:00:00Z', 'hold', 12), ['hold', 'settle', 'release'])
    const paid = forRun('a', entry('2026-11-20T10:01:00Z', 'settle', 8), ['hold', 'settle', 'release'])
    const released = forRun('a', entry('2026-11-20T10:01:00Z', 'release', 4), ['hold', 'settle', 'release'])
    expect(linesOf([released, paid, held])).toEqual([paid])
    expect(linesOf([held])).toEqual([])
    // A filter may leave only the returned tokens.
    expect(linesOf([released])).toEqual([released])
  })

  test('a running run has a line, and so has every entry that belongs to no run', () => {
    const under = forRun('b', entry('2026-11-20T11:00:00Z', 'hold', 5), ['hold'])
    const lost = entry('2026-11-19T11:00:00Z', 'hold', 5)
    const grant = entry('2026-11-18T11:00:00Z', 'grant', 100)
    expect(linesOf([under, lost, grant])).toEqual([under, lost, grant])
  })
})

describe('groupByDay', () => {
  const lines = [
    entry('2026-11-20T21:30:00Z', 'settle', 12),
    entry('2026-11-20T20:59:00Z', 'grant', 500),
    entry('2026-11-20T08:00:00Z', 'settle', 3),
    entry('2026-11-18T08:00:00Z', 'expire', 40),
  ]

  test('grouping by day keeps the order and sums each day', () => {
    expect(groupByDay(lines, dayIn('UTC')).map(({ name, change, lines: { length } }) => ({ name, change, length }))).toEqual([
      { name: '2026-11-20', change: 485, length: 3 },
      { name: '2026-11-18', change: -40, length: 1 },
    ])
  })

  test('entries are grouped by the person’s own days', () => {
    expect(groupByDay(lines, dayIn('Europe/Moscow')).map(({ name, lines: { length } }) => [name, length])).toEqual([
      ['2026-11-21', 1],
      ['2026-11-20', 2],
      ['2026-11-18', 1],
    ])
  })

  test('no entries make no days', () => {
    expect(groupByDay([], dayIn('UTC'))).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { dayOfTime, periodOf, presetOf, presets, timeOfDay } from './period.ts'

const noon = new Date(2026, 10, 21, 12)

describe('a period', () => {
  test('a period of seven days starts six local midnights ago', () => {
    expect(periodOf('week', noon)).toEqual({ from: new Date(2026, 10, 15).toISOString(), to: undefined })
  })

  test('a period is recognized as the preset it came from, on the same day', () => {
    for (const preset of presets) expect(presetOf(periodOf(preset, noon), noon)).toBe(preset)
    expect(presetOf(periodOf('week', new Date(2026, 10, 20)), noon)).toBeUndefined()
  })

  test('a period of typed days includes the last of them, and is shown as it was typed', () => {
    const to = timeOfDay('2026-02-28', 1)
    expect(to).toBe(new Date(2026, 2, 1).toISOString())
    expect(dayOfTime(to, 1)).toBe('2026-02-28')
    expect(dayOfTime(timeOfDay('2026-03-29', 0), 0)).toBe('2026-03-29')
  })

  test.each(['', 'yesterday', '2026-1-1'])('a period typed as %j is rejected', (typed) => {
    expect(timeOfDay(typed, 0)).toBeUndefined()
  })
})

import { useLingui } from '@lingui/react/macro'
import type { PriceHours } from '#app/contract/runs/models.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

/** The hours of another price as a phrase: "2 times as much at 01:00–04:00 UTC (Mon, Tue)". */
export function useHoursPhrase() {
  const { t, i18n } = useLingui()
  const { number } = useFormat()
  return ({ times, days, factor }: PriceHours): string => {
    const multiple = number(factor)
    const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' })
    const clock = list.format(times.map(({ from, to }) => `${from}–${to}`))
    if (days.length === daysOfAWeek) return t`${multiple} times as much at ${clock} UTC`
    const weekday = new Intl.DateTimeFormat(i18n.locale, { weekday: 'short', timeZone: 'UTC' })
    const named = list.format(days.map((day) => weekday.format(sunday + day * dayMs)))
    return t`${multiple} times as much at ${clock} UTC on ${named}`
  }
}

const daysOfAWeek = 7
const dayMs = 86_400_000
const sunday = Date.UTC(2026, 0, 4)

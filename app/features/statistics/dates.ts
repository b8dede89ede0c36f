import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Bucket } from '#app/contract/base/periods.ts'

/** Returns names of days, weeks and months, which are counted in the person's time zone; independent of the browser's. */
export function useDateNames() {
  const { i18n, t } = useLingui()
  return useMemo(() => {
    const written = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(i18n.locale, { timeZone: 'UTC', ...options })
      return (date: string) => format.format(new Date(date))
    }
    const short = written({ day: 'numeric', month: 'short' })
    const long = written({ day: 'numeric', month: 'long', year: 'numeric' })
    const month = written({ month: 'long', year: 'numeric' })
    const shortMonth = written({ month: 'short' })
    return {
      long,
      shortMonth,
      short: (date: string, bucket: Bucket) =>
        bucket === 'month' ? month(date) : bucket === 'week' ? t`week from ${short(date)}` : short(date),
      full: (date: string, bucket: Bucket) =>
        bucket === 'month' ? month(date) : bucket === 'week' ? t`week from ${long(date)}` : long(date),
    }
  }, [i18n.locale, t])
}

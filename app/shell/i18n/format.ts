import type { I18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useSyncExternalStore } from 'react'
import { minorDigits, toMajor } from '#app/contract/money/minor-units.ts'
import { isBelowToken, milliPerToken, wholeTokens } from '#app/contract/money/milli.ts'
import type { Money } from '#app/contract/money/tokens.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The browser's time zone after hydration; UTC on the server and during hydration, so that both render the same. */
function useTimeZone(): string | undefined {
  return useSyncExternalStore(
    neverChanges,
    () => undefined,
    () => 'UTC',
  )
}
const neverChanges = () => () => {}

const clock = { now: 0, timer: undefined as ReturnType<typeof setInterval> | undefined, listeners: new Set<() => void>() }

function tick() {
  clock.now = Date.now()
  for (const listener of clock.listeners) listener()
}

/** Subscribes to one slow clock, which all relative times share. */
function subscribeToClock(listener: () => void) {
  clock.listeners.add(listener)
  clock.timer ??= setInterval(tick, 30 * second)
  return () => {
    clock.listeners.delete(listener)
    if (clock.listeners.size > 0) return
    clearInterval(clock.timer)
    clock.timer = undefined
    clock.now = 0
  }
}

/** Returns milliseconds since the epoch, updated every half minute; null on the server and during hydration. */
export function useNow(): number | null {
  return useSyncExternalStore(
    subscribeToClock,
    () => (clock.now ||= Date.now()),
    () => null,
  )
}

/** Caches `Intl` objects by their arguments, because creating one costs as much as a hundred uses. */
function cached<Options extends object, Format>(make: new (locale: string, options?: Options) => Format) {
  const formats = new Map<string, Format>()
  return (locale: string, options?: Options): Format => {
    const key = options ? `${locale} ${JSON.stringify(options)}` : locale
    const format = formats.get(key) ?? new make(locale, options)
    formats.set(key, format)
    return format
  }
}

const numberFormat = cached<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
const dateFormat = cached<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)
const listFormat = cached<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat)
const relativeFormat = cached<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(Intl.RelativeTimeFormat)

/** Numbers, money, dates and sizes in the active locale. The same on the server and in the browser's first render. */
export const useFormat: () => Format = import.meta.env.SSR ? useServerFormat : useBrowserFormat

function useBrowserFormat(): Format {
  const { i18n } = useLingui()
  const timeZone = useTimeZone()
  const now = useNow()
  return useMemo(() => formatOf(i18n, timeZone, now), [i18n, timeZone, now])
}

const serverFormats: Partial<Record<string, Format>> = {}

/** All requests of a locale share one format, because none has a time zone or a time. */
function useServerFormat(): Format {
  const { i18n } = useLingui()
  return (serverFormats[i18n.locale] ??= formatOf(i18n, 'UTC', null))
}

const maxRemembered = 1000

/** Remembers results on the server, where values repeat: a plural or a date costs as much as an element of the page. */
function remembering<Value>(format: (value: Value) => string): (value: Value) => string {
  if (!import.meta.env.SSR) return format
  const known = new Map<Value, string>()
  return (value) => {
    const text = known.get(value) ?? format(value)
    if (known.size >= maxRemembered) known.clear()
    known.set(value, text)
    return text
  }
}

type Format = ReturnType<typeof formatOf>

function formatOf(i18n: I18n, timeZone: string | undefined, now: number | null) {
  const { locale } = i18n
  const plain = remembering((value: number) => numberFormat(locale).format(value))
  const number = (value: number, options?: Intl.NumberFormatOptions) =>
    options ? numberFormat(locale, options).format(value) : plain(value)
  const inZone = (iso: string, options: Intl.DateTimeFormatOptions) => dateFormat(locale, { timeZone, ...options }).format(new Date(iso))
  const unit = (value: number, name: string, maximumFractionDigits = 0) =>
    number(value, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits })
  const longDate = remembering((iso: string) => inZone(iso, { day: 'numeric', month: 'long', year: 'numeric' }))
  // In UTC, all times of a day have the same date.
  const date = (iso: string) => longDate(timeZone === 'UTC' && iso.endsWith('Z') ? iso.slice(0, 10) : iso)
  /** "12 tokens" */
  const tokens = remembering((count: number) => t(i18n)`${plural(count, { one: '# token', other: '# tokens' })}`)

  return {
    number,
    percent: (share: number) => number(share, { style: 'percent', maximumFractionDigits: 0 }),
    tokens,
    /** An exact cost of so many thousandths of a token: "0.01 tokens". */
    exactTokens: (milli: number) => tokens(milli / milliPerToken),
    /** The cost of a run: "free", "0.01 tokens". */
    spent: (milli: number) => (milli === 0 ? t(i18n)`free` : tokens(milli / milliPerToken)),
    /** A price, rounded up: "free", "less than 1 token", "12 tokens". */
    tokenPrice: (milli: number) =>
      milli === 0 ? t(i18n)`free` : isBelowToken(milli) ? t(i18n)`less than 1 token` : tokens(wholeTokens(milli)),
    /** The same without a unit: "<1", "12". */
    shortPrice: (milli: number) => (isBelowToken(milli) ? `<${number(1)}` : number(wholeTokens(milli))),
    /** Whole amounts without a fraction: "$5", "450 ₽". */
    money: ({ amount, currency }: Money) =>
      number(toMajor(amount, currency), {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: Number.isInteger(toMajor(amount, currency)) ? 0 : minorDigits(currency),
      }),
    /** The price of a service in dollars: "$0.50", "$0.0125". */
    dollars: (value: number) =>
      number(value, {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
        maximumFractionDigits: value !== 0 && Math.abs(value) < 1 ? 4 : 2,
      }),
    date,
    /** "A, B and C" */
    list: (words: readonly string[]) => listFormat(locale).format(words),
    either: (words: readonly string[]) => listFormat(locale, { type: 'disjunction' }).format(words),
    /** A calendar day without a time, "2026-11-21", the same in every time zone. */
    calendarDate: (day: string) => inZone(day, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }),
    dateTime: (iso: string) => inZone(iso, { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' }),
    /** A date for columns, "Nov 21, 2026". */
    shortDate: (iso: string) => inZone(iso, { day: 'numeric', month: 'short', year: 'numeric' }),
    /** A time for columns, with the year only if it is another one: "Nov 21, 14:05". */
    moment(iso: string) {
      const isThisYear = now !== null && new Date(now).getFullYear() === new Date(iso).getFullYear()
      return inZone(iso, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', ...(!isThisYear && { year: '2-digit' }) })
    },
    time: (iso: string) => inZone(iso, { hour: 'numeric', minute: '2-digit' }),
    /** A duration: "8 sec", "2 min", "1 hr". */
    duration(ms: number) {
      if (ms < 10 * second) return unit(ms / second, 'second', 1)
      if (ms < 90 * second) return unit(Math.round(ms / second), 'second')
      if (ms < 90 * minute) return unit(Math.round(ms / minute), 'minute')
      return unit(ms / hour, 'hour', 1)
    },
    /** A position in a recording: "0:07", "12:40", "1:02:03". */
    clock(ms: number) {
      const total = Math.max(0, Math.round(ms / second))
      const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
      const padded = (value: number) => String(value).padStart(2, '0')
      return hours ? `${hours}:${padded(minutes)}:${padded(seconds)}` : `${minutes}:${padded(seconds)}`
    },
    bytes(count: number) {
      if (count === 0) return unit(0, 'megabyte')
      // `Intl` has no plural for a short "6 byte".
      if (count < 1000) return number(count, { style: 'unit', unit: 'byte', unitDisplay: 'long' })
      if (count < 1_000_000) return unit(count / 1000, 'kilobyte')
      if (count < 1_000_000_000) return unit(count / 1_000_000, 'megabyte', 1)
      return unit(count / 1_000_000_000, 'gigabyte', 1)
    },
    /** "5 minutes ago", "yesterday"; the date for times more than a week ago, and until hydration. */
    relative(iso: string) {
      if (now === null) return date(iso)
      const passed = new Date(iso).getTime() - now
      const words = relativeFormat(locale, { numeric: 'auto' })
      const distance = Math.abs(passed)
      if (distance < 45 * second) return words.format(0, 'second')
      if (distance < 55 * minute) return words.format(Math.round(passed / minute), 'minute')
      if (distance < 23 * hour) return words.format(Math.round(passed / hour), 'hour')
      if (distance < 7 * day) return words.format(Math.round(passed / day), 'day')
      return date(iso)
    },
  }
}

import * as v from 'valibot'
import { locales } from '#config'
import { kinds, fileKinds, inputRoles } from './values.ts'

/** `image`, `video`, `audio` or `text`. */
export const kindSchema = v.picklist(kinds, 'not_an_option')

export const fileKindSchema = v.picklist(fileKinds, 'not_an_option')

/** The purpose of an input. */
export const inputRoleSchema = v.picklist(inputRoles, 'not_an_option')

/** `en` or `ru`. */
export const localeSchema = v.picklist(locales, 'not_an_option')
export const idSchema = v.pipe(v.string('required'), v.uuid('invalid'))
export const timestampSchema = v.pipe(v.string(), v.isoTimestamp())

/**
 * Whether the time is real: years 1970 to 9999 in UTC, which JavaScript and PostgreSQL write alike. `2026-02-31` and `24:00` are invalid.
 */
function isRealTime(written: string): boolean {
  const time = Date.parse(written)
  const day = written.slice(0, 10)
  return time >= 0 && time <= Date.UTC(9999, 11, 31, 23, 59, 59, 999) && isRealDay(day)
}
function isRealDay(written: string): boolean {
  const time = Date.parse(written)
  return time >= 0 && new Date(time).toISOString().slice(0, 10) === written
}
/** A time in a request. */
export const givenTimeSchema = v.pipe(v.string(), v.isoTimestamp('date_invalid'), v.check(isRealTime, 'date_invalid'))
/** A calendar day in a request. */
export const givenDaySchema = v.pipe(v.string(), v.isoDate('date_invalid'), v.check(isRealDay, 'date_invalid'))
/** The code of a currency in a request. Whether it is on sale depends on the shop. */
export const currencySchema = v.pipe(v.string('required'), v.regex(/^[A-Z]{3}$/, 'currency_not_taken'))
export const tokenAmountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** An IANA name. Offsets are rejected, because databases read `+03:00` with the opposite sign. */
export const timeZoneSchema = v.pipe(v.string('required'), v.maxLength(64, 'too_long'), v.check(isTimeZone, 'not_an_option'))

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** A list in a query string. The API first joins repeated parameters with commas; an empty list counts as omitted. */
const listIn = v.transform((list: string) => {
  const items = list.split(',').filter(Boolean)
  return items.length > 0 ? items : undefined
})

export const listOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  v.pipe(v.string(), listIn, v.optional(v.array(v.picklist(values, 'not_an_option'))))

export const listOfTextSchema = v.pipe(v.string(), v.maxLength(1000, 'too_long'), listIn, v.optional(v.array(v.string())))

/** Keyset paging: `?limit=&cursor=`. */
export const pageQueryEntries = {
  /** The most entries of a page. */
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'invalid'), v.transform(Number), v.minValue(1, 'too_small'), v.maxValue(100, 'too_large')),
  ),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200, 'too_long'))),
}

const sortOrders = ['asc', 'desc'] as const
export type SortOrder = (typeof sortOrders)[number]

/** The order of a list, the largest or latest first unless `order` is `asc`. A cursor continues the order in which it was returned. */
export const sortedBy = <const T extends readonly [string, ...string[]]>(columns: T) => ({
  sort: v.optional(v.picklist(columns, 'not_an_option')),
  order: v.optional(v.picklist(sortOrders, 'not_an_option')),
})

export function pageOf<const S extends v.GenericSchema>(item: S) {
  return v.object({ items: v.array(item), next_cursor: v.nullable(v.string()) })
}

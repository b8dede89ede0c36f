import * as v from 'valibot'
import { locales } from '#config'

export const kinds = ['video', 'image', 'audio', 'text'] as const
/** The medium a model makes. */
export type Kind = (typeof kinds)[number]
export const kindSchema = v.picklist(kinds, 'not_an_option')

export const localeSchema = v.picklist(locales, 'not_an_option')
export const idSchema = v.pipe(v.string('required'), v.uuid('invalid'))
export const timestampSchema = v.pipe(v.string(), v.isoTimestamp())
export const tokenAmountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** An IANA name. Only names: databases read `+03:00` the other way round. */
export const timeZoneSchema = v.pipe(v.string('required'), v.maxLength(64, 'too_long'), v.check(isTimeZone, 'not_an_option'))

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** In a query string a list is written `a,b`; repeated parameters are joined the same way before they arrive here. */
export function listOf<const T extends readonly [string, ...string[]]>(values: T) {
  return v.pipe(
    v.string(),
    v.transform((list) => list.split(',').filter(Boolean)),
    v.array(v.picklist(values, 'not_an_option')),
  )
}

/** Keyset paging: `?limit=&cursor=`. */
export const pageQueryEntries = {
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'invalid'), v.transform(Number), v.minValue(1, 'too_small'), v.maxValue(100, 'too_large')),
  ),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200, 'too_long'))),
}

export function pageOf<const S extends v.GenericSchema>(item: S) {
  return v.object({ items: v.array(item), next_cursor: v.nullable(v.string()) })
}

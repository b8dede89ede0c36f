import * as v from 'valibot'

/** A limit as people type it: empty for none. */
export const limitSchema = v.pipe(v.string(), v.trim(), v.regex(/^(?:[1-9]\d{0,8})?$/, 'invalid'))

export const writtenLimit = (limit: number | null = null) => (limit === null ? '' : String(limit))
export const limitOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))

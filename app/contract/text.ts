import * as v from 'valibot'

/** PostgreSQL cannot store U+0000 or a lone surrogate. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** A custom action, because the OpenAPI document would omit everything after `v.transform`. */
const cleanAction = (): v.BaseTransformation<string, string, never> => ({
  kind: 'transformation',
  type: 'clean',
  reference: cleanAction,
  async: false,
  '~run': (dataset) => ({ ...dataset, value: clean(dataset.value) }),
})

/**
 * Text that a person writes: U+0000 is dropped, and lone surrogates become U+FFFD. Every other string of a request is an identifier, in
 * which the API rejects such characters.
 */
export const freeText = (message?: string) => v.pipe(v.string(message), cleanAction())

type Place = readonly string[]

/** Yields every string in a value with its path. The path of an object key is that of its object. */
export function* textsIn(value: unknown, place: Place = []): Generator<{ text: string; place: Place }> {
  if (typeof value === 'string') yield { text: value, place }
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) for (const key of Object.keys(value)) yield { text: key, place }
  for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...place, key])
}

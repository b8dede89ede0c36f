import * as v from 'valibot'

/** PostgreSQL cannot store U+0000 or a lone surrogate. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Not `v.transform`: the OpenAPI document would omit the rest of the pipe. */
const cleanAction = (): v.BaseTransformation<string, string, never> => ({
  kind: 'transformation',
  type: 'clean',
  reference: cleanAction,
  async: false,
  '~run': (dataset) => ({ ...dataset, value: clean(dataset.value) }),
})

/**
 * Text that a person writes: U+0000 is dropped and lone surrogates become U+FFFD. The API treats every other string of a request as an
 * identifier and rejects such characters in it.
 */
export const freeText = (message?: string) => v.pipe(v.string(message), cleanAction())

type Place = readonly string[]

/** Every string in a value with its path, including object keys, which have the path of their object. */
export function* textsIn(value: unknown, place: Place = []): Generator<{ text: string; place: Place }> {
  if (typeof value === 'string') yield { text: value, place }
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) for (const key of Object.keys(value)) yield { text: key, place }
  for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...place, key])
}

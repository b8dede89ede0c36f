import * as v from 'valibot'

/** PostgreSQL cannot store U+0000 or a lone surrogate. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** NFC, because macOS and PDFs have `й` and `é` in two parts, and a search would tell them apart. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed().normalize('NFC')

/** A custom action that rewrites a text, because the OpenAPI document would omit everything after `v.transform`. */
export const rewrite = (type: string, change: (text: string) => string): v.BaseTransformation<string, string, never> => ({
  kind: 'transformation',
  type,
  reference: rewrite,
  async: false,
  '~run': (dataset) => ({ ...dataset, value: change(dataset.value) }),
})

const cleanWithin = (value: unknown): unknown => {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(cleanWithin)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanWithin(item)]))
}

/** Cleans the texts in an object of any form, as `freeText` does one. Its depth is checked before. */
export const cleanTexts: v.BaseTransformation<Record<string, unknown>, Record<string, unknown>, never> = {
  kind: 'transformation',
  type: 'clean_texts',
  reference: () => cleanTexts,
  async: false,
  '~run': (dataset) => ({
    ...dataset,
    value: Object.fromEntries(Object.entries(dataset.value).map(([key, item]) => [key, cleanWithin(item)])),
  }),
}

/**
 * Text that a person writes: U+0000 is dropped, lone surrogates become U+FFFD, and letters are composed (NFC). Every other string of a request is an identifier, in
 * which the API rejects such characters.
 */
export const freeText = (message?: string) => v.pipe(v.string(message), rewrite('clean', clean))

/** Text of a program, such as code and file names, in which letters stay as they are: U+0000 is dropped, lone surrogates become U+FFFD. */
export const verbatimText = (message?: string) =>
  v.pipe(
    v.string(message),
    rewrite('storable', (text) => text.replaceAll('\0', '').toWellFormed()),
  )

type Place = readonly string[]

/** Yields every string in a value with its path. The path of an object key is that of its object. */
export function* textsIn(value: unknown, place: Place = []): Generator<{ text: string; place: Place }> {
  if (typeof value === 'string') yield { text: value, place }
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) for (const key of Object.keys(value)) yield { text: key, place }
  for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...place, key])
}

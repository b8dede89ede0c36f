import * as v from 'valibot'

const refSchema = v.looseObject({ $ref: v.pipe(v.string(), v.startsWith('#/')) })
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces the references of a document by what they refer to, for readers that know none. */
export function inlineRefs(document: unknown, value: unknown = document): unknown {
  if (Array.isArray(value)) return value.map((item) => inlineRefs(document, item))
  if (!isObject(value)) return value
  const found = v.safeParse(refSchema, value)
  if (!found.success) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inlineRefs(document, part)]))
  const { $ref, ...beside } = found.output
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (isObject(at) ? at[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined), document)
  const meant = inlineRefs(document, target)
  return isObject(meant) ? { ...meant, ...beside } : meant
}

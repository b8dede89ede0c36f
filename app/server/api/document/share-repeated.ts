type Node = { [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Characters of a schema that is worth a look at another place, and how many a name for it must save. */
const worthReferring = 50
const worthSaving = 20
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Whether the part with this key, of the part with that one, is a schema without a name. */
const isUnnamed = (part: Node, key: string, above: string) =>
  ['type', 'enum', 'anyOf', 'oneOf', 'allOf'].some((word) => word in part) &&
  (above === 'properties' || key === 'items' || key === 'schema' || key === 'additionalProperties')

/** Calls `visit` for every part of a document but examples; one that returns a value replaces the part. */
function mapParts(value: unknown, visit: (part: Node, key: string, above: string) => Node | undefined, key = '', above = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => mapParts(item, visit, key, above))
  if (!isNode(value)) return value
  const replaced = visit(value, key, above)
  if (replaced) return replaced
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === 'example' || name === 'examples' ? part : mapParts(part, visit, name, key),
    ]),
  )
}

type Repeated = { text: string; schema: Node; field: string; count: number }

/** Returns repeated schemas that a name would shorten, most savings first, none of them in another one. */
function findRepeated(document: Node): Repeated[] {
  const found = new Map<string, Repeated>()
  mapParts(document, (schema, field, above) => {
    if (!isUnnamed(schema, field, above)) return undefined
    const text = JSON.stringify(schema)
    if (text.length >= worthReferring) found.set(text, { text, schema, field, count: (found.get(text)?.count ?? 0) + 1 })
    return undefined
  })
  const saved = ({ text, field, count }: Repeated) =>
    count * (text.length - JSON.stringify(refTo(field)).length) - text.length - field.length
  const all = [...found.values()].filter((one) => one.count > 1 && saved(one) >= worthSaving).toSorted((a, b) => saved(b) - saved(a))
  return all.filter(({ text }, index) => !all.slice(0, index).some((other) => other.text.includes(text) || text.includes(other.text)))
}

/** Texts and numbers, which keep no numbered name: names of schemas are part of the promise, and `Name3` says less than `string`. */
const isPlain = (schema: Node) => !['properties', 'items', 'anyOf', 'oneOf', 'allOf', 'enum'].some((word) => word in schema)

/** Gives schemas that are written several times a name, after the field that has them, as long as that makes the document shorter. */
export function shareRepeated(document: Node): Node {
  const components = isNode(document['components']) ? document['components'] : {}
  const schemas = { ...(isNode(components['schemas']) ? components['schemas'] : {}) }
  const names = new Map<string, string>()
  for (const { text, schema, field } of findRepeated(document)) {
    const word = field.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())
    if (word in schemas && isPlain(schema)) continue
    let name = word
    for (let number = 2; name in schemas; number += 1) name = `${word}${number}`
    schemas[name] = schema
    names.set(text, name)
  }
  if (names.size === 0) return document
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const shorter = mapParts({ ...document, components: { ...components, schemas: sorted } }, (part, key, above) => {
    const name = isUnnamed(part, key, above) ? names.get(JSON.stringify(part)) : undefined
    return name === undefined ? undefined : refTo(name)
  })
  return isNode(shorter) ? shareRepeated(shorter) : document
}

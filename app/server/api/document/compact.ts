import { shareRepeated } from './share-repeated.ts'

type Node = { [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Examples are data, not schemas. */
const isData = (key: string) => key === 'example' || key === 'examples'

function mapNodes(value: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((item) => mapNodes(item, change))
  if (!isNode(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, isData(key) ? part : mapNodes(part, change)])))
}

/** Writes `anyOf: [{ type: 'string' }, { type: 'null' }]` as `type: ['string', 'null']`. */
function shortenNullable(node: Node): Node {
  const { anyOf, ...beside } = node
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node
  const [one, nothing]: unknown[] = anyOf
  if (!isNode(one) || !isNode(nothing) || nothing['type'] !== 'null' || typeof one['type'] !== 'string' || 'const' in one) return node
  const values = Array.isArray(one['enum']) && { enum: [...one['enum'], null] }
  return { ...one, ...values, type: [one['type'], 'null'], ...beside }
}

/** Leaves out what OpenAPI takes for granted. */
function dropDefaults(node: Node): Node {
  return Object.fromEntries(
    Object.entries(node).filter(([key, value]) => {
      if (key === 'required' && value === false) return false
      if (key === 'parameters' && Array.isArray(value) && value.length === 0) return false
      if (key === 'style' && value === 'form' && node['in'] === 'query') return false
      return !(key === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}')
    }),
  )
}

/** How long the properties of a schema are at least for others to refer to it. */
const worthSharing = 300

const propertiesOf = (schema: Node): Node => (isNode(schema['properties']) ? schema['properties'] : {})
const namesIn = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : [])
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Writes an object that has all fields of a named one as that one and the rest: the fields of its own, and those that only here are always
 * present.
 */
function extend(schema: Node, bases: [string, Node][]): Node {
  const { type, properties: _all, required: _required, ...about } = schema
  const properties = propertiesOf(schema)
  if (type !== 'object' || JSON.stringify(properties).length < worthSharing) return schema
  const required = namesIn(schema['required'])
  const [base] = bases
    .filter(([, one]) => {
      const isEqual = isSame(one['properties'], properties)
      const extended = Object.entries(propertiesOf(one))
      const always = namesIn(one['required'])
      if (one === schema || !extended.every(([name, part]) => isSame(properties[name], part))) return false
      // Generators of types take a name in `required` for one of the base, or for a field beside it, not for both.
      if (isEqual) return always.length < required.length && always.every((name) => required.includes(name))
      return isSame(always.toSorted(), required.filter((name) => name in propertiesOf(one)).toSorted())
    })
    .toSorted(([, a], [, b]) => JSON.stringify(b['properties']).length - JSON.stringify(a['properties']).length)
  if (!base) return schema
  const [name, { properties: theirs }] = base
  const $ref = `#/components/schemas/${name}`
  if (isSame(theirs, properties)) return { allOf: [{ $ref }], required, ...about }
  const own = Object.entries(properties).filter(([key]) => !(isNode(theirs) && key in theirs))
  const always = required.filter((key) => own.some(([one]) => one === key))
  const rest = { type: 'object', properties: Object.fromEntries(own), ...(always.length > 0 && { required: always }) }
  return { allOf: [{ $ref }, rest], ...about }
}

/** States once what most calls need, and in the others what differs. */
function shareSecurity(document: Node, paths: Node): Node {
  const operations = Object.values(paths).flatMap((methods) => (isNode(methods) ? Object.values(methods).filter(isNode) : []))
  const counts = Map.groupBy(operations, ({ security }) => JSON.stringify(security))
  const [most] = [...counts.values()].toSorted((a, b) => b.length - a.length)
  const security = most?.[0]?.['security']
  const known = JSON.stringify(security)
  const withoutCommon = (operation: unknown): unknown => {
    if (!isNode(operation) || JSON.stringify(operation['security']) !== known) return operation
    const { security: _common, ...rest } = operation
    return rest
  }
  const shorter = Object.entries(paths).map(([path, methods]) => [
    path,
    isNode(methods) ? Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, withoutCommon(one)])) : methods,
  ])
  return { ...document, security, paths: Object.fromEntries(shorter) }
}

/** Says the same as a document of OpenAPI in fewer characters, for readers with a small context. */
export function compact(document: object): Node {
  const short = mapNodes(document, (node) => dropDefaults(shortenNullable(node)))
  if (!isNode(short) || !isNode(short['components']) || !isNode(short['paths'])) throw new Error('This is no document of OpenAPI.')
  const { components, paths } = short
  const named = Object.entries(isNode(components['schemas']) ? components['schemas'] : {})
  const bases = named.flatMap(([name, schema]): [string, Node][] =>
    isNode(schema) && schema['type'] === 'object' && JSON.stringify(propertiesOf(schema)).length >= worthSharing ? [[name, schema]] : [],
  )
  const schemas = Object.fromEntries(named.map(([name, schema]) => [name, mapNodes(schema, (node) => extend(node, bases))]))
  return shareRepeated(shareSecurity({ ...short, components: { ...components, schemas } }, paths))
}

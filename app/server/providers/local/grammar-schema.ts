import type { JsonSchema } from '#app/contract/studio/turns.ts'

/** Keywords that say nothing about a value, or nothing that an answer is checked against elsewhere. */
const silent = new Set(['title', 'description', 'default', 'examples', '$schema', '$comment', '$id', 'deprecated', 'readOnly', 'writeOnly'])
const ofText = new Set(['type', 'minLength', 'maxLength', 'format', 'pattern'])
const ofObject = new Set(['type', 'properties', 'required', 'additionalProperties'])
const ofArray = new Set(['type', 'items', 'prefixItems', 'minItems', 'maxItems'])
/** Formats that the grammar knows. Others are not checked at other models either. */
const formats = new Set(['date', 'time', 'date-time'])
/** Types whose values are one word of a grammar. */
const plain = new Set(['string', 'number', 'integer', 'boolean', 'null'])

/** Repetitions and parts that a grammar may have: llama.cpp refuses more of the first, and each makes every token slower. */
const mostRepetitions = 1_000
const mostParts = 1_000

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const isWord = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)
const isCount = (value: unknown) =>
  value === undefined || (typeof value === 'number' && Number.isInteger(value) && value <= mostRepetitions)

/** A part that a grammar cannot express. */
class Inexpressible extends Error {}

function requireOnly(node: Node, known: ReadonlySet<string>): void {
  for (const key of Object.keys(node)) if (!known.has(key) && !silent.has(key) && key !== '$defs') throw new Inexpressible(key)
}

/**
 * Writes a JSON Schema as one that node-llama-cpp turns into a grammar; undefined if a grammar cannot express all of it, because the library
 * ignores what it does not know, and makes `null` of a part of which it knows nothing. All named properties are part of the answer.
 */
export function grammarSchemaOf(schema: JsonSchema): JsonSchema | undefined {
  let parts = 0
  const definitions = isNode(schema['$defs']) ? schema['$defs'] : {}

  const list = (value: unknown): unknown[] => {
    if (!Array.isArray(value) || value.length === 0) throw new Inexpressible('a list')
    return value
  }
  function convert(value: unknown, isOptional = false): Node {
    if (!isNode(value)) throw new Inexpressible('a schema')
    if ((parts += 1) > mostParts) throw new Inexpressible('the size')
    if ('$ref' in value) return convertRef(value, isOptional)
    if ('anyOf' in value) {
      requireOnly(value, new Set(['anyOf']))
      return { oneOf: list(value['anyOf']).map((one) => convert(one)) }
    }
    if ('const' in value) {
      requireOnly(value, new Set(['const', 'type']))
      if (!isWord(value['const'])) throw new Inexpressible('const')
      return { const: value['const'] }
    }
    if ('enum' in value) {
      requireOnly(value, new Set(['enum', 'type']))
      const words = list(value['enum'])
      if (!words.every(isWord)) throw new Inexpressible('enum')
      return { enum: words }
    }
    const { type } = value
    if (Array.isArray(type)) {
      const types = list(type)
      return { oneOf: types.map((one) => convert(one === 'null' ? { type: one } : { ...value, type: one }, isOptional)) }
    }
    if (type === 'object') return convertObject(value)
    if (type === 'array') return convertArray(value)
    if (type === 'string') return convertText(value)
    requireOnly(value, new Set(['type']))
    if (typeof type !== 'string' || !plain.has(type)) throw new Inexpressible('type')
    return { type }
  }
  /** A definition that contains itself ends only where the model may choose something else. */
  function convertRef(value: Node, isOptional: boolean): Node {
    requireOnly(value, new Set(['$ref']))
    const { $ref } = value
    const name = typeof $ref === 'string' && $ref.startsWith('#/$defs/') ? $ref.slice('#/$defs/'.length) : ''
    if (isOptional || !Object.hasOwn(definitions, name)) throw new Inexpressible('$ref')
    return { $ref }
  }
  function convertObject(value: Node): Node {
    requireOnly(value, ofObject)
    const { properties = {}, additionalProperties, required = [] } = value
    if (!isNode(properties) || !Array.isArray(required)) throw new Inexpressible('properties')
    const names = Object.keys(properties)
    if (!required.every((name) => names.includes(String(name)))) throw new Inexpressible('required')
    const others = additionalProperties ?? names.length === 0
    return {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, convert(properties[name], !required.includes(name))])),
      additionalProperties: typeof others === 'boolean' ? others && names.length === 0 : convert(others),
    }
  }
  function convertArray(value: Node): Node {
    requireOnly(value, ofArray)
    const { items, prefixItems, minItems, maxItems } = value
    if (!isCount(minItems) || !isCount(maxItems)) throw new Inexpressible('minItems')
    return {
      type: 'array',
      ...(items !== undefined && { items: convert(items) }),
      ...(prefixItems !== undefined && { prefixItems: list(prefixItems).map((one) => convert(one)) }),
      ...(minItems !== undefined && { minItems }),
      ...(maxItems !== undefined && { maxItems }),
    }
  }
  function convertText(value: Node): Node {
    requireOnly(value, ofText)
    const { minLength, maxLength, format } = value
    if (!isCount(minLength) || !isCount(maxLength)) throw new Inexpressible('minLength')
    if (typeof format === 'string' && formats.has(format)) return { type: 'string', format }
    return { type: 'string', ...(minLength !== undefined && { minLength }), ...(maxLength !== undefined && { maxLength }) }
  }

  try {
    const defs = Object.fromEntries(Object.entries(definitions).map(([name, one]) => [name, convert(one)]))
    const { $defs: _given, ...root } = schema
    const whole = convert(root)
    return { ...whole, ...(Object.keys(defs).length > 0 && { $defs: defs }) }
  } catch (error) {
    if (error instanceof Inexpressible) return undefined
    throw error
  }
}

import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import texts from './contract-texts.json' with { type: 'json' }
import { fieldTexts } from './field-texts.ts'
import { namedSchemas } from './named-schemas.ts'

export type Json = JsonSchema
type Part = Json | boolean

/** Requests are described by what is accepted, responses by what is sent. */
export type Direction = 'input' | 'output'

const place = '#/components/schemas/'
const definitions = Object.fromEntries(namedSchemas)
const nameOf: ReadonlyMap<v.GenericSchema, string> = new Map([...namedSchemas].map(([name, schema]) => [schema, name]))
const settings = (typeMode: Direction) => ({ typeMode, errorMode: 'ignore', target: 'draft-2020-12' }) as const

/** An object whose content the contract passes on as it is, which Valibot cannot describe. */
const anyObject = { type: 'object', additionalProperties: true } as const

/** Converts a schema, with references to the named ones in it. */
function toJson(schema: v.GenericSchema, direction: Direction): Json {
  const overrideSchema = ({ valibotSchema }: { valibotSchema: v.GenericSchema }) => {
    if (valibotSchema.type === 'custom') return anyObject
    const name = valibotSchema === schema ? undefined : [...namedSchemas].find(([, one]) => one === valibotSchema)?.[0]
    return name === undefined ? undefined : { $ref: `#/$defs/${name}` }
  }
  const { $schema: _dialect, ...json }: Json = toJsonSchema(schema, { ...settings(direction), overrideSchema })
  return json
}

const comments: Record<string, Record<string, string>> = texts.fields

const nodesOf = (parts: readonly (Part | undefined)[]): Json[] => parts.filter((part) => typeof part === 'object')

/** Returns the schemas right below one, with the names of properties. */
function partsOf({
  properties = {},
  items,
  additionalProperties,
  propertyNames,
  anyOf = [],
  oneOf = [],
  allOf = [],
  prefixItems = [],
}: Json): [string, Json][] {
  const named = Object.entries(properties).flatMap(([name, part]): [string, Json][] => (typeof part === 'object' ? [[name, part]] : []))
  const below = [items].flat()
  const others = nodesOf([...below, additionalProperties, propertyNames, ...anyOf, ...oneOf, ...allOf, ...prefixItems])
  return [...named, ...others.map((one): [string, Json] => ['', one])]
}

const lastOf = (ref: string): string => ref.split('/').at(-1) ?? ''

/** Returns the names of the components that a schema refers to, in all its parts. */
export function refsIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  for (const [key, value] of Object.entries(schema))
    if (key === '$ref' && typeof value === 'string' && value.startsWith(place)) found.add(value.slice(place.length))
    else refsIn(value, found)
  return found
}

/** Whether a schema takes null, itself or in one of its choices. */
const takesNull = ({ type, anyOf = [], oneOf = [] }: Json): boolean => type === 'null' || nodesOf([...anyOf, ...oneOf]).some(takesNull)

/** Returns what the name of a field means everywhere, as far as it is true of this one. */
function textByName(name: string, part: Json): string | undefined {
  if (part.const !== undefined) return `Always \`${String(part.const)}\`.`
  // A named schema says what it is.
  if (part.$ref !== undefined && comments[lastOf(part.$ref)]?.[''] !== undefined) return undefined
  const text = fieldTexts[name]
  return takesNull(part) ? text : text?.replace(/(?:[;,]| and) null [^;.]*/, '')
}

/** Describes every property: by the comment in the contract, or else by what its name means everywhere. */
export function describeFields<S extends Json>(schema: S, owner: string, path = ''): S {
  for (const [name, part] of partsOf(schema)) {
    const inner = [path, name].filter(Boolean).join('.')
    if (name) {
      const text = comments[owner]?.[inner] ?? textByName(name, part)
      if (text !== undefined) part.description ??= text
    }
    describeFields(part, owner, inner)
  }
  return schema
}

/**
 * Says defaults in words: generators of clients take a property with a default for one that is always there, and demand it in
 * requests. Leaves out bounds that only say how large an integer of JSON is.
 */
function tidy(schema: Json): Json {
  const { default: value } = schema
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (value !== undefined) {
    schema.description = [schema.description, `Default: \`${JSON.stringify(value)}\`.`].filter(Boolean).join(' ')
    delete schema.default
  }
  for (const [, part] of partsOf(schema)) tidy(part)
  return schema
}

/** Returns the text about a parameter. */
export const textOfField = (owner: string, name: string): string | undefined => comments[owner]?.[name] ?? fieldTexts[name]

/** The name of a schema in the document, if it has one. */
export const ownerOf = (schema: v.GenericSchema): string | undefined => nameOf.get(schema)

export type Schemas = ReturnType<typeof openSchemas>

/** Converts schemas for one document, whose components are those that it refers to. */
export function openSchemas() {
  const sent: Record<string, Json> = toJsonSchemaDefs(definitions, settings('output'))
  const accepted: Record<string, Json> = toJsonSchemaDefs(definitions, settings('input'))
  const differ = new Set(Object.keys(sent).filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(accepted[name])))
  // A schema with a part that differs is different, too.
  for (let before = -1; before !== differ.size;) {
    before = differ.size
    for (const [name, schema] of Object.entries(accepted)) if ([...refsIn(schema)].some((one) => differ.has(one))) differ.add(name)
  }
  const nameIn = (name: string, direction: Direction) => (direction === 'input' && differ.has(name) ? `${name}Input` : name)
  const used = new Map<string, Json>()

  /** Points all references to the components of this document, and takes these in. */
  function pointRefs(schema: Json, direction: Direction): Json {
    if (schema.$ref !== undefined) {
      const name = lastOf(schema.$ref)
      take(name, direction)
      schema.$ref = `${place}${nameIn(name, direction)}`
    }
    for (const [, part] of partsOf(schema)) pointRefs(part, direction)
    return schema
  }
  function take(name: string, direction: Direction): void {
    const shown = nameIn(name, direction)
    const schema = (direction === 'input' ? accepted : sent)[name]
    if (!schema || used.has(shown)) return
    used.set(shown, schema)
    const about = comments[name]?.['']
    if (about !== undefined) schema.description ??= about
    describeFields(pointRefs(schema, direction), name)
    tidy(schema)
  }
  function convert(schema: v.GenericSchema, direction: Direction, owner: string): Json {
    const name = nameOf.get(schema)
    if (name !== undefined) {
      take(name, direction)
      return { $ref: `${place}${nameIn(name, direction)}` }
    }
    const described = describeFields(pointRefs(toJson(schema, direction), direction), owner)
    return tidy(described)
  }
  /** Refers to a schema by a name, and by the name of its owner where another schema has that name. */
  function share(name: string, owner: string, schema: Json): Json {
    const known = used.get(name)
    const free =
      !known || JSON.stringify(known) === JSON.stringify(schema) ? name : `${name}Of${owner.charAt(0).toUpperCase()}${owner.slice(1)}`
    used.set(free, schema)
    return { $ref: `${place}${free}` }
  }
  return {
    convert,
    share,
    /** Converts a schema without its own name, for parameters and forms. */
    fieldsOf: (schema: v.GenericSchema, direction: Direction): Json => {
      const name = nameOf.get(schema)
      const known = name === undefined ? undefined : (direction === 'input' ? accepted : sent)[name]
      return pointRefs(known ? structuredClone(known) : toJson(schema, direction), direction)
    },
    components: () => Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

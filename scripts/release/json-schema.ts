import * as v from 'valibot'

/** The part of JSON Schema in which the API describes its calls. */
export type Schema = {
  type?: string | undefined
  enum?: readonly unknown[] | undefined
  const?: unknown
  properties?: Record<string, Schema> | undefined
  required?: readonly string[] | undefined
  additionalProperties?: boolean | Schema | undefined
  items?: Schema | undefined
  anyOf?: readonly Schema[] | undefined
  oneOf?: readonly Schema[] | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
  pattern?: string | undefined
  format?: string | undefined
}

const number = v.optional(v.number())
export const schemaSchema: v.GenericSchema<Schema> = v.object({
  type: v.optional(v.string()),
  enum: v.optional(v.array(v.unknown())),
  const: v.optional(v.unknown()),
  properties: v.optional(v.lazy(() => v.record(v.string(), schemaSchema))),
  required: v.optional(v.array(v.string())),
  additionalProperties: v.optional(v.lazy(() => v.union([v.boolean(), schemaSchema]))),
  items: v.optional(v.lazy(() => schemaSchema)),
  anyOf: v.optional(v.lazy(() => v.array(schemaSchema))),
  oneOf: v.optional(v.lazy(() => v.array(schemaSchema))),
  minimum: number,
  maximum: number,
  minLength: number,
  maxLength: number,
  minItems: number,
  maxItems: number,
  pattern: v.optional(v.string()),
  format: v.optional(v.string()),
})

const alternativesOf = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf
const valuesOf = ({ enum: values, const: value }: Schema) => values ?? (value === undefined ? undefined : [value])
const lowerBounds = ['minimum', 'minLength', 'minItems'] as const
const upperBounds = ['maximum', 'maxLength', 'maxItems'] as const

/** Returns why a value of the first schema may not fit the second; nothing if every one does. */
export function misfits(given: Schema, wanted: Schema, path = ''): string[] {
  const at = (problem: string) => [path ? `\`${path}\` ${problem}` : `the body ${problem}`]
  const alternatives = alternativesOf(given)
  if (alternatives) return [...new Set(alternatives.flatMap((one) => misfits(one, wanted, path)))]
  const choices = alternativesOf(wanted)
  if (choices) {
    const failures = choices.map((choice) => misfits(given, choice, path))
    if (failures.some((failure) => failure.length === 0)) return []
    // The nearest alternative explains the difference.
    const ofType = failures.filter((_failure, index) => choices[index]?.type === given.type)
    const [nearest] = (ofType.length > 0 ? ofType : failures).toSorted((a, b) => a.length - b.length)
    return nearest ?? []
  }
  const allowed = valuesOf(wanted)
  if (allowed) {
    const values = valuesOf(given)
    if (!values) return at('may have any value')
    const foreign = values.filter((value) => !allowed.includes(value))
    return foreign.length > 0 ? at(`may be ${foreign.map((value) => JSON.stringify(value)).join(', ')}`) : []
  }
  if (wanted.type && given.type !== wanted.type && !(given.type === 'integer' && wanted.type === 'number'))
    return at(given.type ? `may be a value of type ${given.type}` : 'may have any value')
  return [...boundMisfits(given, wanted).flatMap(at), ...objectMisfits(given, wanted, path), ...itemMisfits(given, wanted, path)]
}

function boundMisfits(given: Schema, wanted: Schema): string[] {
  const looser = [
    // Documents of some releases write the bounds of integers in JSON, which others leave out.
    ...lowerBounds.filter((name) => (wanted[name] ?? Number.NEGATIVE_INFINITY) > (given[name] ?? Number.MIN_SAFE_INTEGER)),
    ...upperBounds.filter((name) => (wanted[name] ?? Number.POSITIVE_INFINITY) < (given[name] ?? Number.MAX_SAFE_INTEGER)),
  ]
  const named = (['pattern', 'format'] as const).filter((name) => wanted[name] !== undefined && wanted[name] !== given[name])
  return [...looser, ...named].map((name) => `may have another ${name} than ${wanted[name]}`)
}

function objectMisfits(given: Schema, wanted: Schema, path: string): string[] {
  const inner = (name: string) => (path ? `${path}.${name}` : name)
  const properties = given.properties ?? {}
  const known = wanted.properties ?? {}
  const missing = (wanted.required ?? [])
    .filter((name) => !given.required?.includes(name))
    .map((name) => `\`${inner(name)}\` may be missing`)
  const foreign = wanted.additionalProperties === false ? Object.keys(properties).filter((name) => !(name in known)) : []
  const nested = Object.entries(known).flatMap(([name, schema]) => {
    const own = properties[name]
    return own ? misfits(own, schema, inner(name)) : []
  })
  const { additionalProperties: any } = given
  const { additionalProperties: every } = wanted
  const others = typeof any === 'object' && typeof every === 'object' ? misfits(any, every, inner('*')) : []
  return [...missing, ...foreign.map((name) => `\`${inner(name)}\` is refused`), ...nested, ...others]
}

const itemMisfits = (given: Schema, wanted: Schema, path: string) =>
  wanted.items ? misfits(given.items ?? {}, wanted.items, `${path}[]`) : []

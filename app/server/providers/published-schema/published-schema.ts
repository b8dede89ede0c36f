import * as v from 'valibot'

/** A JSON Schema as services publish it, as far as an option or a file can be read from it. */
export type Field = {
  $ref?: string | undefined
  type?: string | undefined
  title?: string | undefined
  description?: string | undefined
  enum?: unknown[] | undefined
  default?: unknown
  format?: string | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  exclusiveMinimum?: unknown
  exclusiveMaximum?: unknown
  multipleOf?: number | undefined
  maxLength?: number | undefined
  maxItems?: number | undefined
  items?: Field | undefined
  allOf?: Field[] | undefined
  anyOf?: Field[] | undefined
  oneOf?: Field[] | undefined
  properties?: Record<string, Field> | undefined
  required?: string[] | undefined
  'x-order'?: number | undefined
  'x-fal-order-properties'?: string[] | undefined
}

/** Unusual values of a keyword count as absent, so that one odd field does not hide the others. */
const maybe = <TSchema extends v.GenericSchema>(schema: TSchema) => v.fallback(v.optional(schema), undefined)
const fields = v.lazy((): v.GenericSchema<unknown, Field> => fieldSchema)

export const fieldSchema: v.GenericSchema<unknown, Field> = v.object({
  $ref: maybe(v.string()),
  type: maybe(v.string()),
  title: maybe(v.string()),
  description: maybe(v.string()),
  enum: maybe(v.array(v.unknown())),
  default: v.optional(v.unknown()),
  format: maybe(v.string()),
  minimum: maybe(v.number()),
  maximum: maybe(v.number()),
  exclusiveMinimum: v.optional(v.unknown()),
  exclusiveMaximum: v.optional(v.unknown()),
  multipleOf: maybe(v.number()),
  maxLength: maybe(v.number()),
  maxItems: maybe(v.number()),
  items: maybe(fields),
  allOf: maybe(v.array(fields)),
  anyOf: maybe(v.array(fields)),
  oneOf: maybe(v.array(fields)),
  properties: maybe(v.record(v.string(), fields)),
  required: maybe(v.array(v.string())),
  'x-order': maybe(v.number()),
  'x-fal-order-properties': maybe(v.array(v.string())),
})

const content = v.object({ content: v.record(v.string(), v.object({ schema: fieldSchema })) })
const operation = v.object({ requestBody: maybe(content), responses: maybe(v.record(v.string(), v.unknown())) })
export const documentSchema = v.object({
  paths: v.fallback(v.record(v.string(), v.object({ get: maybe(operation), post: maybe(operation) })), {}),
  components: v.object({ schemas: v.record(v.string(), fieldSchema) }),
})
export type OpenApiDocument = v.InferOutput<typeof documentSchema>

/** The input and the output of a model, with what its service says about it. */
export type PublishedSchema = {
  document: OpenApiDocument
  input: Field
  output: Field | undefined
  /** The service's own name for the model, under which this schema is called. */
  model: string
  name: string | undefined
  description: string | undefined
  /** The part of the request that has the fields, such as `input`. */
  within?: string
  /** Fields that the service's adapter fills by itself. */
  filled: readonly string[]
}

/** The body of a request or an answer, whatever its media type. */
export function bodyOf(given: unknown): Field | undefined {
  const parsed = v.safeParse(content, given)
  return parsed.success ? Object.values(parsed.output.content)[0]?.schema : undefined
}

const deepest = 8

/** Follows references, and reads what an optional or wrapped field is behind its wrapping. */
export function resolve(document: OpenApiDocument, field: Field, depth = 0): Field {
  if (depth > deepest) return {}
  if (field.$ref !== undefined) {
    const name = field.$ref.split('/').at(-1) ?? ''
    const { schemas } = document.components
    const found = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    return found ? { ...resolve(document, found, depth + 1), ...withoutRef(field) } : {}
  }
  const [single, ...others] = field.allOf ?? []
  if (single && others.length === 0) return { ...resolve(document, single, depth + 1), ...without(field, 'allOf') }
  const choices = (field.anyOf ?? field.oneOf)?.filter(({ type }) => type !== 'null')
  if (!choices) return field
  const resolved = choices.map((one) => resolve(document, one, depth + 1))
  // Of a list of values and a free form, the list is what people can choose from.
  const best = resolved.find((one) => one.enum) ?? resolved.find(({ type }) => type !== 'object') ?? resolved[0]
  return best ? { ...best, ...without(without(field, 'anyOf'), 'oneOf') } : field
}

const withoutRef = (field: Field) => without(field, '$ref')

function without(field: Field, key: keyof Field): Field {
  return Object.fromEntries(Object.entries(field).filter(([name, value]) => name !== key && value !== undefined))
}

import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import * as config from '#config'

export type Schema = {
  $ref?: string | undefined
  type?: string | readonly string[] | undefined
  format?: string | undefined
  description?: string | undefined
  enum?: readonly unknown[] | undefined
  const?: unknown
  properties?: Record<string, Schema> | undefined
  required?: readonly string[] | undefined
  items?: Schema | undefined
  anyOf?: readonly Schema[] | undefined
  oneOf?: readonly Schema[] | undefined
  allOf?: readonly Schema[] | undefined
  additionalProperties?: boolean | Schema | undefined
}
const text = v.optional(v.string())
const schemaSchema: v.GenericSchema<Schema> = v.object({
  $ref: text,
  type: v.optional(v.union([v.string(), v.array(v.string())])),
  format: text,
  description: text,
  enum: v.optional(v.array(v.unknown())),
  const: v.optional(v.unknown()),
  properties: v.optional(v.lazy(() => v.record(v.string(), schemaSchema))),
  required: v.optional(v.array(v.string())),
  items: v.optional(v.lazy(() => schemaSchema)),
  anyOf: v.optional(v.lazy(() => v.array(schemaSchema))),
  oneOf: v.optional(v.lazy(() => v.array(schemaSchema))),
  allOf: v.optional(v.lazy(() => v.array(schemaSchema))),
  additionalProperties: v.optional(v.lazy(() => v.union([v.boolean(), schemaSchema]))),
})
const contentSchema = v.optional(v.record(v.string(), v.object({ schema: schemaSchema, example: v.optional(v.unknown()) })))
const responseSchema = v.object({ $ref: text, description: text, content: contentSchema })
const parameterSchema = v.object({
  name: v.string(),
  in: v.picklist(['path', 'query', 'header']),
  required: v.optional(v.boolean(), false),
  description: v.string(),
  schema: schemaSchema,
})
export type Parameter = v.InferOutput<typeof parameterSchema>
const referenceSchema = v.object({ $ref: v.string() })
const securitySchema = v.array(v.record(v.string(), v.unknown()))
const operationSchema = v.object({
  operationId: v.string(),
  summary: v.string(),
  description: v.string(),
  tags: v.array(v.string()),
  security: v.optional(securitySchema),
  parameters: v.optional(v.array(v.union([parameterSchema, referenceSchema])), []),
  requestBody: v.optional(v.object({ content: contentSchema })),
  responses: v.record(v.string(), responseSchema),
})
const documentSchema = v.object({
  security: v.optional(securitySchema, []),
  tags: v.array(v.object({ name: v.string(), description: v.string() })),
  paths: v.record(v.string(), v.record(v.string(), operationSchema)),
  components: v.object({
    schemas: v.record(v.string(), schemaSchema),
    responses: v.record(v.string(), responseSchema),
    parameters: v.optional(v.record(v.string(), parameterSchema), {}),
  }),
})
export type Document = v.InferOutput<typeof documentSchema>
export type Operation = Omit<v.InferOutput<typeof operationSchema>, 'parameters' | 'security'> & {
  security: v.InferOutput<typeof securitySchema>
  method: string
  path: string
  parameters: readonly Parameter[]
}

/** Stands for the reader’s key in samples. */
export const placeholderKey = 'qk_…'

/** `programs`: the calls that a key can make or nobody needs one for. `all`: also those of pages and of the administration. */
export type Scope = 'programs' | 'all'

export const documentPaths: Record<Scope, string> = {
  programs: `${config.api.basePath}/v1/openapi.json`,
  all: `${config.api.basePath}/v1/openapi-all.json`,
}

/** A document of the API, in the browser only: it is too large to be a part of the page. */
export const documentQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['api document', scope],
    queryFn: async ({ signal }) => {
      const response = await fetch(documentPaths[scope], { signal })
      if (!response.ok) throw new Error(`the document cannot be read: ${response.status}`)
      return v.parse(documentSchema, await response.json())
    },
    staleTime: Infinity,
    retry: 1,
  })

export type Group = { name: string; description: string; operations: readonly Operation[] }

/** The groups that programs need first. */
const first = ['Generations', 'Models', 'Files']

const lastOf = (ref: string): string => ref.split('/').at(-1) ?? ''

/** Whether the document has a call of this name. */
export const hasOperation = ({ paths }: Document, id: string): boolean =>
  Object.values(paths).some((methods) => Object.values(methods).some(({ operationId }) => operationId === id))

/** Returns the calls in which all words occur, by their groups; those of programs come before those of the administration. */
export function groupsOf({ tags, paths, components, security }: Document, q: string): Group[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const parameters = operation.parameters.flatMap((one) => ('$ref' in one ? (components.parameters[lastOf(one.$ref)] ?? []) : [one]))
      return { ...operation, security: operation.security ?? security, method: method.toUpperCase(), path, parameters }
    }),
  )
  const fits = ({ method, path, summary, description, operationId }: Operation) => {
    const all = `${method} ${path} ${summary} ${description} ${operationId}`.toLowerCase()
    return words.every((word) => all.includes(word))
  }
  const hasKeys = (one: Operation) => one.security.some((way) => 'apiKey' in way) && one.path.split('/')[2] !== 'operator'
  const rankOf = ({ name, operations: own }: Group) =>
    first.includes(name) ? first.indexOf(name) : first.length + Number(!own.some(hasKeys))
  return tags
    .map(({ name, description }) => ({ name, description, operations: operations.filter((one) => one.tags.includes(name) && fits(one)) }))
    .filter((group) => group.operations.length > 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Follows a reference to a schema, and joins the parts of one that extends others. */
export function resolve(schema: Schema, document: Document): Schema {
  const named = schema.$ref === undefined ? undefined : document.components.schemas[lastOf(schema.$ref)]
  if (named) return resolve(named, document)
  if (!schema.allOf) return schema
  const all = [...schema.allOf.map((one) => resolve(one, document)), schema]
  return {
    ...schema,
    properties: Object.fromEntries(all.flatMap(({ properties = {} }) => Object.entries(properties))),
    required: [...new Set(all.flatMap(({ required = [] }) => required))],
  }
}

/** Writes the type of a schema in a few words. */
export function typeOf(schema: Schema): string {
  const name = schema.$ref?.split('/').at(-1)
  if (name) return name
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(schema.type))
    return [...new Set(schema.type.map((type) => (type === 'null' ? type : typeOf({ ...schema, type }))))].join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ')
  if (schema.type === 'array') return `${schema.items ? typeOf(schema.items) : 'unknown'}[]`
  if (schema.allOf) return 'object'
  return schema.format ?? schema.type?.toString() ?? 'unknown'
}

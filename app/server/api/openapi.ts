import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { apiKeyPrefix } from '#app/contract/api-keys.ts'
import { apiErrorStatus, type ApiErrorCode, errorBodySchema } from '#app/contract/errors.ts'
import { config } from '#config'
import type { Endpoint } from './endpoint.ts'

/** What any call can answer with, and what any call with a session can. */
const commonErrors: ApiErrorCode[] = ['internal']
const inputErrors: ApiErrorCode[] = ['invalid_input']
const sessionErrors: ApiErrorCode[] = ['unauthorized', 'too_many_attempts']

/** A checked answer is described by what it is after parsing, a request by what may be sent. */
const schemaOf = (schema: v.GenericSchema, typeMode: 'input' | 'output') => {
  const { $schema: _dialect, ...json } = toJsonSchema(schema, { typeMode, errorMode: 'ignore', target: 'draft-2020-12' })
  return json
}

export type Protocol = {
  title: string
  description: string
  basePath: string
  errorSchema: v.GenericSchema
  statusOf(code: ApiErrorCode): number
}

const own: Protocol = {
  title: `${config.name} API`,
  description:
    'Errors are `{ detail, code, fields? }`; `detail` is in the language of `Accept-Language` (en, ru). Lists are paged by `limit` and `cursor`.',
  basePath: config.api.basePath,
  errorSchema: errorBodySchema,
  statusOf: (code) => apiErrorStatus[code],
}

/** The OpenAPI 3.1 document of an API, drawn from the schemas that check it. */
export function describeApi(endpoints: readonly Endpoint[], { title, description, basePath, errorSchema, statusOf }: Protocol = own) {
  const byPath = Map.groupBy(endpoints, ({ path }) => path)
  const paths = Object.fromEntries(
    [...byPath].map(([path, all]) => [
      path,
      Object.fromEntries(all.map((endpoint) => [endpoint.method, describeEndpoint(endpoint, statusOf)])),
    ]),
  )
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description },
    servers: [{ url: basePath }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorSchema, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session.' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${apiKeyPrefix}…`,
          description: 'A key from the settings, as far as its scopes go.',
        },
      },
    },
  }
}

function describeEndpoint(endpoint: Endpoint, statusOf: Protocol['statusOf']) {
  const errors = [
    ...commonErrors,
    ...(endpoint.signedIn ? sessionErrors : []),
    ...(endpoint.form || Object.keys(endpoint.input).length > 0 ? inputErrors : []),
    ...(endpoint.errors ?? []),
  ]
  return {
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.scope && { description: `API keys need the scope \`${endpoint.scope}\`.` }),
    ...(endpoint.signedIn && { security: endpoint.scope ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }] }),
    parameters: [
      ...parametersOf(endpoint.input.params, 'path'),
      ...parametersOf(endpoint.input.query, 'query'),
      ...Object.entries(endpoint.headers ?? {}).map(([name, description]) => ({
        name,
        in: 'header',
        required: false,
        description,
        schema: { type: 'string' },
      })),
    ],
    ...(endpoint.input.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.input.body, 'input') } } },
    }),
    ...(endpoint.form && { requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(endpoint.form) } } } }),
    responses: {
      [endpoint.status]: { description: endpoint.summary, ...contentOf(endpoint) },
      ...errorResponses([...new Set(errors)], statusOf),
    },
  }
}

/** Every field is a file. */
function formOf(fields: Record<string, string>) {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, description]) => [name, { type: 'string', format: 'binary', description }]),
  )
  return { type: 'object', properties, required: Object.keys(fields) }
}

function contentOf(endpoint: Endpoint) {
  if (endpoint.produces) return { content: { [endpoint.produces]: { schema: { type: 'string' } } } }
  if (endpoint.status === 302 || endpoint.status === 303)
    return { headers: { location: { description: 'Where the browser goes on.', schema: { type: 'string' } } } }
  if (endpoint.response.type === 'undefined' || endpoint.response.type === 'void') return {}
  return { content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } } }
}

function parametersOf(schema: v.GenericSchema | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  const parsed = schemaOf(schema, 'output').properties ?? {}
  return Object.entries(properties).map(([name, property]) => {
    const list = typeof parsed[name] === 'object' && parsed[name].type === 'array' ? parsed[name] : null
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(list ? { schema: list, ...listParameter(name) } : { schema: property }),
    }
  })
}

const listParameter = (name: string) => ({
  style: 'form',
  explode: false,
  description: `Comma-separated. May also be repeated: \`${name}=a&${name}=b\` or \`${name}[]=a&${name}[]=b\`. An empty list is no filter.`,
})

/** One entry for each status, with the codes it comes with. */
function errorResponses(codes: readonly ApiErrorCode[], statusOf: Protocol['statusOf']) {
  const byStatus = Map.groupBy(codes, statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, alike]) => [
      status,
      { description: alike.join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  )
}

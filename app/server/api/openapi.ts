import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { apiKeyPrefix } from '#app/contract/account/api-keys.ts'
import type { Call, CallAuth } from '#app/contract/base/call.ts'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { apiErrorStatus, type ApiErrorCode } from '#app/contract/base/error-codes.ts'
import { config } from '#config'

/** Returns the codes that follow from the authentication and the input of a call. */
function impliedErrors({ auth, form, inPerson, input }: Call): ApiErrorCode[] {
  return [
    'internal',
    ...(auth === 'public' ? [] : (['too_many_attempts'] as const)),
    ...(auth === 'session' || auth.startsWith('key:') ? (['unauthorized'] as const) : []),
    ...(isForOperators(auth) ? (['not_found'] as const) : []),
    ...(isForOperators(auth) && auth !== 'operator:enter' ? (['second_step_required'] as const) : []),
    ...(form || Object.keys(input).length > 0 ? (['invalid_input'] as const) : []),
    ...(auth.startsWith('key:') || inPerson ? (['key_not_allowed'] as const) : []),
  ]
}

const isForOperators = (auth: CallAuth) => auth.startsWith('operator:')
/** The scope with which a key may make the call; undefined if none may. */
const scopeOf = ({ auth, inPerson }: Call) =>
  auth.startsWith('key:') ? auth.slice(4) : isForOperators(auth) && !inPerson ? 'operator' : undefined

/** Describes a response by its parsed form, and a request by its accepted form. */
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

/** Generates the OpenAPI 3.1 document of an API from the definitions of its calls. */
export function describeApi(calls: readonly Call[], { title, description, basePath, errorSchema, statusOf }: Protocol = own) {
  const byPath = Map.groupBy(calls, ({ path }) => path)
  const paths = Object.fromEntries(
    [...byPath].map(([path, all]) => [
      path,
      Object.fromEntries(all.map((call) => [call.method.toLowerCase(), describeCall(call, statusOf)])),
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
          description: 'An API key, limited to its scopes.',
        },
      },
    },
  }
}

function describeCall(call: Call, statusOf: Protocol['statusOf']) {
  const scope = scopeOf(call)
  return {
    summary: call.summary,
    tags: [call.tag],
    ...(scope && { description: `API keys need the scope \`${scope}\`.` }),
    ...(call.auth !== 'public' && { security: scope ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }] }),
    parameters: [
      ...parametersOf(call.input.params, 'path'),
      ...parametersOf(call.input.query, 'query'),
      ...Object.entries({ ...call.headers, ...(call.idempotency && { 'Idempotency-Key': call.idempotency }) }).map(
        ([name, description]) => ({
          name,
          in: 'header',
          required: false,
          description,
          schema: { type: 'string' },
        }),
      ),
    ],
    ...(call.input.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(call.input.body, 'input') } } },
    }),
    ...(call.form && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(call.form, call.formFields) } } },
    }),
    responses: {
      [call.status]: { description: call.summary, ...contentOf(call) },
      ...errorResponses([...new Set([...impliedErrors(call), ...(call.errors ?? [])])], statusOf),
    },
  }
}

/** Describes form data: files, and other fields. */
function formOf(files: Record<string, string>, fields: v.GenericSchema = v.object({})) {
  const { properties = {}, required = [] } = schemaOf(fields, 'input')
  const binary = Object.fromEntries(
    Object.entries(files).map(([name, description]) => [name, { type: 'string', format: 'binary', description }]),
  )
  return { type: 'object', properties: { ...binary, ...properties }, required: [...Object.keys(files), ...required] }
}

function contentOf(call: Call) {
  if (call.produces) return { content: { [call.produces]: { schema: { type: 'string' } } } }
  if (call.status === 302 || call.status === 303)
    return { headers: { location: { description: 'The address that the browser is redirected to.', schema: { type: 'string' } } } }
  if (call.response.type === 'undefined' || call.response.type === 'void') return {}
  return { content: { 'application/json': { schema: schemaOf(call.response, 'output') } } }
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

/** Describes the errors: one entry per status, with its codes. */
function errorResponses(codes: readonly ApiErrorCode[], statusOf: Protocol['statusOf']) {
  const byStatus = Map.groupBy(codes, statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, alike]) => [
      status,
      { description: alike.join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  )
}

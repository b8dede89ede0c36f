import { apiKeyPrefix } from '#app/contract/account/api-keys.ts'
import type { Call } from '#app/contract/base/call.ts'
import { type ApiErrorCode, apiErrorStatus } from '#app/contract/base/error-codes.ts'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { config } from '#config'
import type * as v from 'valibot'
import { describeCall } from './document/describe-call.ts'
import { serverErrors } from './document/implied-errors.ts'
import { shareParameters } from './document/share-parameters.ts'
import { describeWebhooks } from './document/describe-webhooks.ts'
import { openSchemas } from './document/schemas.ts'
import { tagTexts } from './document/tag-texts.ts'

export type Protocol = {
  title: string
  description: string
  basePath: string
  errorSchema: v.GenericSchema
  statusOf(code: ApiErrorCode): number
  /** Whether it describes the calls of webhooks. */
  webhooks?: true
}

const own: Protocol = {
  title: `${config.name} API`,
  description: [
    'Errors are `{ detail, code, fields?, request_id }`; `detail` is in the language of `Accept-Language` (en, ru). Lists are paged by `limit` and `cursor`.',
    'Every answer has the header `x-request-id`. Calls that are counted have `x-ratelimit-limit-requests`, `x-ratelimit-remaining-requests` and `x-ratelimit-reset-requests`.',
    'Within `v1`, calls, fields, codes and events are added and none is changed; what will go carries `Deprecation` and `Sunset` for at least six months.',
  ].join('\n\n'),
  basePath: config.api.basePath,
  errorSchema: errorBodySchema,
  statusOf: (code) => apiErrorStatus[code],
  webhooks: true,
}

const text = { type: 'string' }
const headers = {
  'x-request-id': { description: 'The id of the request, as in the log of the server.', schema: { type: 'string', format: 'uuid' } },
  'x-ratelimit-limit-requests': { description: 'Calls that the caller may make in a period.', schema: { type: 'integer' } },
  'x-ratelimit-remaining-requests': { description: 'Calls that are left of them.', schema: { type: 'integer' } },
  'x-ratelimit-reset-requests': { description: 'Time until the count starts again, such as `42s`.', schema: text },
  'retry-after': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  'idempotent-replayed': { description: '`true` if an earlier request with the same key did what this one asks for.', schema: text },
  'preference-applied': { description: 'The seconds that the call waited at most, such as `wait=30`.', schema: text },
  location: { description: 'The address that the browser is redirected to.', schema: text },
}
const headerRefs = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Generates the OpenAPI 3.1 document of an API from the definitions of its calls. */
export function describeApi(calls: readonly Call[], { title, description, basePath, errorSchema, statusOf, webhooks }: Protocol = own) {
  const schemas = openSchemas()
  const failed = schemas.convert(errorSchema, 'output', 'Error')
  const error = failed.$ref === undefined ? { Error: failed } : {}
  const schema = failed.$ref === undefined ? { $ref: '#/components/schemas/Error' } : failed
  const responses = new Map<string, object>()

  const names = new Map<string, string>()

  /** Names a response by its status, and counts those with other codes. */
  function failure(codes: readonly ApiErrorCode[]) {
    const description = codes.map((code) => `\`${code}\``).join(', ')
    const [status = 500] = codes.map(statusOf)
    const known = names.get(description)
    if (known !== undefined) return { $ref: `#/components/responses/${known}` }
    const alike = [...responses.keys()].filter((one) => one.startsWith(`${status}`)).length
    const name = alike === 0 ? String(status) : `${status}.${alike + 1}`
    names.set(description, name)
    responses.set(name, {
      description,
      headers: headerRefs(
        'x-request-id',
        ...(status === 429
          ? (['x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'] as const)
          : []),
        ...(status === 429 || status === 503 ? (['retry-after'] as const) : []),
      ),
      content: { 'application/json': { schema } },
    })
    return { $ref: `#/components/responses/${name}` }
  }
  responses.set('ServerFailure', {
    description: serverErrors.map((code) => `${statusOf(code)} \`${code}\``).join(', '),
    headers: headerRefs('x-request-id', 'retry-after'),
    content: { 'application/json': { schema } },
  })
  const serverFailure = { $ref: '#/components/responses/ServerFailure' }
  const byPath = Map.groupBy(calls, ({ path }) => path)
  const paths = Object.fromEntries(
    [...byPath].map(([path, all]) => [
      path,
      Object.fromEntries(all.map((call) => [call.method.toLowerCase(), describeCall(call, { schemas, statusOf, failure, serverFailure })])),
    ]),
  )
  const called = webhooks ? describeWebhooks(schemas) : {}
  const { parameters, share } = shareParameters([paths, called])
  const used = JSON.stringify([paths, [...responses.values()]])
  const tags = [...new Set(calls.map(({ tag }) => tag))]
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The administrator of this server' },
    },
    servers: [{ url: basePath, description: 'This server' }],
    tags: tags.map((name) => ({ name, description: tagTexts[name] ?? name })),
    paths: share(paths),
    ...(webhooks && { webhooks: share(called) }),
    components: {
      schemas: { ...schemas.components(), ...error },
      responses: Object.fromEntries(responses),
      parameters,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => used.includes(`#/components/headers/${name}"`))),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session.' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: `${apiKeyPrefix}…`, description: 'An API key, limited to its scopes.' },
      },
    },
  }
}

import { apiKeyPrefix } from '#app/contract/account/api-keys.ts'
import type { Call } from '#app/contract/base/call.ts'
import { type ApiErrorCode, apiErrorStatus } from '#app/contract/base/error-codes.ts'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { config } from '#config'
import type * as v from 'valibot'
import { compact } from './document/compact.ts'
import { describeCall } from './document/describe-call.ts'
import { impliedBy, serverErrors } from './document/implied-errors.ts'
import { isForPrograms } from './document/programs.ts'
import { shareParameters } from './document/share-parameters.ts'
import { describeWebhooks, webhookResponses } from './document/describe-webhooks.ts'
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
    'A list in a query is comma-separated, or its name is repeated: `type=image&type=video` or `type[]=image&type[]=video`. An empty list is no filter.',
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

  /** Returns the response with this description. Its name is `name`, and a number where others have it. */
  function respond(name: string, description: string, statuses: readonly number[]) {
    const known = names.get(description)
    if (known !== undefined) return { $ref: `#/components/responses/${known}` }
    const alike = [...responses.keys()].filter((one) => one.split('.')[0] === name).length
    const own = alike === 0 ? name : `${name}.${alike + 1}`
    names.set(description, own)
    const counted = statuses.includes(429)
    const headers = headerRefs(
      // Every answer has an id, which is said of those that every call has.
      ...(/^\d/.test(name) ? [] : (['x-request-id'] as const)),
      ...(counted ? (['x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'] as const) : []),
      ...(counted || statuses.includes(503) ? (['retry-after'] as const) : []),
    )
    const described = Object.keys(headers).length > 0 && { headers }
    responses.set(own, { description, ...described, content: { 'application/json': { schema } } })
    return { $ref: `#/components/responses/${own}` }
  }
  const written = (codes: readonly ApiErrorCode[]) => codes.map((code) => `\`${code}\``).join(', ')
  const failure = (codes: readonly ApiErrorCode[]) => {
    const [status = 500] = codes.map(statusOf)
    return respond(String(status), written(codes), [status])
  }
  const byStatus = (codes: readonly ApiErrorCode[]) =>
    [...Map.groupBy(codes, statusOf)].map(([status, all]) => `${status} ${written(all)}`).join(', ')
  const implied = impliedBy(calls)
  const refusal = respond(
    'Refused',
    `By the way the call is made: ${implied.map(({ why, codes }) => `${byStatus(codes)} (${why})`).join('; ')}.`,
    implied.flatMap(({ codes }) => codes.map(statusOf)),
  )
  const serverFailure = respond('Failed', byStatus(serverErrors), serverErrors.map(statusOf))
  const byPath = Map.groupBy(calls, ({ path }) => path)
  const paths = Object.fromEntries(
    [...byPath].map(([path, all]) => [
      path,
      Object.fromEntries(
        all.map((call) => [call.method.toLowerCase(), describeCall(call, { schemas, statusOf, failure, refusal, serverFailure })]),
      ),
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
      responses: Object.fromEntries([...responses, ...(webhooks ? webhookResponses : [])]),
      parameters,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => used.includes(`#/components/headers/${name}"`))),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session.' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: `${apiKeyPrefix}…`, description: 'An API key, limited to its scopes.' },
      },
    },
  }
}

/** Generates the document of the calls that programs can make, short enough to be read whole. */
export const describeForPrograms = (calls: readonly Call[]) => compact(describeApi(calls.filter(isForPrograms)))

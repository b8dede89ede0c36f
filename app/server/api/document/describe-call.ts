import * as v from 'valibot'
import type { Call } from '#app/contract/base/call.ts'
import type { ApiErrorCode } from '#app/contract/base/error-codes.ts'
import texts from './contract-texts.json' with { type: 'json' }
import { exampleOf } from './example-of.ts'
import { examples } from './examples.ts'
import { errorsOf, impliedErrors, scopeOf, serverErrors } from './implied-errors.ts'
import { type Json, ownerOf, type Schemas, textOfField } from './schemas.ts'

const operations: Record<string, { name: string; comment?: string }> = texts.operations

/** Returns the name of a call and its comment in the contract. Several protocols may have calls of one path, which their summaries tell apart. */
const textOf = ({ method, path, summary }: Call) => operations[`${method} ${path}`] ?? operations[`${method} ${path} ${summary}`]

/** The name of a call, by which generated clients know it. */
export const nameOfCall = (call: Call): string => textOf(call)?.name ?? `${call.method} ${call.path}`

export type DescribeCallOptions = {
  schemas: Schemas
  statusOf(code: ApiErrorCode): number
  /** Returns the response of a failed call, for its codes with one status. */
  failure(codes: readonly ApiErrorCode[]): { $ref: string }
  /** The response of any call that fails for the way it is made. */
  refusal: { $ref: string }
  /** The response of any call that fails for reasons of the server. */
  serverFailure: { $ref: string }
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const reasons = { 200: 'Done', 201: 'Created', 202: 'Accepted', 204: 'Done; no body', 302: 'A redirect', 303: 'A redirect' } as const
const isResponse = (schema: v.GenericSchema): boolean => schema.type === 'instance'

export function describeCall(call: Call, { schemas, statusOf, failure, refusal, serverFailure }: DescribeCallOptions) {
  const { input, form } = call
  const operationId = nameOfCall(call)
  const scope = scopeOf(call)
  const [summary, more] = divide(call.summary)
  const body = requestBody(call, operationId, schemas)
  const implied = new Set(impliedErrors(call))
  // A status of a failure of this call alone has a response with all its codes; the others are the same for all calls that are made alike.
  const own = [...Map.groupBy(errorsOf(call), statusOf)].filter(([, codes]) => codes.some((code) => !implied.has(code)))
  return {
    operationId,
    summary,
    description: [more, textOf(call)?.comment, callersOf(call)].filter(Boolean).join('\n\n'),
    tags: [call.tag],
    security: call.auth === 'public' ? [] : [{ bearer: [] }, ...(scope ? [{ apiKey: [] }] : [])],
    parameters: [
      ...parametersOf(input.params, 'path', { operationId, schemas }),
      ...parametersOf(input.query, 'query', { operationId, schemas }),
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
    ...((input.body ?? form) && { requestBody: body }),
    responses: {
      ...successes(call, operationId, schemas),
      ...Object.fromEntries(own.map(([status, codes]) => [status, failure(withServerErrors(codes, status, statusOf))])),
      '4XX': refusal,
      '5XX': serverFailure,
    },
  }
}

/** Adds the codes of the server with this status, which `5XX` does not describe beside a response of its own. */
const withServerErrors = (codes: readonly ApiErrorCode[], status: number, statusOf: DescribeCallOptions['statusOf']) => [
  ...new Set([...serverErrors.filter((code) => statusOf(code) === status), ...codes]),
]

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Divides a summary into its first sentence and the rest. */
function divide(summary: string): [string, string] {
  const [, first = summary, rest = ''] = /^(.{10,}?)(?:[.;:] |\. *$)(.*)$/s.exec(summary) ?? []
  return [first.replace(/\.$/, ''), rest && capital(rest).replace(/(?<![.])$/, '.')]
}

function callersOf(call: Call): string {
  const scope = scopeOf(call)
  if (call.auth === 'public') return 'Needs no key.'
  if (call.auth === 'session') return 'For a signed-in person; API keys are refused.'
  if (call.auth.startsWith('key:')) return `Scope of keys: \`${scope}\`.`
  const right = `Needs a role with the right \`${call.auth.slice('operator:'.length)}\`.`
  return scope ? `${right} API keys also need the scope \`operator\`.` : `${right} API keys are refused.`
}

function requestBody({ input, form, formOptional, formFields }: Call, operationId: string, schemas: Schemas) {
  if (form) {
    const { properties = {}, required = [] } = schemas.fieldsOf(formFields ?? v.object({}), 'input')
    const files = Object.fromEntries(
      Object.entries({ ...form, ...formOptional }).map(([name, description]) => [name, { type: 'string', format: 'binary', description }]),
    )
    const described = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, withText(part, textOfField(operationId, name))]),
    )
    const schema = { type: 'object', properties: { ...files, ...described }, required: [...Object.keys(form), ...required] }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (!input.body) return undefined
  const schema = schemas.convert(input.body, 'input', operationId)
  const example = examples[operationId] ?? exampleOf(schemas.fieldsOf(input.body, 'input'), schemas)
  return { required: true, content: { 'application/json': { schema, example } } }
}

const withText = (schema: Json | boolean, description: string | undefined): Json | boolean =>
  typeof schema === 'object' && description !== undefined ? { ...schema, description } : schema

/** Describes the responses that are no failures. */
function successes(call: Call, operationId: string, schemas: Schemas) {
  const headers = {
    ...(call.idempotency && { 'idempotent-replayed': header('idempotent-replayed') }),
    ...(call.headers?.['Prefer'] && { 'preference-applied': header('preference-applied') }),
    ...(call.status >= 300 && { location: header('location') }),
  }
  const content = contentOf(call, operationId, schemas)
  const described = Object.keys(headers).length > 0 && { headers }
  const answer = { description: reasons[call.status], ...described, ...(content && { content }) }
  return {
    [call.status]: answer,
    ...(call.headers?.['Range'] && { 206: { ...answer, description: 'The range of bytes that was asked for' } }),
    ...(call.headers?.['If-None-Match'] && { 304: { description: 'Not changed since the earlier answer', ...described } }),
    ...(call.mayRedirect && {
      [call.mayRedirect.status]: { description: call.mayRedirect.when, headers: { ...headers, location: header('location') } },
    }),
  }
}

type Content = Record<string, { schema: Json }>

function contentOf({ response, produces, events }: Call, operationId: string, schemas: Schemas): Content | undefined {
  if (events) return { [produces ?? '']: { schema: eventsOf(events, operationId, schemas) } }
  const file: Content | undefined =
    produces === undefined ? undefined : { [produces]: { schema: produces.startsWith('text/') ? { type: 'string' } : {} } }
  if (isResponse(response)) return file
  const options = 'options' in response && Array.isArray(response.options) ? response.options : []
  const json = options.some(isResponse) ? options.find((one) => !isResponse(one)) : response
  if (json.type === 'undefined' || json.type === 'void') return undefined
  // The caller may choose a file instead.
  const orText: Content = json === response ? {} : { 'text/plain': { schema: { type: 'string' } } }
  return { 'application/json': { schema: schemas.convert(json, 'output', operationId) }, ...orText }
}

/** Describes a stream as its events: each has lines `event`, `id` and `data`, the last one with JSON. */
function eventsOf(events: NonNullable<Call['events']>, operationId: string, schemas: Schemas): Json {
  return {
    description: 'Server-sent events; `data` is JSON.',
    oneOf: Object.entries(events).map(([name, data]) =>
      schemas.share(`Sent${capital(name)}`, operationId, {
        type: 'object',
        description: `An event named \`${name}\`.`,
        properties: {
          event: { const: name, description: 'The name of the event.' },
          id: { type: 'string', description: 'A cursor for `Last-Event-ID`; the last event has none.' },
          data: { ...schemas.convert(data, 'output', operationId), description: 'What happened.' },
        },
        required: ['event', 'data'],
      }),
    ),
  }
}

type ParameterOptions = { operationId: string; schemas: Schemas }

function parametersOf(schema: v.GenericSchema | undefined, place: 'path' | 'query', { operationId, schemas }: ParameterOptions) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.fieldsOf(schema, 'input')
  const parsed = schemas.fieldsOf(schema, 'output').properties ?? {}
  const owner = ownerOf(schema) ?? operationId
  return Object.entries(properties).map(([name, property]) => {
    const output = parsed[name]
    const list = typeof output === 'object' && output.type === 'array' ? output : null
    const own = textOfField(owner, name) ?? textOfField(owner, `input.${place === 'path' ? 'params' : 'query'}.${name}`)
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description: [own, list && 'Comma-separated or repeated.'].filter(Boolean).join(' '),
      ...(list ? { schema: list, style: 'form', explode: false } : { schema: wholeNumber(schema, name, property) ?? property }),
    }
  })
}

/** Bounds in the steps of a schema. */
const boundSchema = v.object({ type: v.picklist(['min_value', 'max_value']), requirement: v.number() })

/** A parameter of digits, which the contract reads as a number and generated clients take as one. */
function wholeNumber(schema: v.GenericSchema, name: string, property: Json | boolean) {
  const digits = typeof property === 'object' && /^\^\\d\{1,(\d)\}\$$/.exec(property.pattern ?? '')?.[1]
  if (!digits) return undefined
  const own: unknown = 'entries' in schema && v.is(v.record(v.string(), v.unknown()), schema.entries) ? schema.entries[name] : undefined
  const optional = v.safeParse(v.looseObject({ wrapped: v.unknown() }), own)
  const piped = v.safeParse(v.looseObject({ pipe: v.array(v.unknown()) }), optional.success ? optional.output.wrapped : own)
  const bounds = piped.success ? piped.output.pipe.flatMap((step) => (v.is(boundSchema, step) ? [step] : [])) : []
  const boundOf = (type: 'min_value' | 'max_value') => bounds.find((bound) => bound.type === type)?.requirement
  return { type: 'integer', minimum: boundOf('min_value') ?? 0, maximum: boundOf('max_value') ?? 10 ** Number(digits) - 1 }
}

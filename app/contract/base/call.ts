import * as v from 'valibot'
import type { MemberKeyScope } from '../account/api-keys.ts'
import type { ApiErrorCode } from './error-codes.ts'
import type { OperatorRight } from '../operator/operator-rights.ts'

/**
 * The callers that a call accepts: anyone, a signed-in person, that person and their API keys with the scope, or people whose role has the
 * right. To everyone else a call of the operator does not exist.
 */
export type CallAuth = 'public' | 'session' | `key:${MemberKeyScope}` | `operator:${OperatorRight}`

/**
 * Whom a call of the operator acts on, by what `{id}` of its path names: `person`, or the owner of the `run` or the `order`. The endpoint
 * refuses people whom the caller’s role does not reach. `anyone`: it changes nothing of theirs, or must not depend on roles. `nobody`: it
 * names nothing of a person.
 */
export type Reach = 'person' | 'run' | 'order' | 'anyone' | 'nobody'

/** The parts of a request that carry input, and their schemas. */
export type InputSchemas = { params?: v.GenericSchema<object>; query?: v.GenericSchema<object>; body?: v.GenericSchema<object> }

/** One call of the API. Its endpoint, its documentation and its server function are all derived from this. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the base path, with parameters as in OpenAPI: `/v1/generations/{id}`. */
  path: string
  summary: string
  tag: string
  auth: CallAuth
  /** Status of a successful response. */
  status: 200 | 201 | 202 | 204 | 302 | 303
  input: InputSchemas & v.ObjectEntries
  /**
   * The schema that the API checks its response with: `noContent` without a body, `v.instance(Response)` for a response that is not JSON.
   */
  response: v.GenericSchema
  /** Codes beyond those that the method of authentication and the input imply. */
  errors?: readonly ApiErrorCode[]
  /** Optional request headers and their descriptions. */
  headers?: Record<string, string>
  /** Set if the call accepts the header `Idempotency-Key`; describes the effect of a second request with the same key. */
  idempotency?: string
  /** Set if pages may make the call without the key, as those of earlier releases do. */
  keyless?: true
  /** Files of a multipart form and their descriptions. The endpoint reads the form from the request as it streams in. */
  form?: Record<string, string>
  /** Files of the form that may be left out, and their descriptions. */
  formOptional?: Record<string, string>
  /** The fields of the form beside its files, which the endpoint parses. */
  formFields?: v.GenericSchema<object>
  /** Media type of a response that is not JSON. */
  produces?: string
  /** Set if the call may also redirect, and when. */
  mayRedirect?: { status: 302 | 303; when: string }
  /** The events of a stream by their names, and the schemas of their data. */
  events?: Record<string, v.GenericSchema>
  /** Set if a call of the operator needs a person: keys with the scope `operator` are refused. */
  inPerson?: true
  /** Required of a call of the operator with a parameter in its path. */
  reach?: Reach
  /** Set if the response contains session tokens, which scripts in the browser must never see. */
  secret?: true
}

/** The values of `reach` that fit what a path names. */
type ReachOf<Path extends string> = Path extends `/v1/operator/people/{id}${string}`
  ? 'person' | 'anyone'
  : Path extends `/v1/operator/runs/{id}${string}`
    ? 'run' | 'anyone'
    : Path extends `/v1/operator/orders/{id}${string}`
      ? 'order' | 'anyone'
      : 'anyone' | 'nobody'

/** Rejects a call of the operator that names something and does not say whose it is. */
type Reaching<C extends Call> = C extends { auth: `operator:${string}`; path: `${string}{${string}` }
  ? C extends { reach: ReachOf<C['path']> }
    ? unknown
    : { reach: 'A call of the operator with a parameter in its path says whom it reaches' }
  : unknown

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParams<Rest> : never
/** Undefined fields, which some calls take, have no names. */
type KeysOf<T> = T extends unknown ? keyof { [Key in keyof T as string extends Key ? never : Key]: unknown } : never
type FieldsOf<Schema> = Schema extends v.GenericSchema ? KeysOf<v.InferInput<Schema>> : never

/** Rejects definitions whose input cannot be sent as one flat object. */
type Checked<C extends Call> = [PathParams<C['path']>] extends [FieldsOf<C['input']['params']>]
  ? [FieldsOf<C['input']['params']>] extends [PathParams<C['path']>]
    ? C['input'] extends { query: v.GenericSchema; body: v.GenericSchema }
      ? { input: 'A call takes a query or a body, not both' }
      : [(PathParams<C['path']> | 'idempotency_key') & (FieldsOf<C['input']['query']> | FieldsOf<C['input']['body']>)] extends [never]
        ? unknown
        : { input: 'A field has the name of a path parameter or of the idempotency key' }
    : { input: 'A parameter is missing in the path' }
  : { input: 'A parameter of the path is missing in `params`' }

export function defineCall<const C extends Call & { path: `/v1/${string}` }>(call: C & Checked<C> & Reaching<C>): C {
  return call
}

export const noContent = v.void()

export const byId = v.object({ id: v.string() })

type InputOf<Schema> = Schema extends v.GenericSchema ? v.InferInput<Schema> : unknown
type IdempotencyKey<C extends Call> = C extends { keyless: true }
  ? { idempotency_key?: string }
  : C extends { idempotency: string }
    ? { idempotency_key: string }
    : unknown

/** The input of a call as one object: path parameters, query or body, and the idempotency key. */
export type CallInput<C extends Call> = [keyof C['input']] extends [never]
  ? C extends { idempotency: string }
    ? IdempotencyKey<C>
    : undefined
  : InputOf<C['input']['params']> & InputOf<C['input']['query']> & InputOf<C['input']['body']> & IdempotencyKey<C>

/** The input as the endpoint receives it: parsed, and divided as in the request. */
export type ParsedInput<C extends Call> = v.InferOutput<v.ObjectSchema<C['input'], undefined>>

export type CallResponse<C extends Call> = v.InferOutput<C['response']>

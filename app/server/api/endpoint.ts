import type { Context } from 'hono'
import * as v from 'valibot'
import type { ApiKeyScope } from '#app/contract/api-keys.ts'
import type { ApiErrorCode } from '#app/contract/errors.ts'
import type { Locale } from '#config'
import { allowancesOf } from '../core/accounts/allowances.ts'
import { attemptsOf } from '../core/accounts/attempts.ts'
import { authenticate, type Caller } from '../core/accounts/authenticate.ts'
import { authenticateKey, isApiKey } from '../core/api-keys/authenticate-key.ts'
import { Problem } from '../core/problem.ts'
import type { Runtime } from '../runtime.ts'
import { localeOf, readBearer, readClientAddress, readInput } from './request.ts'
import { parseInput } from './validation.ts'

export type ApiBindings = { Bindings: { clientAddress?: string | undefined } }

/** Where a call's input stands in the request, and its shape there. */
export type InputSchemas = { params?: v.GenericSchema; query?: v.GenericSchema; body?: v.GenericSchema }
type InputOf<Input extends InputSchemas & v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Input, undefined>>

export type ApiRequest<Who, Input> = {
  runtime: Runtime
  caller: Who
  input: Input
  locale: Locale
  /** The person's address, as far as it can be trusted; for limits. */
  clientAddress: string
  context: Context<ApiBindings>
}

type Description = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below the base path, with OpenAPI's braces: `/v1/generations/{id}`. */
  path: string
  summary: string
  tag: string
  /** Request headers worth documenting. */
  headers?: Record<string, string>
  /** Fields of form data, where the body is that and not JSON; the call reads it from the request itself, as it comes. */
  form?: Record<string, string>
  status: 200 | 201 | 202 | 204 | 302 | 303
  /** Media type of an answer that is not JSON; such an answer is a Response of the endpoint's own. */
  produces?: string
  /** Codes beyond the ones any call may have. */
  errors?: readonly ApiErrorCode[]
}

/** A person, or a program with a key of theirs. */
export type Asker = {
  userId: string
  /** Null: a program. */
  sessionId: string | null
  /** Null: the person, with a session. */
  apiKeyId: string | null
}

/** One call of the API. The same description routes it, checks it on the way in and out, and documents it. */
export type Endpoint = Description & {
  signedIn: boolean
  /** What an API key must be good for; a call without it takes no keys. */
  scope?: ApiKeyScope
  input: InputSchemas
  response: v.GenericSchema
  answer(runtime: Runtime, context: Context<ApiBindings>): Promise<Response>
}

type Definition<Who, Input extends InputSchemas & v.ObjectEntries, Answer extends v.GenericSchema> = Description & {
  input: Input
  /** Whether a call takes work beyond the usual, such as a search: such calls have a smaller allowance. */
  heavy?: (input: InputOf<Input>) => boolean
  /** Also checked on the way out; `v.undefined()` for an answer without a body, `v.instance(Response)` for one of its own. */
  response: Answer
  handle(request: ApiRequest<Who, InputOf<Input>>): Promise<v.InferInput<Answer>>
}

/** A call that anybody may make. */
export function publicEndpoint<const Input extends InputSchemas & v.ObjectEntries, Answer extends v.GenericSchema>(
  definition: Definition<Caller | null, Input, Answer>,
): Endpoint {
  return build(definition, false, async (runtime, context) => {
    const token = readBearer(context)
    return token === undefined || isApiKey(token) ? null : authenticate(runtime.db, runtime.keys, token).catch(() => null)
  })
}

/** A call that needs a session: a person, not a program. What concerns the account itself is never in reach of a key. */
export function endpoint<const Input extends InputSchemas & v.ObjectEntries, Answer extends v.GenericSchema>(
  definition: Definition<Caller, Input, Answer>,
): Endpoint {
  return build(definition, true, async (runtime, context) => {
    const token = readBearer(context)
    if (token === undefined) throw new Problem('unauthorized')
    if (!isApiKey(token)) return authenticatePerson(runtime, token)
    await authenticateKey(runtime.db, attemptsOf(runtime.handle), token)
    throw new Problem('key_not_allowed')
  })
}

/** A call that needs a session, or an API key that is good for `scope`. */
export function keyEndpoint<const Input extends InputSchemas & v.ObjectEntries, Answer extends v.GenericSchema>({
  scope,
  ...definition
}: Definition<Asker, Input, Answer> & { scope: ApiKeyScope }): Endpoint {
  const errors = ['key_not_allowed', ...(definition.errors ?? [])] as const
  return {
    ...build({ ...definition, errors: [...new Set(errors)] }, true, (runtime, context) => identify(runtime, readBearer(context), scope)),
    scope,
  }
}

/** Who asks: with a session, or with a key that is good for `scope`; throws `unauthorized`, `key_not_allowed` or `too_many_attempts`. */
export async function identify(runtime: Runtime, token: string | undefined, scope: ApiKeyScope): Promise<Asker> {
  if (token === undefined) throw new Problem('unauthorized')
  if (!isApiKey(token)) return { ...(await authenticatePerson(runtime, token)), apiKeyId: null }
  const { userId, apiKeyId, scopes } = await authenticateKey(runtime.db, attemptsOf(runtime.handle), token)
  if (!scopes.includes(scope)) throw new Problem('key_not_allowed')
  return { userId, sessionId: null, apiKeyId }
}

/** Checks an access token and counts the call for its session and its person; throws `unauthorized` or `too_many_attempts`. */
async function authenticatePerson(runtime: Runtime, token: string): Promise<Caller> {
  const caller = await authenticate(runtime.db, runtime.keys, token)
  if (runtime.env.SESSION_LIMITS) {
    const { callsBySession, callsByPerson } = allowancesOf(runtime.handle)
    await Promise.all([callsBySession.take(caller.sessionId), callsByPerson.take(caller.userId)])
  }
  return caller
}

/** Every call is answered in the same order: who, parse, act (which authorizes), answer. */
function build<Who extends { userId: string } | null, const Input extends InputSchemas & v.ObjectEntries, Answer extends v.GenericSchema>(
  { handle, heavy, ...definition }: Definition<Who, Input, Answer>,
  signedIn: boolean,
  who: (runtime: Runtime, context: Context<ApiBindings>) => Promise<Who>,
): Endpoint {
  const inputSchema = v.object(definition.input)
  return {
    ...definition,
    signedIn,
    async answer(runtime, context) {
      const caller = await who(runtime, context)
      const input = parseInput(inputSchema, await readInput(definition.input, context))
      if (caller && runtime.env.SESSION_LIMITS && heavy?.(input)) await allowancesOf(runtime.handle).heavyByPerson.take(caller.userId)
      const request = { runtime, caller, input, locale: localeOf(context), clientAddress: readClientAddress(runtime.env, context), context }
      const output: unknown = v.parse(definition.response, await handle(request))
      if (output instanceof Response) return output
      if (output === undefined) return context.body(null, definition.status)
      return context.newResponse(JSON.stringify(output), definition.status, { 'content-type': 'application/json; charset=utf-8' })
    },
  }
}

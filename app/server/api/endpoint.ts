import type { Context } from 'hono'
import * as v from 'valibot'
import type { MemberKeyScope } from '#app/contract/api-keys.ts'
import type { Call, CallAuth, ParsedInput } from '#app/contract/calls/call.ts'
import { oncePer } from '#app/contract/once-per.ts'
import type { OperatorRight } from '#app/contract/operator-rights.ts'
import { readAnswer } from '#app/contract/read-answer.ts'
import type { Locale } from '#config'
import { authenticate, authenticateForPage, type Caller } from '../core/sessions/authenticate.ts'
import { authenticateKey, isApiKey } from '../core/api-keys/authenticate-key.ts'
import { actWithKey } from '../core/operators/record-act.ts'
import { requireRight, type SecuredActor } from '../core/operators/require-right.ts'
import { isTwoFactorRequired } from '../core/operators/two-factor-required.ts'
import { Problem } from '../core/problem.ts'
import type { Runtime } from '../runtime.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { type ApiBindings, localeOf, readBearer, readClientAddress, readInput } from './request.ts'
import { parseInput } from './validation.ts'

type Ctx = Context<ApiBindings>

/** The caller: a person with a session, or a program with an API key. */
export type PersonOrKey = {
  userId: string
  /** Null for an API key. */
  sessionId: string | null
  /** Null for a session. */
  apiKeyId: string | null
}

/** The caller as a handler receives it, by the call's `auth`. */
type CallerOf = { public: Caller | null; session: Caller } & Record<`key:${MemberKeyScope}`, PersonOrKey> &
  Record<`operator:${OperatorRight}`, SecuredActor>

export type ApiRequest<From, Input> = {
  runtime: Runtime
  caller: From
  input: Input
  /** The header's value; undefined without it, and for calls that do not accept it. */
  idempotencyKey: string | undefined
  locale: Locale
  /** The person's address, as far as it can be trusted, for limits. */
  clientAddress: string
  context: Ctx
}

type Handler<C extends Call> = {
  /** Whether a request costs more than usual, for example a search; such requests have a smaller allowance. */
  heavy?: (input: ParsedInput<C>) => boolean
  handle(request: ApiRequest<CallerOf[C['auth']], ParsedInput<C>>): Promise<v.InferInput<C['response']>>
}

/** A call and the function that answers it. */
export type Endpoint = { call: Call; answer(runtime: Runtime, context: Ctx): Promise<Response> }

/** Defines an endpoint. Each authenticates, parses, acts (which authorizes) and checks its response, in this order. */
export function endpoint<C extends Call>(call: C, { heavy, handle }: Handler<C>): Endpoint {
  const inputSchema = v.object<C['input']>(call.input)
  const auth: C['auth'] = call.auth
  // A row may have a value that a process of a newer release has written.
  const checked = (output: unknown): unknown => {
    const answer = readAnswer(call.response, output)
    return answer.success ? answer.output : v.parse(call.response, output)
  }
  // Handlers may return the same value again, which is not checked twice.
  const checkedOnce = oncePer((output: object): unknown => checked(output))
  return {
    call,
    async answer(runtime, context) {
      const caller = await identify[auth](runtime, context, call)
      const input = parseInput(inputSchema, await readInput(call.input, context))
      if (call.errors?.includes('storage_full')) await runtime.disk.requireRoom()
      if (caller && runtime.env.SESSION_LIMITS && heavy?.(input)) await runtime.allowances.heavyByPerson.take(caller.userId)
      const act = () =>
        handle({
          runtime,
          caller,
          input,
          idempotencyKey: call.idempotency === undefined ? undefined : readIdempotencyKey(context.req.header('idempotency-key')),
          locale: localeOf(context),
          clientAddress: readClientAddress(runtime.env, context),
          context,
        })
      const apiKeyId = caller && 'hasTwoFactor' in caller ? caller.apiKeyId : null
      const handled: unknown = await (apiKeyId === null ? act() : actWithKey(apiKeyId, act))
      const output = typeof handled === 'object' && handled !== null ? checkedOnce(handled) : checked(handled)
      if (output instanceof Response) return output
      // The web part of this process receives the value itself, because JSON would be written only to be parsed again.
      const { local } = context.env ?? {}
      if (local) {
        local.take(output)
        return context.body(null, call.status)
      }
      if (output === undefined) return context.body(null, call.status)
      return context.newResponse(JSON.stringify(output), call.status, { 'content-type': 'application/json; charset=utf-8' })
    },
  }
}

type Identify<From> = (runtime: Runtime, context: Ctx, call: Call) => Promise<From>

/** Authenticates a caller. Throws `unauthorized`, `key_not_allowed` or `too_many_attempts`. */
const identify: { [Auth in CallAuth]: Identify<CallerOf[Auth]> } = {
  async public(runtime, context) {
    const bearer = readBearer(context)
    return bearer === undefined || isApiKey(bearer) ? null : identifyOnce(runtime, context, bearer).catch(() => null)
  },
  async session(runtime, context) {
    const bearer = readBearer(context)
    if (bearer === undefined) throw new Problem('unauthorized')
    if (!isApiKey(bearer)) return authenticatePerson(runtime, context, bearer)
    await authenticateKey(runtime.db, runtime.attempts, bearer)
    throw new Problem('key_not_allowed')
  },
  'key:read': identifyWithScope('read'),
  'key:generate': identifyWithScope('generate'),
  'key:library': identifyWithScope('library'),
  'operator:enter': identifyOperator('enter'),
  'operator:see_overview': identifyOperator('see_overview'),
  'operator:see_people': identifyOperator('see_people'),
  'operator:grant_tokens': identifyOperator('grant_tokens'),
  'operator:end_sessions': identifyOperator('end_sessions'),
  'operator:block_people': identifyOperator('block_people'),
  'operator:assign_roles': identifyOperator('assign_roles'),
  'operator:see_runs': identifyOperator('see_runs'),
  'operator:stop_runs': identifyOperator('stop_runs'),
  'operator:see_audit': identifyOperator('see_audit'),
  'operator:decide_reports': identifyOperator('decide_reports'),
  'operator:manage_safety': identifyOperator('manage_safety'),
  'operator:manage_connections': identifyOperator('manage_connections'),
  'operator:manage_codes': identifyOperator('manage_codes'),
  'operator:manage_groups': identifyOperator('manage_groups'),
  'operator:set_limits': identifyOperator('set_limits'),
  'operator:manage_announcements': identifyOperator('manage_announcements'),
  'operator:manage_server': identifyOperator('manage_server'),
  'operator:see_shop': identifyOperator('see_shop'),
  'operator:manage_shop': identifyOperator('manage_shop'),
  'operator:act_in_bulk': identifyOperator('act_in_bulk'),
  'operator:create_keys': identifyOperator('create_keys'),
  'operator:manage_accounts': identifyOperator('manage_accounts'),
  'operator:view_content': identifyOperator('view_content'),
}

function identifyWithScope(scope: MemberKeyScope): Identify<PersonOrKey> {
  return async (runtime, context) => {
    const bearer = readBearer(context)
    if (bearer === undefined) throw new Problem('unauthorized')
    if (!isApiKey(bearer)) return { ...(await authenticatePerson(runtime, context, bearer)), apiKeyId: null }
    const { userId, apiKeyId, scopes } = await authenticateKey(runtime.db, runtime.attempts, bearer)
    if (!scopes.includes(scope)) throw new Problem('key_not_allowed')
    return { userId, sessionId: null, apiKeyId }
  }
}

/** Returns the person for whom a public call is made, also with an API key; null for a guest. */
export async function readerOf(runtime: Runtime, context: Ctx, caller: Caller | null): Promise<string | null> {
  const bearer = readBearer(context)
  if (caller || bearer === undefined || !isApiKey(bearer)) return caller?.userId ?? null
  return authenticateKey(runtime.db, runtime.attempts, bearer).then(
    ({ userId }) => userId,
    () => null,
  )
}

/**
 * Throws `not_found` for everyone without the right, guests and keys without the scope included, so that the call does not exist for them;
 * `key_not_allowed` for a key with the scope, if the call needs a person.
 */
function identifyOperator(right: OperatorRight): Identify<SecuredActor> {
  return async (runtime, context, { inPerson }) => {
    const bearer = readBearer(context)
    if (bearer === undefined) throw new Problem('not_found')
    const { userId, sessionId, apiKeyId } = await authenticateOperator(runtime, context, bearer).catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'unauthorized' ? new Problem('not_found', { cause: error }) : error
    })
    const actor = await requireRight(runtime.db, { userId, right, twoFactorRequired: isTwoFactorRequired(runtime.env) })
    if (apiKeyId !== null && inPerson) throw new Problem('key_not_allowed')
    return { ...actor, sessionId, apiKeyId }
  }
}

async function authenticateOperator(runtime: Runtime, context: Ctx, bearer: string): Promise<PersonOrKey> {
  if (!isApiKey(bearer)) return { ...(await authenticatePerson(runtime, context, bearer)), apiKeyId: null }
  const { userId, apiKeyId, scopes } = await authenticateKey(runtime.db, runtime.attempts, bearer)
  if (!scopes.includes('operator')) throw new Problem('not_found')
  return { userId, sessionId: null, apiKeyId }
}

/** Checks an access token and counts the call for its session and its person. */
async function authenticatePerson(runtime: Runtime, context: Ctx, accessToken: string): Promise<Caller> {
  const caller = await identifyOnce(runtime, context, accessToken)
  if (runtime.env.SESSION_LIMITS) {
    const { callsBySession, callsByPerson } = runtime.allowances
    await Promise.all([callsBySession.take(caller.sessionId), callsByPerson.take(caller.userId)])
  }
  return caller
}

/** Callers by access token, for each web request in progress. */
const callersOf = new WeakMap<object, Map<string, Promise<Caller>>>()

/**
 * Checks an access token once for all calls of one web request: a revocation takes effect with the next request. After a call that may
 * change something, such as a sign-out, the token is checked again.
 */
async function identifyOnce(runtime: Runtime, context: Ctx, accessToken: string): Promise<Caller> {
  const { local } = context.env ?? {}
  if (!local) return authenticate(runtime.db, runtime.keys, accessToken)
  const known = callersOf.get(local.webRequest) ?? new Map<string, Promise<Caller>>()
  const caller = known.get(accessToken) ?? authenticateForPage(runtime.db, runtime.keys, accessToken)
  known.set(accessToken, caller)
  if (context.req.method === 'GET') callersOf.set(local.webRequest, known)
  else callersOf.delete(local.webRequest)
  return caller
}

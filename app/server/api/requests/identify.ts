import type { Context } from 'hono'
import type { MemberKeyScope } from '#app/contract/account/api-keys.ts'
import type { Call, CallAuth } from '#app/contract/base/call.ts'
import type { OperatorRight } from '#app/contract/operator/operator-rights.ts'
import { authenticateKey, isApiKey, isProgramToken, type KeyHolder } from '../../core/identity/api-keys/authenticate-key.ts'
import type { FirstView } from '../../core/library/first-views/first-view.ts'
import { type AllowedModels, allModels } from '../../core/money/tokens/key-limits.ts'
import { requireRight, type SecuredActor } from '../../core/operation/operators/require-right.ts'
import { isTwoFactorRequired } from '../../core/operation/operators/two-factor-required.ts'
import { Problem } from '../../core/problem.ts'
import type { Access } from '../../core/identity/sessions/require-access.ts'
import { authenticate, authenticateForPage, type Caller, type Claimed, readClaims } from '../../core/identity/sessions/authenticate.ts'
import type { Runtime } from '../../runtime.ts'
import { type ApiBindings, readBearer } from './request.ts'

type Ctx = Context<ApiBindings>

/** The caller: a person with a session, or a program with an API key. */
export type PersonOrKey = Access & {
  /** The account acted for, which owns what the call makes, and pays for it. */
  accountId: string
  /** The models that an API key may run; all for a session. */
  allowed: AllowedModels
}

/** The caller as a handler receives it, by the call's `auth`. */
export type CallerOf = { public: Caller | null; session: Caller } & Record<`key:${MemberKeyScope}`, PersonOrKey> &
  Record<`operator:${OperatorRight}`, SecuredActor>

export type Identify<From> = (runtime: Runtime, context: Ctx, call: Call) => Promise<From>

/** Authenticates a caller. Throws `unauthorized`, `key_not_allowed` or `too_many_attempts`. */
export const identify: { [Auth in CallAuth]: Identify<CallerOf[Auth]> } = {
  async public(runtime, context) {
    const bearer = readBearer(context)
    return bearer === undefined || isApiKey(bearer) ? null : identifyOnce(runtime, context, bearer).catch(() => null)
  },
  async session(runtime, context) {
    const bearer = readBearer(context)
    if (bearer === undefined) throw new Problem('unauthorized')
    if (!isApiKey(bearer)) return authenticatePerson(runtime, context, bearer)
    await identifyKey(runtime, context, bearer)
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
  'operator:publish_recipes': identifyOperator('publish_recipes'),
  'operator:manage_server': identifyOperator('manage_server'),
  'operator:see_shop': identifyOperator('see_shop'),
  'operator:manage_shop': identifyOperator('manage_shop'),
  'operator:act_in_bulk': identifyOperator('act_in_bulk'),
  'operator:create_keys': identifyOperator('create_keys'),
  'operator:manage_accounts': identifyOperator('manage_accounts'),
  'operator:view_content': identifyOperator('view_content'),
}

/**
 * Authenticates a program by its key, or by a token that it got for tools of agents, and counts the call. A session is refused: its token was
 * issued for the pages of this server.
 */
export async function identifyProgram(runtime: Runtime, context: Ctx): Promise<KeyHolder> {
  const bearer = readBearer(context)
  if (bearer === undefined || !(isApiKey(bearer) || isProgramToken(bearer))) throw new Problem('unauthorized')
  return identifyKey(runtime, context, bearer)
}

function identifyWithScope(scope: MemberKeyScope): Identify<PersonOrKey> {
  return async (runtime, context) => {
    const bearer = readBearer(context)
    if (bearer === undefined) throw new Problem('unauthorized')
    if (!isApiKey(bearer)) return ofPerson(await authenticatePerson(runtime, context, bearer))
    const { accountId, personId, apiKeyId, allowed, scopes } = await identifyKey(runtime, context, bearer)
    if (!scopes.includes(scope)) throw new Problem('key_not_allowed')
    return { accountId, personId, sessionId: null, apiKeyId, allowed }
  }
}

/** A person with a session acts for their own account. */
const ofPerson = ({ userId, sessionId }: Claimed): PersonOrKey => ({
  accountId: userId,
  personId: userId,
  sessionId,
  apiKeyId: null,
  allowed: allModels,
})

/** Returns for whom a public call is made, also with an API key; null for a guest. */
export async function readerOf(
  runtime: Runtime,
  context: Ctx,
  caller: Caller | null,
): Promise<Pick<PersonOrKey, 'accountId' | 'personId' | 'allowed'> | null> {
  const bearer = readBearer(context)
  if (caller) return ofPerson(caller)
  return bearer !== undefined && isApiKey(bearer) ? identifyKey(runtime, context, bearer).catch(() => null) : null
}

/**
 * Throws `not_found` for everyone without the right, guests and keys without the scope included, so that the call does not exist for them;
 * `key_not_allowed` for a key with the scope, if the call needs a person.
 */
function identifyOperator(right: OperatorRight): Identify<SecuredActor> {
  return async (runtime, context, { inPerson }) => {
    const bearer = readBearer(context)
    if (bearer === undefined) throw new Problem('not_found')
    const {
      personId: userId,
      sessionId,
      apiKeyId,
    } = await authenticateOperator(runtime, context, bearer).catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'unauthorized' ? new Problem('not_found', { cause: error }) : error
    })
    const actor = await requireRight(runtime.db, { userId, right, twoFactorRequired: isTwoFactorRequired(runtime.env) })
    if (apiKeyId !== null && inPerson) throw new Problem('key_not_allowed')
    return { ...actor, sessionId, apiKeyId }
  }
}

async function authenticateOperator(runtime: Runtime, context: Ctx, bearer: string): Promise<Access> {
  if (!isApiKey(bearer)) return ofPerson(await authenticatePerson(runtime, context, bearer))
  const { personId, apiKeyId, scopes } = await identifyKey(runtime, context, bearer)
  if (!scopes.includes('operator')) throw new Problem('not_found')
  return { personId, sessionId: null, apiKeyId }
}

/** Checks an access token and counts the call for its session and its person. */
async function authenticatePerson(runtime: Runtime, context: Ctx, accessToken: string): Promise<Caller> {
  const caller = await identifyOnce(runtime, context, accessToken)
  await countCall(runtime, context, caller)
  return caller
}

/** Checks an API key and counts the call. */
async function identifyKey({ db, attempts }: Runtime, context: Ctx, key: string): Promise<KeyHolder> {
  const holder = await authenticateKey(db, attempts, key)
  context.set('standing', holder.standing)
  if (holder.hasBudget) context.set('budgetOf', holder.apiKeyId)
  return holder
}

async function countCall(runtime: Runtime, context: Ctx, { userId, sessionId }: Claimed): Promise<void> {
  if (!runtime.env.SESSION_LIMITS) return
  const { callsBySession, callsByPerson } = runtime.allowances
  const [ofSession, ofPerson] = await Promise.all([callsBySession.take(sessionId), callsByPerson.take(userId)])
  context.set('standing', ofPerson.remaining < ofSession.remaining ? ofPerson : ofSession)
}

/** Callers by access token, for each web request in progress. */
const callersOf = new WeakMap<object, Map<string, Promise<Caller>>>()

const knownCaller = ({ env }: Ctx, accessToken: string) => env?.local && callersOf.get(env.local.webRequest)?.get(accessToken)

function remember({ env }: Ctx, accessToken: string, caller: Promise<Caller>): void {
  if (!env?.local) return
  const known = callersOf.get(env.local.webRequest) ?? new Map<string, Promise<Caller>>()
  callersOf.set(env.local.webRequest, known.set(accessToken, caller))
}

/**
 * Checks an access token once for all calls of one web request: a revocation takes effect with the next request. After a call that may
 * change something, such as a sign-out, the token is checked again.
 */
async function identifyOnce(runtime: Runtime, context: Ctx, accessToken: string): Promise<Caller> {
  const { local } = context.env ?? {}
  if (!local) return authenticate(runtime.db, runtime.keys, accessToken)
  const caller = knownCaller(context, accessToken) ?? authenticateForPage(runtime.db, runtime.keys, accessToken)
  if (context.req.method === 'GET') remember(context, accessToken, caller)
  else callersOf.delete(local.webRequest)
  return caller
}

/** The caller of a first view. With a `sessionId` the view has to check whether that session is live. */
export type Viewer = Pick<PersonOrKey, 'accountId' | 'personId' | 'sessionId'>

/** Identifies the caller of a first view by the signature of the token, unless this web request knows the caller. */
export function identifyViewer(auth: 'session' | `key:${MemberKeyScope}`): Identify<Viewer> {
  return async (runtime, context, call) => {
    const bearer = readBearer(context)
    if (bearer === undefined || isApiKey(bearer) || knownCaller(context, bearer)) {
      const caller = await identify[auth](runtime, context, call)
      const { accountId, personId } = 'userId' in caller ? ofPerson(caller) : caller
      return { accountId, personId, sessionId: null }
    }
    const claimed = await readClaims(runtime.keys, bearer)
    await countCall(runtime, context, claimed)
    return ofPerson(claimed)
  }
}

/**
 * Reads a first view, which also checks the session; throws `unauthorized` unless that is live. The other calls of the same web request wait
 * for it instead of checking the session again.
 */
export async function readProving<View>(
  { runtime, context, caller }: { runtime: Runtime; context: Ctx; caller: Viewer },
  read: () => Promise<FirstView<View>>,
): Promise<View> {
  const reading = read()
  const bearer = readBearer(context)
  const { sessionId, personId: userId } = caller
  if (sessionId === null || bearer === undefined) return (await reading).view
  const proven = reading.then(({ person }): Caller => {
    if (!person) throw new Problem('unauthorized')
    return { userId, sessionId, person }
  })
  const known = proven.catch((error: unknown) => {
    // A view that cannot be read says nothing about its session.
    if (error instanceof Problem && error.code === 'unauthorized') throw error
    return authenticateForPage(runtime.db, runtime.keys, bearer)
  })
  // There may be no other call.
  known.catch(() => undefined)
  remember(context, bearer, known)
  await proven
  return (await reading).view
}

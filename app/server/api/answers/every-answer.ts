import type { Context, MiddlewareHandler } from 'hono'
import { v7 as uuidv7 } from 'uuid'
import { isApiKey, isProgramToken } from '../../core/identity/api-keys/authenticate-key.ts'
import { leftOfKey, readKeyLimits, timeOf } from '../../core/money/tokens/key-limits.ts'
import { Problem } from '../../core/problem.ts'
import { watchReplays } from '../../core/replays.ts'
import type { Database } from '../../db/database.ts'
import type { Env } from '../../env.ts'
import type { Runtime } from '../../runtime.ts'
import { anthropicBasePath, type ApiBindings, mcpPath, oauthBasePath, readBearer, wellKnownPath } from '../requests/request.ts'

type Ctx = Context<ApiBindings>

/** Headers that a page of another origin may send; below, those that it may read. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Accept-Language',
  'Idempotency-Key',
  'Last-Event-ID',
  'Range',
  'X-Request-Id',
  'X-Api-Key',
  'Anthropic-Version',
  'Anthropic-Beta',
  'Anthropic-Dangerous-Direct-Browser-Access',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
].join(', ')
const allowedMethods = 'GET, POST, PUT, PATCH, DELETE'
const exposedHeaders = [
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'Mcp-Session-Id',
  'Request-Id',
  'Retry-After',
  'WWW-Authenticate',
  ...['Run', 'Day', 'Month'].flatMap((period) => [`X-Budget-Limit-${period}`, `X-Budget-Remaining-${period}`, `X-Budget-Reset-${period}`]),
  'X-RateLimit-Limit-Requests',
  'X-RateLimit-Remaining-Requests',
  'X-RateLimit-Reset-Requests',
  'X-Ignored-Parameters',
  'X-Request-Id',
  'X-Should-Retry',
].join(', ')
/** Seconds for which a browser may remember that it may call; two hours are the most that Chromium takes. */
const rememberedSeconds = '7200'

/**
 * Adds what every answer has: an id, which the log has too, the caller's rate limit, and whether an earlier request is repeated. Pages of
 * the origins in `CORS_ORIGINS` may read answers to calls with an API key, and no others: sessions belong to the pages of this server.
 */
export function everyAnswer({ db, env, logger }: Pick<Runtime, 'db' | 'env' | 'logger'>): MiddlewareHandler<ApiBindings> {
  const isOpen = env.CORS_ORIGINS === null || env.CORS_ORIGINS.length > 0
  return async (context, next) => {
    const requestId = uuidv7()
    context.set('requestId', requestId)
    const origin = allowedOrigin(env, context.req.header('origin'))
    if (isOpen && isPreflight(context)) return answerPreflight(context, env, origin)
    const startedAt = performance.now()
    await watchReplays(async (isReplay) => {
      await next()
      await nameRequest(context)
      const { headers } = context.res
      headers.set('x-request-id', requestId)
      // The name in Anthropic's protocol.
      if (context.req.path.startsWith(`${anthropicBasePath}/`)) headers.set('request-id', requestId)
      writeStanding(context)
      await writeBudget(context, db)
      if (isReplay()) headers.set('idempotent-replayed', 'true')
    })
    if (isOpen) allowReading(context, origin)
    if (context.env?.local) return
    const given = givenId(context)
    logger.debug(
      {
        requestId,
        ...(given && { given }),
        method: context.req.method,
        path: context.req.path,
        status: context.res.status,
        ms: Math.round(performance.now() - startedAt),
      },
      'API call',
    )
  }
}

/** The caller's own id of the request, for the log only: anybody can send any. */
const givenId = ({ req }: Ctx): string | undefined =>
  /^[\w.:-]{1,128}$/.exec(req.header('x-request-id') ?? req.header('x-client-request-id') ?? '')?.[0]

/** Whether the path is one of OAuth, which answers without a session of the browser. */
const isForSignIn = ({ req }: Ctx) => [oauthBasePath, wellKnownPath].some((base) => req.path.startsWith(`${base}/`))

/** Adds the id of the request to the body of an error, except in JSON-RPC and OAuth, which take no other fields. */
async function nameRequest(context: Ctx): Promise<void> {
  const { res } = context
  if (context.req.path === mcpPath || isForSignIn(context)) return
  if (res.status < 400 || context.req.method === 'HEAD' || !res.headers.get('content-type')?.startsWith('application/json')) return
  const body: unknown = await res.json()
  const named = typeof body === 'object' && !Array.isArray(body) ? { ...body, request_id: context.var.requestId } : body
  context.res = new Response(JSON.stringify(named), { status: res.status, headers: res.headers })
}

/** Writes what the caller has left of its limit, in the names and the form of OpenAI's protocol. */
function writeStanding(context: Ctx): void {
  const standing = context.error instanceof Problem ? (context.error.standing ?? context.var.standing) : context.var.standing
  if (!standing) return
  const { headers } = context.res
  headers.set('x-ratelimit-limit-requests', String(standing.limit))
  headers.set('x-ratelimit-remaining-requests', String(standing.remaining))
  headers.set('x-ratelimit-reset-requests', `${standing.resetSeconds}s`)
}

/** Writes the limits of a key with a budget of tokens, and what is left of them after the call. */
async function writeBudget({ res: { headers }, var: { budgetOf } }: Ctx, db: Database): Promise<void> {
  // A key that has ended during the call has nothing left. An answer must not fail because a number of its headers cannot be read.
  const limits = budgetOf === undefined ? null : await readKeyLimits(db, budgetOf).catch(() => null)
  if (!limits) return
  const left = leftOfKey(limits)
  const write = (period: 'run' | 'day' | 'month', limit: number | null, remaining: number | null, resetsAt?: string) => {
    if (limit === null) return
    headers.set(`x-budget-limit-${period}`, String(limit))
    headers.set(`x-budget-remaining-${period}`, String(remaining))
    if (resetsAt !== undefined)
      headers.set(`x-budget-reset-${period}`, `${Math.max(1, Math.ceil((Date.parse(timeOf(resetsAt)) - Date.now()) / 1000))}s`)
  }
  write('run', limits.perRun, left.perRun)
  write('day', limits.perDay, left.today, limits.today.resetsAt)
  write('month', limits.perMonth, left.month, limits.month.resetsAt)
}

const isPreflight = ({ req }: Ctx) =>
  req.method === 'OPTIONS' && req.header('origin') !== undefined && req.header('access-control-request-method') !== undefined

/** Returns the origin if its pages may call; `null`, which sandboxed pages send, only if all origins may. */
export function allowedOrigin({ CORS_ORIGINS: allowed }: Pick<Env, 'CORS_ORIGINS'>, origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined
  if (allowed === null) return '*'
  return allowed.includes(origin) ? origin : undefined
}

/** Answers before the call: whether a page of the origin may make it. The browser refuses it without these headers. */
function answerPreflight(context: Ctx, env: Env, origin: string | undefined): Response {
  const headers = new Headers({ vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers' })
  headers.set('x-request-id', context.var.requestId)
  if (env.CORS_ORIGINS !== null) headers.set('cache-control', 'no-store')
  if (origin !== undefined) {
    headers.set('access-control-allow-origin', origin)
    headers.set('access-control-allow-methods', allowedMethods)
    headers.set('access-control-allow-headers', allowedHeaders)
    headers.set('access-control-max-age', rememberedSeconds)
  }
  return new Response(null, { status: 204, headers })
}

/**
 * Never allows credentials of the browser: a cookie on the call changes nothing, and only a key lets the page read the answer, except for
 * what programs need to get one.
 */
function allowReading(context: Ctx, origin: string | undefined): void {
  const { headers } = context.res
  headers.append('vary', 'Origin')
  const bearer = readBearer(context)
  const isOfProgram = bearer === undefined ? context.req.path === mcpPath : isApiKey(bearer) || isProgramToken(bearer)
  if (origin === undefined || !(isOfProgram || isForSignIn(context))) return
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-expose-headers', exposedHeaders)
}

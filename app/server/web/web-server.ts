import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { proxy } from 'hono/proxy'
import type { Logger } from 'pino'
import { config } from '#config'
import type { createApi } from '../api/api.ts'
import { type createOpenai, openaiBasePath } from '../api/openai.ts'
import { trustedAddress } from '../api/request.ts'
import { remoteTransport, type WebRequestContext } from '../api-client/transport.ts'
import type { Env } from '../env.ts'
import { siteUrl } from '../site-url.ts'
import { serveBuiltFiles } from './built-files.ts'
import { faultPage, openFaultReport, problemAnswer } from './fault-answers.ts'
import { createPageCache } from './page-cache.ts'
import { redirectOddTargets } from './plain-target.ts'
import { withReadablePath } from './readable-path.ts'

/** The part of the built pages' server entry that is used here. */
type Pages = { fetch(request: Request, options: { context: WebRequestContext }): Promise<Response> | Response }

export type WebServerOptions = {
  env: Env
  logger: Logger
  /** Where the built app lies; undefined: this process serves no pages. */
  buildDir: string | undefined
  api: ReturnType<typeof createApi> | undefined
  /** The same API as programs know it that speak OpenAI's protocol. */
  openai?: ReturnType<typeof createOpenai> | undefined
}

/** Where the framework serves server functions. */
const functionPaths = '/_serverFn/*'
/** What a page sends with a call is words and numbers; files go another way. */
const maxCallBytes = 1024 * 1024

/** Why a page is given up. The framework logs the reason of an abort as an error of its own unless it has an HTTP status. */
class HungUp extends Error {
  readonly status = 400
}

/** The outermost server: built files, the API (here or passed on to where it is), and the pages. */
export async function createWebServer({ env, logger, buildDir, api, openai }: WebServerOptions) {
  const server = new Hono()
  const stopping = new AbortController()
  const report = openFaultReport(logger)

  server.use(securityHeaders)
  // Pages answer their own errors; what comes here is a visitor who went away, or a fault before a page could begin.
  server.onError((error, context) => {
    if (isHungUp(error, context.req.raw)) return context.body(null, 400)
    const isForApi = [config.api.basePath, openaiBasePath].some((base) => context.req.path.startsWith(`${base}/`))
    const errorId = report(error, isForApi ? 'the API does not answer' : 'a page failed')
    return isForApi ? problemAnswer(context.req.raw, 'internal', { errorId, status: 502 }) : faultPage(context.req.raw, errorId)
  })
  server.all(`${config.api.basePath}/*`, (context) =>
    api ? api.fetch(endable(context.req.raw), { clientAddress: addressOf(env, context) }) : passOn(context),
  )
  server.all(`${openaiBasePath}/*`, (context) =>
    openai ? openai.fetch(endable(context.req.raw), { clientAddress: addressOf(env, context) }) : passOn(context),
  )

  /** To where the API is. */
  function passOn(context: Context) {
    if (!env.API_BASE_URL) return context.notFound()
    const { pathname, search } = new URL(context.req.url)
    const headers = { ...context.req.header(), 'x-forwarded-for': addressOf(env, context) }
    return proxy(`${new URL(env.API_BASE_URL).origin}${pathname}${search}`, { ...context.req, headers })
  }

  if (buildDir) {
    const pages = await loadPages(buildDir)
    const transport = api ? localTransport(api) : remoteTransport(env.API_BASE_URL ?? '')
    const site = { api: transport, siteUrl: siteUrl(env), report }
    const cachedPage = createPageCache({ render: async (request) => pages.fetch(request, { context: site }) })
    server.get('*', serveBuiltFiles(join(buildDir, 'client')))
    server.use(async (context, next) => (await cachedPage(context.req.raw)) ?? next())
    server.use(compress())
    // The framework fails at a call that names no function.
    server.use(functionPaths, (context, next) =>
      /^\/_serverFn\/*$/.test(context.req.path) ? Promise.resolve(problemAnswer(context.req.raw, 'not_found')) : next(),
    )
    server.use(
      functionPaths,
      bodyLimit({ maxSize: maxCallBytes, onError: (context) => problemAnswer(context.req.raw, 'payload_too_large') }),
    )
    server.all('*', async (context) => {
      const request = abandonable(withReadablePath(endable(context.req.raw)))
      const response = await pages.fetch(request, { context: { ...site, clientAddress: addressOf(env, context) } })
      if (request.signal.aborted) return context.body(null, 400)
      if (isBare(context, response)) return faultPage(context.req.raw, report(undefined, 'a page could not begin'))
      return withCacheControl(context, response)
    })
  }

  return {
    listener: redirectOddTargets(
      getRequestListener(server.fetch, { hostname: env.HOST }),
      env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : '',
    ),
    /** Ends what would otherwise never end: event streams. */
    endStreams: () => stopping.abort(),
  }

  /** Event streams last as long as the person stays, answers of models as long as these write; when the process stops they must end for it. */
  function endable(request: Request): Request {
    // Not every client of the API says what it accepts.
    const { pathname } = new URL(request.url)
    const isStream =
      request.headers.get('accept')?.includes('text/event-stream') ||
      pathname.endsWith('/events') ||
      pathname.startsWith(`${openaiBasePath}/`)
    return isStream ? new Request(request, { signal: AbortSignal.any([request.signal, stopping.signal]) }) : request
  }
}

/** A request whose abort the framework does not take for an error. */
function abandonable(request: Request): Request {
  const abandoned = new AbortController()
  const abandon = () => abandoned.abort(new HungUp())
  if (request.signal.aborted) abandon()
  request.signal.addEventListener('abort', abandon, { once: true })
  return new Request(request, { signal: abandoned.signal })
}

/** A body that breaks off is an error of Node's own, which comes before the signal. */
function isHungUp(error: Error, { signal }: Request): boolean {
  return signal.aborted || (error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET')
}

function localTransport(api: ReturnType<typeof createApi>): NonNullable<WebRequestContext['api']> {
  return async (request, { clientAddress }) => api.fetch(request, { clientAddress })
}

async function loadPages(buildDir: string): Promise<Pages> {
  const entry: { default: Pages } = await import(pathToFileURL(join(buildDir, 'server/server.js')).href)
  return entry.default
}

const addressOf = (env: Env, context: Context) => trustedAddress(env, context, getConnInfo(context).remote.address)

const sessionCookies = [config.auth.token.cookieName, config.auth.refreshToken.cookieName]

/** What the framework answers with when it fails before a page could be begun: JSON, which is for nobody to read. */
function isBare({ req }: Context, { status, headers }: Response): boolean {
  const isPage = req.method === 'GET' && req.header('accept')?.includes('text/html') && !req.path.startsWith(functionPaths.slice(0, -1))
  return Boolean(isPage) && status >= 500 && Boolean(headers.get('content-type')?.startsWith('application/json'))
}

/**
 * Pages differ by person and language: no cache may share them, and a signed-in person's are not kept at all. An answer that says of
 * itself that caches may share it loses its cookies, which would be one visitor's.
 */
function withCacheControl(context: Context, response: Response): Response {
  const own = response.headers.get('cache-control')
  if (own !== null) {
    if (!/\bpublic\b/.test(own) || !response.headers.has('set-cookie')) return response
    const shared = new Response(response.body, response)
    shared.headers.delete('set-cookie')
    return shared
  }
  const setsMore = response.headers.getSetCookie().some((cookie) => !cookie.startsWith(`${config.locale.cookie.name}=`))
  const cookies = context.req.header('cookie') ?? ''
  const signedIn = setsMore || sessionCookies.some((name) => cookies.includes(`${name}=`))
  const answer = new Response(response.body, response)
  answer.headers.set('cache-control', signedIn ? 'private, no-store' : 'private, no-cache')
  answer.headers.append('vary', 'accept-language, cookie')
  return answer
}

async function securityHeaders(context: Context, next: () => Promise<void>): Promise<void> {
  await next()
  const { headers } = context.res
  headers.set('x-content-type-options', 'nosniff')
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
  headers.set('cross-origin-opener-policy', 'same-origin')
  const forwardedProto = context.req.header('x-forwarded-proto')
  if (forwardedProto === 'https') headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

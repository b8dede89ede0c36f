import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { proxy } from 'hono/proxy'
import type { Logger } from 'pino'
import { routeHeader } from '#app/contract/base/route-header.ts'
import { config } from '#config'
import type { createApi } from '../api/api.ts'
import type { createAnthropic } from '../api/anthropic.ts'
import type { createMcp } from '../api/mcp.ts'
import type { createOauthServer } from '../api/oauth-server.ts'
import { type createOpenai, openaiBasePath } from '../api/openai.ts'
import { anthropicBasePath, mcpPath, oauthBasePath, trustedAddress, wellKnownPath } from '../api/requests/request.ts'
import type { createWellKnown } from '../api/well-known.ts'
import { type ApiTransport, moverTo, remoteTransport, type WebRequestContext } from '../api-client/transport.ts'
import type { Readiness } from '../core/operation/operations/readiness.ts'
import type { Env } from '../env.ts'
import { signals } from '../signals.ts'
import { siteUrl } from '../site-url.ts'
import { deliveryOrigin } from '../storage/open-storage.ts'
import { tracing } from '../tracing.ts'
import { serveBuiltFiles } from './built-files.ts'
import { errorPage, openErrorReport, problemAnswer } from './error-answers.ts'
import { guardHost } from './guard-host.ts'
import { healthAnswers } from './health-answers.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { localVersion, remoteVersion } from './page-version.ts'
import { withPublicProtocol } from './public-protocol.ts'
import { passAssetsOn } from './pass-assets-on.ts'
import { redirectOddTargets } from './plain-target.ts'
import { withReadablePath } from './readable-path.ts'
import type { StoredBuilds } from './stored-builds.ts'
import { wholePage } from './whole-page.ts'

/** The used part of the built server entry. */
type Pages = { fetch(request: Request, options: { context: WebRequestContext }): Promise<Response> | Response }

export type WebServerOptions = {
  env: Env
  logger: Logger
  /** The folder of the built app; undefined if this process serves no pages. */
  buildDir: string | undefined
  api: ReturnType<typeof createApi> | undefined
  /** The same API in OpenAI's protocol. */
  openai?: ReturnType<typeof createOpenai> | undefined
  /** The same in Anthropic's. */
  anthropic?: ReturnType<typeof createAnthropic> | undefined
  /** The tools for agents, unless they are switched off. */
  mcp?: ReturnType<typeof createMcp> | undefined
  /** How people give programs access, and the descriptions that lead there. */
  oauth?: ReturnType<typeof createOauthServer> | undefined
  wellKnown?: ReturnType<typeof createWellKnown> | undefined
  /** Changes with the prices; undefined in a process that serves pages only. */
  stamp?: (() => number) | undefined
  /** Whether there is an account; undefined in a process without a database. */
  hasAccount?: (() => Promise<boolean>) | undefined
  /** Undefined in a process that serves pages only. */
  readiness?: Readiness | undefined
  /** The assets of other builds, in a process with a file storage. */
  storedBuilds?: Pick<StoredBuilds, 'serve'> | undefined
  /** Answers `/metrics`, if this port serves it. */
  metrics?: ((request: Request) => Promise<Response>) | undefined
}

const apiBases = [config.api.basePath, openaiBasePath, anthropicBasePath, mcpPath, oauthBasePath, wellKnownPath]
const baseOf = (path: string) => apiBases.find((base) => path === base || path.startsWith(`${base}/`))
/** The framework's path of server functions. */
const functionPaths = '/_serverFn/*'
/** Bytes; calls carry text and numbers, and files are uploaded separately. */
const maxCallBytes = 1024 * 1024

/** The reason of an aborted page. The framework logs reasons without an HTTP status as errors. */
class HungUp extends Error {
  readonly status = 400
}

/** Serves the built files, the API (in this process or by proxy) and the pages. */
// oxlint-disable-next-line max-lines-per-function -- Middleware and routes in the order in which a request meets them.
export async function createWebServer(options: WebServerOptions) {
  const { env, logger, buildDir, api, openai, anthropic, mcp, oauth, wellKnown, stamp, hasAccount, readiness, storedBuilds, metrics } =
    options
  const server = new Hono()
  const stopping = new AbortController()
  const report = openErrorReport(logger)
  let cache: PageCache | undefined

  const headersOf = securityHeadersFor(env)
  server.use(async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(headersOf(context.req.header('x-forwarded-proto'))))
      if (name !== 'referrer-policy' || !headers.has(name)) headers.set(name, value)
    // Set after our own compression, which would obey it and leave the page uncompressed.
    if (headers.get('content-type')?.startsWith('text/html')) headers.append('cache-control', 'no-transform')
  })
  // Pages handle their own errors; this handles disconnected visitors and errors before a page starts.
  server.onError((error, context) => {
    if (isHungUp(error, context.req.raw)) return context.body(null, 400)
    const isForApi = baseOf(context.req.path) !== undefined
    const errorId = report(error, isForApi ? 'the API does not answer' : 'a page failed')
    return isForApi ? problemAnswer(context.req.raw, 'internal', { errorId, status: 502 }) : errorPage(context.req.raw, errorId)
  })
  if (metrics) server.get('/metrics', (context) => metrics(context.req.raw))
  if (!api) {
    // Each process answers for itself: an API that fails does not make the processes in front of it unhealthy.
    server.get(`${config.api.basePath}/v1/health`, () => healthAnswers.health())
    server.get(`${config.api.basePath}/v1/ready`, (context) => healthAnswers.ready(context.req.raw, readiness))
  }
  server.all(`${config.api.basePath}/*`, (context) =>
    api ? api.fetch(endable(context.req.raw), { clientAddress: addressOf(env, context) }) : passOn(context),
  )
  for (const [path, served] of [
    [`${openaiBasePath}/*`, openai],
    [`${anthropicBasePath}/*`, anthropic],
    [mcpPath, mcp],
    [`${oauthBasePath}/*`, oauth],
    [`${wellKnownPath}/oauth-protected-resource/*`, wellKnown],
    [`${wellKnownPath}/oauth-authorization-server`, wellKnown],
  ] as const)
    server.all(path, (context) =>
      served ? served.fetch(endable(context.req.raw), { clientAddress: addressOf(env, context) }) : passOn(context),
    )

  const moveToApi = env.API_BASE_URL === undefined ? undefined : moverTo(env.API_BASE_URL)

  /** Proxies a request to the API. */
  function passOn(context: Context) {
    if (!moveToApi) return context.notFound()
    const target = moveToApi(context.req.url)
    return watched(context, `${baseOf(context.req.path) ?? config.api.basePath}/*`, () => {
      const headers = { ...context.req.header(), 'x-forwarded-for': addressOf(env, context), traceparent: tracing.traceparent() }
      return proxy(target, { ...context.req, headers })
    })
  }

  if (buildDir) {
    const pages = await loadPages(buildDir)
    server.use((context, next) => watched(context, routeOf(context.req.path), next))
    const transport = api ? localTransport(api) : remoteTransport(env.API_BASE_URL ?? '')
    const site = { api: transport, siteUrl: siteUrl(env), filesOrigin: deliveryOrigin(env), report }
    cache = createPageCache({
      render: async (request) => pages.fetch(request, { context: site }),
      version: stamp ? localVersion(stamp) : remoteVersion(transport),
    })
    const { answer } = cache
    // Pages of the build before this one may still be open, and load their parts from here.
    server.get('*', serveBuiltFiles([join(buildDir, 'client'), join(buildDir, 'earlier')]))
    server.use(async (context, next) => (await answer(context.req.raw)) ?? next())
    server.use(compress())
    if (storedBuilds) server.get('/assets/*', storedBuilds.serve)
    else if (moveToApi) server.get('/assets/*', passAssetsOn(moveToApi))
    // The framework throws for a call without a function id.
    server.use(functionPaths, (context, next) =>
      /^\/_serverFn\/*$/.test(context.req.path) ? Promise.resolve(problemAnswer(context.req.raw, 'not_found')) : next(),
    )
    server.use(
      functionPaths,
      bodyLimit({ maxSize: maxCallBytes, onError: (context) => problemAnswer(context.req.raw, 'payload_too_large') }),
    )
    server.all('*', async (context) => {
      const request = abandonable(withReadablePath(endable(context.req.raw)))
      let html: Uint8Array<ArrayBuffer> | undefined
      const takeHtml = (whole: Uint8Array<ArrayBuffer>) => void (html = whole)
      const response = await pages.fetch(request, { context: { ...site, clientAddress: addressOf(env, context), takeHtml } })
      if (request.signal.aborted) return context.body(null, 400)
      if (isBare(context, response)) return errorPage(context.req.raw, report(undefined, 'a page could not begin'))
      const page = withCacheControl(context, response)
      return html === undefined || page.body ? page : wholePage(context, page, html)
    })
  } else if (storedBuilds) {
    // For processes that serve pages and have no storage.
    server.get('/assets/*', (context, next) => watched(context, '/assets/*', () => storedBuilds.serve(context, next)))
  }

  const listener = getRequestListener(server.fetch, { hostname: env.HOST })
  return {
    listener: withPublicProtocol(
      guardHost(
        redirectOddTargets(
          (incoming, outgoing) => {
            const startedAt = performance.now()
            const page = cache?.ready(incoming)
            if (!page) return void listener(incoming, outgoing)
            outgoing.writeHead(200, { ...headersOf(incoming.headers['x-forwarded-proto']), ...page.headers }).end(page.body)
            signals.httpRequest.publish({ method: 'GET', route: page.route, status: 200, seconds: secondsSince(startedAt) })
          },
          env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : '',
        ),
        { env, hasAccount },
      ),
      env.PUBLIC_URL,
    ),
    /** Ends event streams, which would otherwise stay open. */
    endStreams: () => stopping.abort(),
  }

  /** Ties long responses (event streams, model output) to the stop of the process, which would wait for them otherwise. */
  function endable(request: Request): Request {
    // Some clients send no `accept` header.
    const { pathname } = new URL(request.url)
    const isStream =
      request.headers.get('accept')?.includes('text/event-stream') ||
      pathname.endsWith('/events') ||
      [openaiBasePath, anthropicBasePath, mcpPath].some((base) => baseOf(pathname) === base)
    return isStream ? new Request(request, { signal: AbortSignal.any([request.signal, stopping.signal]) }) : request
  }
}

/** Returns a request whose abort the framework does not log as an error. */
function abandonable(request: Request): Request {
  const abandoned = new AbortController()
  const abandon = () => abandoned.abort(new HungUp())
  if (request.signal.aborted) abandon()
  request.signal.addEventListener('abort', abandon, { once: true })
  if (request.method !== 'GET') return new Request(request, { signal: abandoned.signal })
  // A GET needs only its address and headers. Copying the whole request is slower: the server's is a thin view of Node's, which a copy
  // would first turn into a complete one.
  const page = new Request(request.url, { headers: request.headers })
  Object.defineProperty(page, 'signal', { value: abandoned.signal })
  return page
}

/** Whether the client has disconnected. Node reports a truncated body before it aborts the signal. */
function isHungUp(error: Error, { signal }: Request): boolean {
  return signal.aborted || (error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET')
}

function localTransport(api: ReturnType<typeof createApi>): ApiTransport {
  const transport: ApiTransport = async (request, { clientAddress, local }) => api.fetch(request, { clientAddress, local })
  transport.inProcess = true
  return transport
}

async function loadPages(buildDir: string): Promise<Pages> {
  const entry: { default: Pages } = await import(pathToFileURL(join(buildDir, 'server/server.js')).href)
  return entry.default
}

const addressOf = (env: Env, context: Context) => trustedAddress(env, context, getConnInfo(context).remote.address)

const sessionCookies = [config.auth.token.cookieName, config.auth.refreshToken.cookieName]

/** Whether the response is the framework's JSON error for a page that could not start. */
function isBare({ req }: Context, { status, headers }: Response): boolean {
  const isPage = req.method === 'GET' && req.header('accept')?.includes('text/html') && !req.path.startsWith(functionPaths.slice(0, -1))
  return Boolean(isPage) && status >= 500 && Boolean(headers.get('content-type')?.startsWith('application/json'))
}

/**
 * Sets the cache headers. Pages differ by person and language, so no cache may share them, and those of a signed-in person are not stored
 * at all. A response that declares itself public loses its cookies, which belong to one visitor.
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

/** Paths without a page, as labels: they contain no ids. */
const plainPaths = /^\/(?:_serverFn\/\w+|events|uploads|robots\.txt|sitemap\.xml|site\.webmanifest)$/

/** Returns the route template of a path that no page answers. */
function routeOf(path: string): string {
  if (plainPaths.test(path)) return path
  return path.startsWith('/assets/') ? '/assets/*' : 'other'
}

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000

/** Measures and traces the handling of a request. A page names its own route in a header. */
function watched<T extends Response | void>(context: Context, path: string, handle: () => Promise<T>): Promise<T> {
  const { method } = context.req
  const startedAt = performance.now()
  return tracing.span(`${method} ${path}`, { kind: 'server', parent: context.req.header('traceparent') }, async (span) => {
    let status = 500
    let route = path
    try {
      const answer = await handle()
      const { headers, status: answered } = answer instanceof Response ? answer : context.res
      status = answered
      // Names of unknown functions are not counted by themselves: anybody can invent one, and each label stays in memory.
      route = headers.get(routeHeader) ?? (answered === 404 && path.startsWith('/_serverFn') ? 'other' : path)
      headers.delete(routeHeader)
      span.rename(`${method} ${route}`)
      return answer
    } finally {
      span.set({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.fail(String(status))
      signals.httpRequest.publish({ method, route, status, seconds: secondsSince(startedAt) })
    }
  })
}

const secure = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(self), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** Returns the security headers by the protocol that the proxy names. A response may have a referrer policy of its own. */
function securityHeadersFor(env: Env) {
  const forYear = env.HSTS_SUBDOMAINS ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000'
  const overHttps: Record<string, string> = { ...secure, 'strict-transport-security': forYear }
  return (forwardedProto: string | string[] | undefined): Record<string, string> => (forwardedProto === 'https' ? overHttps : secure)
}

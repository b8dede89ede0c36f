import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { publicPages } from '#app/contract/base/public-pages.ts'
import { config, type Locale } from '#config'
import { negotiateLocale, splitLocalePath } from '#app/contract/base/locale.ts'
import { routeHeader } from '#app/contract/base/route-header.ts'
import { type Encoding, encodingFor } from './encoding.ts'

const sharedPaths = new Set(publicPages)
/** Cookies that affect only the language of a public page. A request with any other cookie gets a page of its own. */
const harmlessCookies = new Set<string>([config.locale.cookie.name, config.referral.cookieName])
const freshMs = 60_000
/** Milliseconds after which a page is not served, not even while a new one is rendered. */
const usableMs = 10 * 60_000

/** Removed from inline drawings, which do not need it in HTML: it is a kilobyte of the home page. */
const inlineSvgNamespace = ' xmlns="http://www.w3.org/2000/svg"'

type CachedPage = {
  headers: Headers
  /** The same for a response of Node, without the name of the route. */
  nodeHeaders: OutgoingHttpHeaders
  route: string
  bodies: Record<Encoding, Uint8Array<ArrayBuffer>>
  madeAt: number
  /** The version as of before it was rendered. */
  version: number
}

export type PageCacheOptions = {
  /** Renders a page for a visitor without cookies. */
  render: (request: Request) => Promise<Response>
  /** Differs once the pages are outdated, for instance by new prices. */
  version?: PageVersion
  now?: () => number
}

export type PageVersion = {
  /** The version, if it is known without asking anyone. */
  known(): number | null
  read(): Promise<number>
}

/** The pages change with time only. */
const noVersion: PageVersion = { known: () => 0, read: async () => 0 }

export type ReadyPage = {
  headers: OutgoingHttpHeaders
  body: Uint8Array
  /** The template of the route, for metrics. */
  route: string
}

export type PageCache = {
  /** Returns a page that all visitors share, rendered if need be; null for all other requests. */
  answer(request: Request): Promise<Response | null>
  /** Returns such a page if it is fresh, before the request is converted for the framework, which costs more than the answer. */
  ready(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): ReadyPage | null
}

/**
 * Caches the bytes of pages that all visitors share: rendering one takes milliseconds, and visitors and crawlers request them most. A page
 * that fails to render is not cached.
 */
export function createPageCache({ render, version = noVersion, now = Date.now }: PageCacheOptions): PageCache {
  const pages = new Map<string, CachedPage>()
  const beingMade = new Map<string, Promise<CachedPage | null>>()

  function make(page: string, current: number, url: URL, locale: string): Promise<CachedPage | null> {
    const key = `${page} ${current}`
    const underWay = beingMade.get(key)
    if (underWay) return underWay
    const making = render(new Request(new URL(url.pathname, url.origin), { headers: { 'accept-language': locale, accept: 'text/html' } }))
      .then((response) => toCachedPage(response, { madeAt: now(), version: current }))
      .then((made) => {
        if (made) pages.set(page, made)
        else pages.delete(page)
        return made
      })
      .finally(() => beingMade.delete(key))
    beingMade.set(key, making)
    return making
  }

  return {
    async answer(request) {
      const url = new URL(request.url)
      const { method, headers } = request
      const locale = localeOfShared(method, url.pathname + url.search, {
        cookie: headers.get('cookie'),
        language: headers.get('accept-language'),
      })
      if (!locale) return null
      const key = `${locale} ${url.pathname}`
      const current = version.known() ?? (await version.read())
      const cached = pages.get(key)
      const kept = cached?.version === current ? cached : undefined
      const age = kept ? now() - kept.madeAt : Number.POSITIVE_INFINITY
      if (kept && age < usableMs) {
        // After a minute, the next request still gets the old page at once.
        if (age >= freshMs) void make(key, current, url, locale).catch(() => undefined)
        return answer(request, kept)
      }
      const made = await make(key, current, url, locale)
      return made && answer(request, made)
    },
    ready({ method = '', url: target = '', headers }) {
      if (method !== 'GET' || headers['if-none-match'] !== undefined) return null
      const locale = localeOfShared(method, target, { cookie: headers.cookie, language: headers['accept-language'] })
      const page = locale && pages.get(`${locale} ${target}`)
      if (!page || now() - page.madeAt >= freshMs || page.version !== version.known()) return null
      const encoding = encodingFor(headers['accept-encoding'])
      const body = page.bodies[encoding]
      const encoded = encoding === 'identity' ? undefined : { 'content-encoding': encoding }
      return { headers: { ...page.nodeHeaders, ...encoded, 'content-length': body.byteLength }, body, route: page.route }
    },
  }
}

type Sent = { cookie: string | null | undefined; language: string | null | undefined }

/** Returns the language of a page that all visitors share; null if the request may get a page of its own. */
function localeOfShared(method: string, target: string, { cookie, language }: Sent): Locale | null {
  const mayAsk = method === 'GET' || method === 'HEAD'
  const { locale: pinned, pathname } = splitLocalePath(target)
  if (!mayAsk || !sharedPaths.has(pathname)) return null
  const cookies = readCookies(cookie ?? '')
  if (![...cookies.keys()].every((name) => harmlessCookies.has(name))) return null
  return pinned ?? negotiateLocale(cookies.get(config.locale.cookie.name), language)
}

function readCookies(header: string): Map<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('='))
  return new Map(pairs.filter(([name]) => name).map(([name = '', value = '']) => [name, value]))
}

/** The contents of scripts without an address. */
const inlineScripts = (html: string): string[] =>
  html
    .split('</script>')
    .slice(0, -1)
    .flatMap((before) => {
      const tag = before.indexOf('<script')
      const end = before.indexOf('>', tag)
      return tag < 0 || end < 0 || /\ssrc=/.test(before.slice(tag, end)) ? [] : [before.slice(end + 1)]
    })

async function toCachedPage(response: Response, stamp: Pick<CachedPage, 'madeAt' | 'version'>): Promise<CachedPage | null> {
  if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/html')) return null
  const rendered = await response.text()
  // A shared nonce protects nobody, so scripts are allowed by hash.
  const html = rendered
    .replaceAll(/ nonce="[^"]*"/g, '')
    .replaceAll(/<meta property="csp-nonce"[^<>]*>/g, '')
    .replaceAll(inlineSvgNamespace, '')
  const hashes = new Set(inlineScripts(html).map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`))
  const policy = response.headers.get('content-security-policy') ?? ''
  const headers = new Headers(response.headers)
  headers.set('content-security-policy', policy.replace(/script-src [^;]*/, `script-src 'self' ${[...hashes].join(' ')}`))
  headers.set('cache-control', 'private, no-cache')
  headers.set('vary', 'accept-language, cookie, accept-encoding')
  headers.set('etag', `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`)
  headers.delete('transfer-encoding')
  const identity = new TextEncoder().encode(html)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(identity, { level: 9 }),
  ])
  const { [routeHeader]: route = 'other', ...sent } = Object.fromEntries(headers)
  const nodeHeaders = { ...sent, 'cache-control': 'private, no-cache, no-transform', 'set-cookie': headers.getSetCookie() }
  return { headers, nodeHeaders, route, bodies: { identity, br: Uint8Array.from(br), gzip: Uint8Array.from(gz) }, ...stamp }
}

function answer(request: Request, { headers: kept, bodies }: CachedPage): Response {
  const headers = new Headers(kept)
  if (request.headers.get('if-none-match') === headers.get('etag')) return new Response(null, { status: 304, headers })
  const encoding = encodingFor(request.headers.get('accept-encoding'))
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  headers.set('content-length', String(bodies[encoding].byteLength))
  return new Response(request.method === 'HEAD' ? null : bodies[encoding], { headers })
}

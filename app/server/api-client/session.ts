import { deleteCookie, getCookie, getRequest, getRequestHeader, setCookie } from '@tanstack/react-start/server'
import type { ApiResult } from '#app/contract/api-result.ts'
import { type TokenPair, tokenPairSchema } from '#app/contract/accounts.ts'
import { config, type Locale } from '#config'
import { type ApiCall, type ApiClientOptions, callApi, noContent, sendToApi } from './client.ts'
import { negotiateLocale } from './locale.ts'
import type { WebRequestContext } from './transport.ts'

const { token: tokenCookie, refreshToken: refreshCookie } = config.auth

/** The API, spoken to in the name of whoever sent the current web request. */
export type SessionApi = {
  locale: Locale
  /** Whether the request carries any session token, valid or not. */
  hasSession(): boolean
  /** Sends the bearer token when there is one; on an expired one refreshes once and tries again. */
  call<T>(call: ApiCall<T>): Promise<ApiResult<T>>
  /** The same for an answer that is passed on as it comes, such as an event stream. */
  stream(call: Omit<ApiCall, 'response'>, signal: AbortSignal): Promise<Response>
  /** Stores a new pair of tokens in the browser's httpOnly cookies. */
  store(pair: TokenPair): void
  /** Forgets the tokens here and tells the API to end them; never fails. */
  end(): Promise<void>
  refresh(): Promise<boolean>
}

/** Tokens as this request knows them: its cookies, or what has replaced them while it was answered. */
type Tokens = { token: string | undefined; refreshToken: string | undefined }
const tokensOfRequest = new WeakMap<Request, Tokens>()

/**
 * Refreshes under way or just done, by the refresh token that was presented: parallel requests of one browser, which all carry
 * the same cookie, must share one rotation.
 */
const refreshes = new Map<string, Promise<ApiResult<TokenPair>>>()

export function openSessionApi(context: WebRequestContext | undefined): SessionApi {
  const transport = context?.api
  if (!transport) throw new Error('No API to talk to: this process has no "api" role and API_BASE_URL is not set.')
  const request = getRequest()
  const locale = negotiateLocale(getCookie(config.locale.cookie.name), getRequestHeader('accept-language'))
  const client: ApiClientOptions = { transport, locale, clientAddress: context.clientAddress, userAgent: getRequestHeader('user-agent') }

  const tokens = tokensOfRequest.get(request) ?? {
    token: getCookie(tokenCookie.cookieName),
    refreshToken: getCookie(refreshCookie.cookieName),
  }
  tokensOfRequest.set(request, tokens)

  function store(pair: TokenPair) {
    tokens.token = pair.token
    tokens.refreshToken = pair.refresh_token
    const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(request) } as const
    setCookie(tokenCookie.cookieName, pair.token, { ...options, maxAge: tokenCookie.maxAge })
    setCookie(refreshCookie.cookieName, pair.refresh_token, { ...options, maxAge: refreshCookie.maxAge })
  }

  function forget() {
    tokens.token = undefined
    tokens.refreshToken = undefined
    deleteCookie(tokenCookie.cookieName, { path: '/' })
    deleteCookie(refreshCookie.cookieName, { path: '/' })
  }

  /** True when there is a fresh token now. A refusal ends the session here; no answer leaves it for a later try. */
  async function refresh(): Promise<boolean> {
    const presented = tokens.refreshToken
    if (!presented) {
      if (tokens.token) forget()
      return false
    }
    const result = await rotate(client, presented)
    if (result.ok) {
      store(result.data)
      return true
    }
    if (result.error.statusCode === 401) forget()
    return false
  }

  async function freshToken(): Promise<string | undefined> {
    if (!tokens.token && tokens.refreshToken) await refresh()
    return tokens.token
  }

  return {
    locale,
    hasSession: () => Boolean(tokens.token ?? tokens.refreshToken),
    store,
    refresh,
    async call(call) {
      const token = await freshToken()
      const result = await callApi(client, { ...call, token })
      const expired = !result.ok && result.error.code === 'unauthorized' && token !== undefined
      if (!expired || !(await refresh())) return result
      return callApi(client, { ...call, token: tokens.token })
    },
    async stream(call, signal) {
      const token = await freshToken()
      const response = await sendToApi(client, { ...call, token }, signal)
      if (response.status !== 401 || token === undefined || !(await refresh())) return response
      await response.body?.cancel()
      return sendToApi(client, { ...call, token: tokens.token }, signal)
    },
    async end() {
      const { token, refreshToken } = tokens
      forget()
      if (!token && !refreshToken) return
      await callApi(client, {
        method: 'POST',
        path: '/v1/auth/sign-out',
        body: { refresh_token: refreshToken },
        token,
        response: noContent,
      })
    },
  }
}

function rotate(client: ApiClientOptions, presented: string): Promise<ApiResult<TokenPair>> {
  const underWay = refreshes.get(presented)
  if (underWay) return underWay
  const rotation = callApi(client, {
    method: 'POST',
    path: '/v1/auth/refresh',
    body: { refresh_token: presented },
    response: tokenPairSchema,
  })
  refreshes.set(presented, rotation)
  const forgetLater = () => setTimeout(() => refreshes.delete(presented), config.auth.refreshToken.reuseGrace * 1000).unref()
  void rotation.then(forgetLater, forgetLater)
  return rotation
}

/** Cookies are `Secure` wherever the browser came by HTTPS; plain HTTP is for localhost and for a proxy that says otherwise. */
function isSecure(request: Request): boolean {
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim()
  return (forwarded ?? new URL(request.url).protocol.replace(':', '')) === 'https'
}

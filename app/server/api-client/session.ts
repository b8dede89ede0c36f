import { deleteCookie, getCookie, getRequest, getRequestHeader } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { type HandedOver, handedOverSchema, type signInSchema } from '#app/contract/accounts.ts'
import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import { type SignInChallenge, signInChallengeSchema } from '#app/contract/security.ts'
import { negotiateLocale, splitLocalePath } from '#app/contract/locale.ts'
import { config, type Locale } from '#config'
import { type ApiCall, type ApiClientOptions, callApi, sendToApi } from './client.ts'
import { clearPrivateCookie, readPrivateCookie, writePrivateCookie } from './cookies.ts'
import { readDeviceTokens, rememberDevice } from './known-device.ts'
import { type NewTokens, readExpiry, readTokens } from './read-tokens.ts'
import type { WebRequestContext } from './transport.ts'

const { token: tokenCookie, refreshToken: refreshCookie, signedOutCookieName } = config.auth

/** Tokens to be kept. An access token that was handed over may come alone. */
export type HeldTokens = {
  token: string
  refresh_token: string | null
  expires_in: number
  /** For the next sign-in on this device; null or absent where the API has given none. */
  device_token?: string | null | undefined
}

/** The API, spoken to in the name of whoever sent the current web request. */
export type SessionApi = {
  locale: Locale
  /** Whether the request carries any session token, valid or not. */
  hasSession(): boolean
  /** When the access token ends; null when there is none, or none that says. */
  expiresAt(): Date | null
  /** Sends the bearer token when there is one; on an expired one refreshes once and tries again. */
  call<T>(call: ApiCall<T>): Promise<ApiResult<T>>
  /** The same in the name of another token, with no second try. */
  callAs<T>(token: string, call: ApiCall<T>): Promise<ApiResult<T>>
  /** The same for an answer that is passed on as it comes, such as an event stream. */
  stream(call: Omit<ApiCall, 'response'>, signal: AbortSignal): Promise<Response>
  /** Puts these in the place of whatever tokens the browser has. */
  store(tokens: HeldTokens): void
  /** The same for tokens of the same person: a refresh token that did not come along stays, and a session that was replaced ends. */
  renew(tokens: HeldTokens): Promise<void>
  /** Trades credentials for both tokens, or for a challenge. They are not stored yet. */
  signIn(credentials: v.InferInput<typeof signInSchema>): Promise<ApiResult<NewTokens | SignInChallenge>>
  /** Trades what else proves a person for both tokens, by a call of its own. They are not stored yet. */
  enter(path: `/v1/auth/${string}`, body: object): Promise<ApiResult<NewTokens>>
  /** Trades what `?access_token=` carries for tokens and the name of their owner. */
  handOver(accessToken: string): Promise<ApiResult<HandedOver>>
  /** Forgets the tokens here and tells the API to end their session; never fails. */
  end(): Promise<void>
  /** Tells the API to end the session of tokens that were handed over and are not wanted; never fails. */
  revoke(tokens: Pick<HeldTokens, 'token' | 'refresh_token'>): Promise<void>
  /** Carries out a sign-out that the browser could not tell us of when it happened. */
  finishSignOut(): Promise<void>
  /** True when there is a fresh token now. A refusal ends the session here; no answer leaves it for a later try. */
  refresh(): Promise<boolean>
  /** Why the last refresh gave nothing. */
  notRenewed(): ApiFailure | null
}

/** Tokens as this request knows them: its cookies, or what has replaced them while it was answered. */
type Tokens = {
  token: string | undefined
  refreshToken: string | undefined
  /** The person has signed out, but these could not be ended then. */
  leftOver: { token: string | undefined; refreshToken: string | undefined } | null
  /** Why the last refresh gave nothing. */
  notRenewed: ApiFailure | null
}
const tokensOfRequest = new WeakMap<Request, Tokens>()

/**
 * Refreshes under way or just done, by the refresh token that was presented: parallel requests of one browser, which all carry
 * the same cookie, must share one rotation.
 */
const refreshes = new Map<string, Promise<ApiResult<NewTokens>>>()

export function openSessionApi(context: WebRequestContext | undefined): SessionApi {
  const transport = context?.api
  if (!transport) throw new Error('No API to talk to: this process has no "api" role and API_BASE_URL is not set.')
  const request = getRequest()
  const pinned = splitLocalePath(new URL(request.url).pathname).locale
  const locale = pinned ?? negotiateLocale(getCookie(config.locale.cookie.name), getRequestHeader('accept-language'))
  const client: ApiClientOptions = {
    transport,
    locale,
    clientAddress: context.clientAddress,
    userAgent: getRequestHeader('user-agent'),
    report: context.report,
  }

  const tokens = tokensOfRequest.get(request) ?? readCookies()
  tokensOfRequest.set(request, tokens)

  function store({ token, refresh_token, expires_in, device_token }: HeldTokens) {
    tokens.token = token
    tokens.notRenewed = null
    writePrivateCookie(tokenCookie.cookieName, token, expires_in)
    tokens.refreshToken = refresh_token ?? undefined
    if (refresh_token) writePrivateCookie(refreshCookie.cookieName, refresh_token, refreshCookie.maxAge)
    else clearPrivateCookie(refreshCookie.cookieName)
    if (device_token) rememberDevice(device_token)
    clearSignedOut()
  }

  function forget() {
    tokens.token = undefined
    tokens.refreshToken = undefined
    clearPrivateCookie(tokenCookie.cookieName)
    clearPrivateCookie(refreshCookie.cookieName)
    clearSignedOut()
  }

  async function refresh(): Promise<boolean> {
    const presented = tokens.refreshToken
    // What was not answered a moment ago will not be answered now.
    if (!presented || tokens.notRenewed) return false
    const result = await rotate(client, presented)
    if (result.ok) {
      if (tokens.refreshToken === presented) store(result.data)
      return tokens.token !== undefined
    }
    tokens.notRenewed = result.error
    if (isRefusal(result.error)) forget()
    return false
  }

  async function freshToken(): Promise<string | undefined> {
    if (!tokens.token && tokens.refreshToken) await refresh()
    return tokens.token
  }

  async function end() {
    const { token, refreshToken, leftOver } = tokens
    tokens.leftOver = null
    forget()
    const held = [{ token, refreshToken }, ...(leftOver ? [leftOver] : [])]
    await Promise.all(held.map((one) => revoke({ token: one.token, refresh_token: one.refreshToken })))
  }

  async function revoke({ token, refresh_token }: { token: string | undefined; refresh_token: string | null | undefined }) {
    if (!token && !refresh_token) return
    const body = refresh_token ? { refresh_token } : {}
    await callApi(client, { method: 'POST', path: '/v1/auth/sign-out', body, token, response: v.unknown() })
  }

  return {
    locale,
    hasSession: () => Boolean(tokens.token ?? tokens.refreshToken),
    expiresAt: () => (tokens.token ? readExpiry(tokens.token) : null),
    store,
    refresh,
    notRenewed: () => tokens.notRenewed,
    async renew(held) {
      const replaced = { token: tokens.token, refresh_token: tokens.refreshToken }
      store({ ...held, refresh_token: held.refresh_token ?? tokens.refreshToken ?? null })
      if (held.refresh_token) await revoke(replaced)
    },
    async revoke(held) {
      // An access token that came alone is of a session that began elsewhere and is not ours to end.
      if (held.refresh_token) await revoke(held)
    },
    async signIn(credentials) {
      const body = { ...credentials, device_tokens: readDeviceTokens() }
      const answer = await callApi(client, { method: 'POST', path: '/v1/auth/sign-in', body, response: v.unknown() })
      const challenge = v.safeParse(signInChallengeSchema, answer.ok && answer.data)
      return challenge.success ? { ok: true, data: challenge.output } : readTokens(answer, client.report)
    },
    enter: async (path, body) => readTokens(await callApi(client, { method: 'POST', path, body, response: v.unknown() }), client.report),
    handOver: (accessToken) =>
      callApi(client, { method: 'POST', path: '/v1/auth/handover', body: { access_token: accessToken }, response: handedOverSchema }),
    callAs: (token, call) => callApi(client, { ...call, token }),
    async call(call) {
      const token = await freshToken()
      const result = await callApi(client, { ...call, token })
      if (result.ok || result.error.code !== 'unauthorized') return result
      if (token !== undefined && (await refresh())) {
        const again = await callApi(client, { ...call, token: tokens.token })
        if (!again.ok && again.error.code === 'unauthorized') forget()
        return again
      }
      // Why there is no fresh token says more than that there is none; without an answer nobody is signed out.
      if (tokens.notRenewed) return { ok: false, error: tokens.notRenewed }
      if (token !== undefined) forget()
      return result
    },
    async stream(call, signal) {
      const token = await freshToken()
      const response = await sendToApi(client, { ...call, token }, signal)
      if (response.status !== 401 || token === undefined || !(await refresh())) return response
      await response.body?.cancel()
      return sendToApi(client, { ...call, token: tokens.token }, signal)
    },
    end,
    finishSignOut: async () => (tokens.leftOver ? end() : undefined),
  }
}

function clearSignedOut(): void {
  if (getCookie(signedOutCookieName) !== undefined) deleteCookie(signedOutCookieName, { path: '/' })
}

function readCookies(): Tokens {
  const cookie = readPrivateCookie(tokenCookie.cookieName)
  // Anything else could not even be written into a header.
  const token = cookie && /^[\w.~+/-]+=*$/.test(cookie) ? cookie : undefined
  const refreshToken = readPrivateCookie(refreshCookie.cookieName)
  if (getCookie(signedOutCookieName) === undefined) return { token, refreshToken, leftOver: null, notRenewed: null }
  return { token: undefined, refreshToken: undefined, leftOver: { token, refreshToken }, notRenewed: null }
}

/** The API has looked at the token and does not take it; anything else may pass. */
export function isRefusal({ statusCode }: ApiFailure): boolean {
  return statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429
}

function rotate(client: ApiClientOptions, presented: string): Promise<ApiResult<NewTokens>> {
  const underWay = refreshes.get(presented)
  if (underWay) return underWay
  const rotation = askForRotation(client, presented)
  refreshes.set(presented, rotation)
  return rotation
}

async function askForRotation(client: ApiClientOptions, presented: string): Promise<ApiResult<NewTokens>> {
  const body = { refresh_token: presented }
  const answer = await callApi(client, { method: 'POST', path: '/v1/auth/refresh', body, response: v.unknown() })
  const result = readTokens(answer, client.report)
  const forget = () => refreshes.delete(presented)
  // Whoever comes late with the same token gets the same answer; no answer is none to be shared.
  if (result.ok || isRefusal(result.error)) setTimeout(forget, config.auth.refreshToken.reuseGrace * 1000).unref()
  else forget()
  return result
}

import { deleteCookie, getCookie, getRequest, getRequestHeader } from '@tanstack/react-start/server'
import * as v from 'valibot'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import { refreshSessionCall, signInCall, signOutCall, takeHandoverCall } from '#app/contract/account/auth.calls.ts'
import type { Call, CallInput, CallResponse } from '#app/contract/base/call.ts'
import { negotiateLocale, splitLocalePath } from '#app/contract/base/locale.ts'
import { type SignInChallenge, signInChallengeSchema } from '#app/contract/base/security.ts'
import { config, type Locale } from '#config'
import { type ApiClientOptions, type ApiRequest, openStartedCalls, callApi, sendToApi } from './client.ts'
import { clearPrivateCookie, readPrivateCookie, writePrivateCookie } from './cookies.ts'
import { readDeviceTokens, rememberDevice } from './known-device.ts'
import { isToken, type NewTokens, readExpiry, readTokens } from './read-tokens.ts'
import { requestFor } from './request-for.ts'
import type { WebRequestContext } from './transport.ts'

const { token: accessCookie, refreshToken: refreshCookie, signedOutCookieName } = config.auth

/** An access token, and a refresh token unless the access token was handed over alone. Named as in the API's answers. */
export type SessionCredentials = {
  token: string
  refresh_token: string | null
  expires_in: number
  /** Token for the next sign-in on this device; null or absent if the API issued none. */
  device_token?: string | null | undefined
}

/** The API on behalf of the person who sent the current web request. */
export type SessionApi = {
  locale: Locale
  /** Whether the request carries an access or refresh token, valid or not. */
  hasSession(): boolean
  /** Expiry of the access token; null without a token, or for one without an expiry. */
  expiresAt(): Date | null
  /**
   * Starts a call that the page will make with the same input, and returns whether it did: only with an access token that has not expired.
   */
  start<C extends Call>(call: C, data: CallInput<C>): boolean
  /** Sends the access token if there is one. If it has expired, refreshes once and tries again. */
  call<C extends Call>(call: C, data: CallInput<C>): Promise<ApiResult<CallResponse<C>>>
  /** Sends the given access token instead of the request's own; never refreshes it. */
  callAs<C extends Call>(accessToken: string, call: C, data: CallInput<C>): Promise<ApiResult<CallResponse<C>>>
  /** Makes a call whose body or response is streamed. */
  stream(call: Call, options: Pick<ApiRequest, 'headers' | 'body'>, signal: AbortSignal): Promise<Response>
  /** Replaces the credentials that the browser has. */
  store(credentials: SessionCredentials): void
  /** Stores new credentials of the same person: without a new refresh token the present one stays, and a replaced session ends. */
  renew(credentials: SessionCredentials): Promise<void>
  /** Exchanges email and password for credentials, which the caller has to store, or for a challenge. */
  signIn(input: CallInput<typeof signInCall>): Promise<ApiResult<NewTokens | SignInChallenge>>
  /** Exchanges another proof of identity for credentials, which the caller has to store. */
  exchange<C extends Call & { secret: true }>(call: C, data: CallInput<C>): Promise<ApiResult<NewTokens>>
  /** Exchanges the token of `?access_token=` for credentials and their owner. */
  takeHandover(accessToken: string): Promise<ApiResult<CallResponse<typeof takeHandoverCall>>>
  /** Clears the credentials and ends their session at the API; never fails. */
  end(): Promise<void>
  /**
   * Forgets credentials that the API has refused. Only a page clears the cookies: the response to a call in the background may arrive after
   * the cookies of a new sign-in, and would delete them.
   */
  drop(): void
  /** Ends the session of credentials that were handed over and are not needed; never fails. */
  revoke(credentials: Pick<SessionCredentials, 'token' | 'refresh_token'>): Promise<void>
  /** Completes a sign-out that happened while the server could not be reached. */
  finishSignOut(): Promise<void>
  /**
   * Refreshes and returns whether there is a new access token. A final failure ends the session here; without a response the session stays
   * for a later try.
   */
  refresh(): Promise<boolean>
  /** The failure of the last refresh. */
  refreshFailure(): ApiFailure | null
}

type TokenPair = { accessToken: string | undefined; refreshToken: string | undefined }

/** The credentials of this request: those of its cookies, or their replacements. */
type RequestCredentials = TokenPair & {
  /** Left by a sign-out that did not reach the API. */
  leftOver: TokenPair | null
  refreshFailure: ApiFailure | null
}

/** The API of each web request, whose calls share its credentials. */
const opened = new WeakMap<Request, SessionApi>()

/**
 * Running and recent refreshes by refresh token. Parallel requests of one browser send the same cookie, so they must share one rotation.
 */
const refreshes = new Map<string, Promise<ApiResult<NewTokens>>>()

export function openSessionApi(context: WebRequestContext | undefined): SessionApi {
  const request = getRequest()
  const known = opened.get(request) ?? openFor(request, context)
  opened.set(request, known)
  return known
}

// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
function openFor(request: Request, context: WebRequestContext | undefined): SessionApi {
  const transport = context?.api
  if (!transport) throw new Error('No API to talk to: this process has no "api" role and API_BASE_URL is not set.')
  const pinned = splitLocalePath(new URL(request.url).pathname).locale
  const locale = pinned ?? negotiateLocale(getCookie(config.locale.cookie.name), getRequestHeader('accept-language'))
  const started = openStartedCalls()
  const client: ApiClientOptions = {
    transport,
    locale,
    clientAddress: context.clientAddress,
    userAgent: getRequestHeader('user-agent'),
    webRequest: request,
    report: context.report,
    started,
  }

  const current = readCookies()

  const callAs = <C extends Call>(accessToken: string | undefined, call: C, data: CallInput<C>): Promise<ApiResult<CallResponse<C>>> =>
    callApi(client, { ...requestFor(call, data), accessToken }, call.response)

  function store({ token, refresh_token, expires_in, device_token }: SessionCredentials) {
    current.accessToken = token
    current.refreshFailure = null
    writePrivateCookie(accessCookie.cookieName, token, expires_in)
    current.refreshToken = refresh_token ?? undefined
    if (refresh_token) writePrivateCookie(refreshCookie.cookieName, refresh_token, refreshCookie.maxAge)
    else clearPrivateCookie(refreshCookie.cookieName)
    if (device_token) rememberDevice(device_token)
    clearSignedOut()
  }

  function forget() {
    current.accessToken = undefined
    current.refreshToken = undefined
    clearPrivateCookie(accessCookie.cookieName)
    clearPrivateCookie(refreshCookie.cookieName)
    clearSignedOut()
  }

  function drop() {
    if (getRequestHeader('accept')?.includes('text/html')) return forget()
    current.accessToken = undefined
    current.refreshToken = undefined
  }

  async function refresh(): Promise<boolean> {
    const presented = current.refreshToken
    // One try per request.
    if (!presented || current.refreshFailure) return false
    const result = await rotate(client, presented)
    if (result.ok) {
      if (current.refreshToken === presented) store(result.data)
      return current.accessToken !== undefined
    }
    current.refreshFailure = result.error
    // A stolen copy of the token may be in use, so it must not stay.
    if (result.error.code === 'refresh_token_reused') forget()
    else if (isFinal(result.error)) drop()
    return false
  }

  async function freshAccessToken(): Promise<string | undefined> {
    if (!current.accessToken && current.refreshToken) await refresh()
    return current.accessToken
  }

  async function end() {
    const { accessToken, refreshToken, leftOver } = current
    current.leftOver = null
    forget()
    await Promise.all([{ accessToken, refreshToken }, ...(leftOver ? [leftOver] : [])].map(revoke))
  }

  async function revoke({ accessToken, refreshToken }: TokenPair) {
    if (!accessToken && !refreshToken) return
    const request = requestFor(signOutCall, refreshToken ? { refresh_token: refreshToken } : {})
    await callApi(client, { ...request, accessToken }, v.unknown())
  }

  return {
    locale,
    hasSession: () => Boolean(current.accessToken ?? current.refreshToken),
    expiresAt: () => (current.accessToken ? readExpiry(current.accessToken) : null),
    store,
    refresh,
    refreshFailure: () => current.refreshFailure,
    async renew(renewed) {
      const { accessToken, refreshToken } = current
      store({ ...renewed, refresh_token: renewed.refresh_token ?? refreshToken ?? null })
      if (renewed.refresh_token) await revoke({ accessToken, refreshToken })
    },
    async revoke({ token, refresh_token }) {
      // An access token without a refresh token belongs to a session of another device, which continues there.
      if (refresh_token) await revoke({ accessToken: token, refreshToken: refresh_token })
    },
    async signIn(input) {
      const request = requestFor(signInCall, { ...input, device_tokens: readDeviceTokens() })
      const result = await callApi(client, request, v.unknown())
      const challenge = v.safeParse(signInChallengeSchema, result.ok && result.data)
      return challenge.success ? { ok: true, data: challenge.output } : readTokens(result, client.report)
    },
    exchange: async (call, data) => readTokens(await callApi(client, requestFor(call, data), v.unknown()), client.report),
    takeHandover: (accessToken) => callAs(undefined, takeHandoverCall, { access_token: accessToken }),
    callAs,
    start(call, data) {
      const { accessToken } = current
      const expiry = accessToken === undefined ? null : readExpiry(accessToken)
      if (!expiry || expiry.getTime() <= Date.now()) return false
      started.start(client, { ...requestFor(call, data), accessToken })
      return true
    },
    async call(call, data) {
      const accessToken = await freshAccessToken()
      const result = await callAs(accessToken, call, data)
      if (result.ok || result.error.code !== 'unauthorized') return result
      if (accessToken !== undefined && (await refresh())) {
        const again = await callAs(current.accessToken, call, data)
        if (!again.ok && again.error.code === 'unauthorized') drop()
        return again
      }
      // The reason for a failed refresh is more specific than `unauthorized`; without a response nobody is signed out.
      if (current.refreshFailure) return { ok: false, error: current.refreshFailure }
      if (accessToken !== undefined) drop()
      return result
    },
    async stream(call, options, signal) {
      const streamed = { method: call.method, path: call.path, ...options }
      const accessToken = await freshAccessToken()
      const response = await sendToApi(client, { ...streamed, accessToken }, signal)
      if (response.status !== 401 || accessToken === undefined || !(await refresh())) return response
      await response.body?.cancel()
      return sendToApi(client, { ...streamed, accessToken: current.accessToken }, signal)
    },
    end,
    drop,
    finishSignOut: async () => (current.leftOver ? end() : undefined),
  }
}

function clearSignedOut(): void {
  if (getCookie(signedOutCookieName) !== undefined) deleteCookie(signedOutCookieName, { path: '/' })
}

function readToken(cookieName: string): string | undefined {
  const cookie = readPrivateCookie(cookieName)
  return isToken(cookie) ? cookie : undefined
}

function readCookies(): RequestCredentials {
  const cookie = readToken(accessCookie.cookieName)
  // Other characters cannot be written into a header.
  const accessToken = cookie && /^[\w.~+/-]+=*$/.test(cookie) ? cookie : undefined
  const refreshToken = readToken(refreshCookie.cookieName)
  if (getCookie(signedOutCookieName) === undefined) return { accessToken, refreshToken, leftOver: null, refreshFailure: null }
  return { accessToken: undefined, refreshToken: undefined, leftOver: { accessToken, refreshToken }, refreshFailure: null }
}

/** Whether the API has examined the request and rejected it; any other failure may be temporary. */
export function isFinal({ statusCode }: ApiFailure): boolean {
  return statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429
}

function rotate(client: ApiClientOptions, presented: string): Promise<ApiResult<NewTokens>> {
  const current = refreshes.get(presented)
  if (current) return current
  const rotation = requestRotation(client, presented)
  refreshes.set(presented, rotation)
  return rotation
}

async function requestRotation(client: ApiClientOptions, presented: string): Promise<ApiResult<NewTokens>> {
  const answer = await callApi(client, requestFor(refreshSessionCall, { refresh_token: presented }), v.unknown())
  const result = readTokens(answer, client.report)
  const forget = () => refreshes.delete(presented)
  // Later requests with the same refresh token get the same result, unless the failure may be temporary.
  if (result.ok || isFinal(result.error)) setTimeout(forget, config.auth.refreshToken.reuseGrace * 1000).unref()
  else forget()
  return result
}

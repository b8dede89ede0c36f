import * as v from 'valibot'
import { type ApiResult, localFailure } from '#app/contract/base/api-result.ts'
import { config } from '#config'
import type { ReportError } from './transport.ts'

/** Strings that careless code stores in place of a token that it does not have. */
const absent = new Set<string | undefined>([undefined, '', 'null', 'undefined'])

/** Whether a string that stands for a token is one. */
export const isToken = (text: string | undefined): text is string => !absent.has(text)

const tokenSchema = v.pipe(
  v.string(),
  v.check((text) => isToken(text)),
)
const deviceSchema = v.object({ device_token: tokenSchema })
const lifetimeSchema = v.object({ expires_in: v.pipe(v.number(), v.finite(), v.minValue(1)) })

/** Returns the value at a JSON pointer (RFC 6901), or undefined. */
export function readPointer(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
      return Reflect.get(value, step)
    }, document)
}

/** Both tokens of a sign-in or a refresh. An older API sends no `device_token`. */
export type NewTokens = { token: string; refresh_token: string; expires_in: number; device_token: string | null }

/**
 * Reads both tokens from the answer to a sign-in or a refresh, at the configured locations. A missing token, or one that is not a string,
 * is the failure `token_missing`, which contains nothing of the answer.
 */
export function readTokens(answer: ApiResult<unknown>, report?: ReportError): ApiResult<NewTokens> {
  if (!answer.ok) return answer
  const token = v.safeParse(tokenSchema, readPointer(answer.data, config.auth.token.pointer))
  const refreshToken = v.safeParse(tokenSchema, readPointer(answer.data, config.auth.refreshToken.pointer))
  if (!token.success || !refreshToken.success) {
    const { pointer } = token.success ? config.auth.refreshToken : config.auth.token
    return { ok: false, error: localFailure('token_missing', report?.(undefined, `the answer to a sign-in holds no string at ${pointer}`)) }
  }
  const device = v.safeParse(deviceSchema, answer.data)
  const lifetime = v.safeParse(lifetimeSchema, answer.data)
  return {
    ok: true,
    data: {
      token: token.output,
      refresh_token: refreshToken.output,
      expires_in: lifetime.success ? lifetime.output.expires_in : config.auth.token.maxAge,
      device_token: device.success ? device.output.device_token : null,
    },
  }
}

/** Returns the expiry date of an access token; null without one. The API, not this function, checks the signature. */
export function readExpiry(token: string): Date | null {
  const claims = v.safeParse(v.object({ exp: v.pipe(v.number(), v.finite()) }), readClaims(token))
  return claims.success ? new Date(claims.output.exp * 1000) : null
}

function readClaims(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    return undefined
  }
}

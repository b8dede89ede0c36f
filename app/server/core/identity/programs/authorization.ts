import { createHash, timingSafeEqual } from 'node:crypto'
import { type MemberKeyScope, memberKeyScopes } from '#app/contract/account/api-keys.ts'
import type { BrokenAuthorization } from '#app/contract/account/programs.ts'
import type { Database } from '#app/server/db/database.ts'
import { type Client, type ClientSettings, findClient } from './clients.ts'
import { ProgramRefusal } from './program-refusal.ts'
import { isRegistered, withAnswer } from './redirect-uris.ts'

/** The parameters of an authorization request that count; others are ignored. */
export const authorizationParams = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const

export type Authorization = {
  client: Client
  redirectUri: string
  scopes: MemberKeyScope[]
  challenge: string
  /** Makes the address to which the person returns, with the state and this server's name (RFC 9207). */
  answer(answer: Record<string, string>): string
}
type Broken = { broken: BrokenAuthorization; client: Client | null; returnTo: string | null }

export type ReadAuthorizationOptions = { env: ClientSettings; siteUrl: string; query: string }

/**
 * Checks the request with which a program has sent a person here. Until the address to return to is known to be the program's, nobody is
 * sent there.
 */
export async function readAuthorization(db: Database, { env, siteUrl, query }: ReadAuthorizationOptions): Promise<Authorization | Broken> {
  const sent = new URLSearchParams(query)
  const of = (name: (typeof authorizationParams)[number]) => sent.get(name) ?? ''
  const nowhere = (broken: BrokenAuthorization, client: Client | null = null): Broken => ({ broken, client, returnTo: null })
  // One program might read the first of two values and another the last.
  if (authorizationParams.some((name) => name !== 'resource' && sent.getAll(name).length > 1)) return nowhere('request')
  const client = await findClient(db, env, of('client_id')).catch((error: unknown) => {
    if (error instanceof ProgramRefusal) return null
    throw error
  })
  if (!client) return nowhere('client')
  const redirectUri = of('redirect_uri')
  if (!isRegistered(client.redirectUris, redirectUri)) return nowhere('redirect', client)
  const answer = (given: Record<string, string>) =>
    withAnswer(redirectUri, { ...given, ...(sent.has('state') && { state: of('state') }), iss: siteUrl })
  const back = (broken: BrokenAuthorization, error: string): Broken => ({ broken, client, returnTo: answer({ error }) })
  if (of('response_type') !== 'code') return back('request', 'unsupported_response_type')
  // Without a method it would be `plain`, whose verifier everybody on the way can read.
  if (of('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(of('code_challenge'))) return back('challenge', 'invalid_request')
  if (!sent.getAll('resource').every((resource) => isResource(siteUrl, resource))) return back('resource', 'invalid_target')
  return { client, redirectUri, scopes: scopesOf(of('scope')), challenge: of('code_challenge'), answer }
}

/** The address that tokens are for, and good for nothing else (RFC 8707). */
export const resourceOf = (siteUrl: string): string => `${siteUrl}/mcp`

export const isResource = (siteUrl: string, resource: string): boolean =>
  resource === resourceOf(siteUrl) || resource === `${resourceOf(siteUrl)}/`

/** The known scopes of a request, in their order; all that programs may have if it names none. */
export function scopesOf(scope: string): MemberKeyScope[] {
  const asked = scope.split(' ')
  const known = memberKeyScopes.filter((name) => asked.includes(name))
  return known.length > 0 ? known : [...memberKeyScopes]
}

/** Whether a verifier is the one of the challenge. */
export function isVerifier(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const [made, known] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')]
  return known.length === made.length && timingSafeEqual(known, made)
}

import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import * as v from 'valibot'
import { fetchPublic } from '../egress/fetch-public.ts'
import type { OidcIssuer } from '../variables/oidc-issuers.ts'
import { openAskService, ServiceError } from './ask-service.ts'
import { basicOf } from './basic-of.ts'
import { addressSchema, textSchema } from './profile-fields.ts'
import type { OauthClient, OauthProfile } from './service.ts'

/** Signatures by a key pair only: neither `none` nor a secret that the client knows as well. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Tolerated difference between the clocks, in seconds. */
const clockTolerance = 60
/** Time that the issuer's description is used, in milliseconds. */
const freshMs = 3_600_000

const urlSchema = v.pipe(v.string(), v.url())
const discoverySchema = v.object({
  issuer: v.string(),
  authorization_endpoint: urlSchema,
  token_endpoint: urlSchema,
  jwks_uri: urlSchema,
  userinfo_endpoint: v.optional(urlSchema),
  end_session_endpoint: v.optional(urlSchema),
  token_endpoint_auth_methods_supported: v.optional(v.array(v.string()), ['client_secret_basic']),
  authorization_response_iss_parameter_supported: v.optional(v.boolean(), false),
})
type Discovered = v.InferOutput<typeof discoverySchema> & { keys: ReturnType<typeof createRemoteJWKSet> }

const tokensSchema = v.object({ id_token: v.pipe(v.string(), v.nonEmpty()), access_token: v.optional(v.string()) })
const claimsSchema = v.looseObject({ sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)) })
type Claims = v.InferOutput<typeof claimsSchema>
const personSchema = v.object({
  email: v.optional(addressSchema, null),
  email_verified: v.optional(v.unknown()),
  name: v.optional(textSchema, null),
  preferred_username: v.optional(textSchema, null),
})

type OidcOptions = { timeout: number; now?: () => number }

/** Opens an issuer of OpenID Connect: code flow with PKCE, state and nonce, and a signed ID token. */
// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export function openOidc(oidc: OidcIssuer, { timeout, now = Date.now }: OidcOptions): OauthClient {
  const { issuer, clientId, clientSecret, scopes, groupsClaim } = oidc
  // The description names addresses, of which only those of the issuer's own origin may be private.
  const send = fetchPublic({ ownOrigins: [new URL(issuer).origin] })
  const ask = openAskService({ timeout, send })
  let known: { at: number; discovered: Promise<Discovered> } | undefined

  /** Reads the issuer's description, which is cached. A failure is not. */
  function discover(): Promise<Discovered> {
    if (known && now() - known.at < freshMs) return known.discovered
    const discovered = readDiscovery()
    const current = { at: now(), discovered }
    known = current
    discovered.catch(() => {
      if (known === current) known = undefined
    })
    return discovered
  }

  async function readDiscovery(): Promise<Discovered> {
    const found = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, discoverySchema)
    if (found.issuer !== issuer) throw new ServiceError('description of another issuer')
    const isSecure = issuer.startsWith('https:')
    const endpoints = [
      found.authorization_endpoint,
      found.token_endpoint,
      found.jwks_uri,
      found.userinfo_endpoint ?? issuer,
      found.end_session_endpoint ?? issuer,
    ]
    if (isSecure && endpoints.some((url) => !url.startsWith('https:'))) throw new ServiceError('endpoint without https')
    // A new key is fetched when a token names it. Only the issuer's own endpoint supplies tokens, so nobody else can cause requests.
    const keys = createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: timeout, cooldownDuration: 0, [customFetch]: send })
    return { ...found, keys }
  }

  async function exchange(
    { code, codeVerifier, redirectUri }: { code: string; codeVerifier: string; redirectUri: string },
    at: Discovered,
  ) {
    const inHeader = clientSecret !== null && at.token_endpoint_auth_methods_supported.includes('client_secret_basic')
    return ask(at.token_endpoint, tokensSchema, {
      method: 'POST',
      headers: inHeader ? { authorization: `Basic ${basicOf(clientId, clientSecret)}` } : {},
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
        ...(!inHeader && { client_id: clientId }),
        ...(!inHeader && clientSecret !== null && { client_secret: clientSecret }),
      }),
    })
  }

  async function verify(idToken: string, nonce: string, { keys }: Discovered): Promise<Claims> {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience: clientId,
      algorithms,
      clockTolerance,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      currentDate: new Date(now()),
    }).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? new ServiceError(`ID token ${error.code}`, error) : new ServiceError('unreachable', error)
    })
    if (payload.nonce !== nonce) throw new ServiceError('ID token with another nonce')
    requireAuthorizedParty(payload)
    return parsed(claimsSchema, payload)
  }

  /** The token must have been issued to this client, even if others may read it too. */
  function requireAuthorizedParty({ aud, azp }: JWTPayload) {
    if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId) throw new ServiceError('ID token for another client')
  }

  return {
    oidc,
    async check() {
      await discover()
    },
    async signOutUrl({ returnUrl }) {
      const { end_session_endpoint: endpoint } = await discover()
      if (endpoint === undefined) return null
      const url = new URL(endpoint)
      // The ID token is not stored, so an issuer may ask the person to confirm.
      url.searchParams.set('client_id', clientId)
      url.searchParams.set('post_logout_redirect_uri', returnUrl)
      return url
    },
    async authorizationUrl({ state, codeVerifier, nonce, redirectUri }) {
      const { authorization_endpoint: endpoint } = await discover()
      const url = new URL(endpoint)
      const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(codeVerifier))).toString('base64url')
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url
    },
    async fetchProfile(returned) {
      const at = await discover()
      const named = returned.issuer ?? (at.authorization_response_iss_parameter_supported ? null : issuer)
      if (named !== issuer) throw new ServiceError('answer of another issuer')
      const tokens = await exchange(returned, at)
      const claims = await verify(tokens.id_token, returned.nonce, at)
      const isComplete = claims.email !== undefined && (groupsClaim === null || valueOf(claims, groupsClaim) !== undefined)
      if (isComplete || !at.userinfo_endpoint || !tokens.access_token) return toProfile(claims, oidc)
      const headers = { authorization: `Bearer ${tokens.access_token}` }
      const more = await ask(at.userinfo_endpoint, claimsSchema, { headers })
      if (more.sub !== claims.sub) throw new ServiceError('user info of another person')
      // One source gives the address and says whether it is verified: its word about one address says nothing about another.
      const { email, email_verified: emailVerified } = claims.email === undefined ? more : claims
      return toProfile({ ...more, ...claims, email, email_verified: emailVerified }, oidc)
    },
  }
}

function toProfile(claims: Claims, { issuer, groupsClaim }: OidcIssuer): OauthProfile {
  const person = parsed(personSchema, claims)
  const value = groupsClaim === null ? undefined : valueOf(claims, groupsClaim)
  const groups = (Array.isArray(value) ? value : [value]).filter((group): group is string => typeof group === 'string')
  return {
    // An issuer that takes the name of another one in the configuration has no people of the other one.
    subject: `${issuer} ${claims.sub}`,
    email: person.email,
    emailVerified: person.email_verified === true,
    name: person.name ?? person.preferred_username,
    groups,
  }
}

/** Returns a claim, which may be nested: `realm_access.roles`. */
function valueOf(claims: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined),
      claims,
    )
}

function parsed<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (!result.success) throw new ServiceError('unexpected answer')
  return result.output
}

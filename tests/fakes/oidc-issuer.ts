import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** The current failure, until it is reset. */
export type IssuerTrouble =
  | 'silence'
  | 'other-issuer'
  | 'wrong-nonce'
  | 'wrong-aud'
  | 'wrong-azp'
  | 'two-audiences'
  | 'wrong-iss'
  | 'expired'
  | 'alg-none'
  | 'shared-secret'
  | 'unknown-key'
  | 'other-userinfo'
  | 'token-500'
  | 'private-token'

export const client = { id: 'quartet:studio', secret: 's3cret/of+company' }

/** `person`: who was signed in at the issuer when it was given. */
type Grant = { challenge: string; redirectUri: string; nonce: string; person: JWTPayload; further: object }
type Key = { kid: string; privateKey: CryptoKey; jwk: object }

async function makeKey(): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomUUID()
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/**
 * An issuer of OpenID Connect over HTTP: description, keys, codes that work once with their verifier and redirect URI, signed ID tokens
 * and user info. Everyone agrees at once.
 */
export async function openOidcIssuer() {
  let key = await makeKey()
  let person: JWTPayload = { sub: 'nobody' }
  /** Claims that only the user info has. */
  let further: object = {}
  let trouble: IssuerTrouble | undefined
  const grants = new Map<string, Grant>()
  const bearers = new Map<string, Grant>()
  const complaints: string[] = []
  const quiet: ServerResponse[] = []
  let descriptions = 0

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', base)
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (trouble === 'silence') return void quiet.push(response)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        descriptions += 1
        return json(200, {
          issuer: trouble === 'other-issuer' ? 'https://issuer.invalid' : base,
          authorization_endpoint: `${base}/authorize`,
          // The same server by another name, which is another origin.
          token_endpoint: `${trouble === 'private-token' ? base.replace('127.0.0.1', 'localhost') : base}/token`,
          userinfo_endpoint: `${base}/userinfo`,
          jwks_uri: `${base}/keys`,
          end_session_endpoint: `${base}/logout`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
          token_endpoint_auth_methods_supported: ['client_secret_basic'],
        })
      case '/keys':
        return json(200, { keys: [key.jwk] })
      case '/authorize':
        return agree(url, response)
      case '/token': {
        if (trouble === 'token-500') return json(500, { error: 'the token server of ann@example.com is on fire' })
        const grant = redeem(request, new URLSearchParams(await text(request)))
        if (typeof grant === 'string') {
          complaints.push(grant)
          return json(400, { error: 'invalid_grant', error_description: grant })
        }
        const bearer = randomUUID()
        bearers.set(bearer, grant)
        return json(200, { access_token: bearer, token_type: 'Bearer', id_token: await makeIdToken(grant) })
      }
      case '/userinfo': {
        const grant = bearers.get((request.headers.authorization ?? '').replace('Bearer ', ''))
        if (!grant) return json(401, { error: 'invalid_token' })
        return json(200, { ...grant.person, ...grant.further, ...(trouble === 'other-userinfo' && { sub: 'somebody else' }) })
      }
      default:
        return json(404, {})
    }
  }

  function agree(url: URL, response: ServerResponse) {
    const asked = url.searchParams
    const back = new URL(asked.get('redirect_uri') ?? '')
    const code = randomUUID()
    const isKnown = asked.get('client_id') === client.id && asked.get('response_type') === 'code' && asked.get('scope')?.includes('openid')
    if (!isKnown || asked.get('code_challenge_method') !== 'S256') complaints.push('authorization request')
    grants.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      redirectUri: back.href,
      nonce: asked.get('nonce') ?? '',
      person,
      further,
    })
    back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state') ?? '')
    back.searchParams.set('iss', base)
    response.writeHead(302, { location: back.href }).end()
  }

  function redeem(request: IncomingMessage, form: URLSearchParams): Grant | string {
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    if (!grant) return 'unknown or used code'
    const [id = '', secret = ''] = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
      .map((half) => decodeURIComponent(half))
    if (id !== client.id || secret !== client.secret) return 'client'
    if (form.get('redirect_uri') !== grant.redirectUri) return 'redirect_uri'
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return challenge === grant.challenge ? grant : 'code_verifier'
  }

  async function makeIdToken({ nonce, person: given }: Grant): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...given,
      iss: trouble === 'wrong-iss' ? 'https://issuer.invalid' : base,
      aud: trouble === 'wrong-aud' ? 'another client' : trouble === 'two-audiences' ? [client.id, 'another client'] : client.id,
      ...(trouble === 'wrong-azp' && { azp: 'another client' }),
      iat: trouble === 'expired' ? now - 7200 : now,
      exp: trouble === 'expired' ? now - 3600 : now + 300,
      nonce: trouble === 'wrong-nonce' ? 'another nonce' : nonce,
    }
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    if (trouble === 'alg-none') return `${encode({ alg: 'none' })}.${encode(claims)}.`
    const token = new SignJWT(claims)
    if (trouble === 'shared-secret') return token.setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(client.secret.padEnd(32)))
    const signer = trouble === 'unknown-key' ? await makeKey() : key
    return token.setProtectedHeader({ alg: 'RS256', kid: signer.kid }).sign(signer.privateKey)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const base = `http://127.0.0.1:${address.port}`
  return {
    base,
    complaints,
    descriptions: () => descriptions,
    /** Sets the person who is signed in at the issuer. `info` is in the user info only. */
    seat(claims: JWTPayload, info: object = {}) {
      person = claims
      further = info
    },
    fail: (how: IssuerTrouble | undefined) => {
      trouble = how
    },
    /** Replaces the signing key. */
    async rotate() {
      key = await makeKey()
    },
    async close() {
      for (const response of quiet) response.destroy()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

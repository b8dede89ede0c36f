import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { OauthProvider } from '#app/contract/account/accounts.ts'
import type { ServiceEndpoints } from '#app/server/oauth/service.ts'

/** The profile of the person at the service's page, in the service's own format. */
export type Profile = Record<string, unknown>

/** The current failure, until it is reset. */
export type Trouble =
  | 'token-500'
  | 'token-garbage'
  | 'token-error'
  | 'profile-500'
  | 'profile-garbage'
  | 'profile-huge'
  | 'profile-elsewhere'
  | 'silence'

type Grant = { provider: string; challenge: string; redirectUri: string; clientId: string }

export const clients: Record<OauthProvider, { id: string; secret: string }> = {
  google: { id: 'google-id.apps.example', secret: 's3cret-of-google' },
  github: { id: 'github-id', secret: 's3cret-of-github' },
  yandex: { id: 'yandex-id', secret: 's3cret/of+yandex' },
  vk: { id: '51234567', secret: 's3cret-of-vk' },
}

/**
 * Google, GitHub, Yandex and VK ID in one local server, each with its own formats. It is as strict as they are: a code works once, for the
 * client and the redirect URI that it was issued for, and with the promised verifier.
 */
export async function openOauthServer() {
  const profiles = new Map<string, { profile: Profile; emails?: unknown }>()
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, string>()
  /** Every secret that has passed through the server. */
  const secrets = new Set<string>()
  /** Reasons why a code was not exchanged. */
  const complaints: string[] = []
  let trouble: Trouble | undefined
  const quiet: ServerResponse[] = []

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://oauth.invalid')
    const [, provider = '', what] = url.pathname.split('/')
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (trouble === 'silence') return void quiet.push(response)
    if (what === 'authorize') return agree(provider, url, response)
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
    if (what === 'token') {
      if (trouble === 'token-500') return json(500, { error: 'the token server of ann@example.com is on fire' })
      if (trouble === 'token-garbage') return response.end('<html>')
      // GitHub reports this error with status 200.
      if (trouble === 'token-error')
        return json(provider === 'github' ? 200 : 400, { error: 'invalid_grant', error_description: 'ann@example.com' })
      const complaint = complaintOf(provider, request, form)
      if (complaint) {
        complaints.push(complaint)
        return json(400, { error: 'invalid_grant', error_description: complaint })
      }
      const token = `token-of-${provider}-${randomUUID()}`
      tokens.set(token, provider)
      secrets.add(token)
      return json(200, {
        access_token: token,
        token_type: 'bearer',
        expires_in: 3600,
        scope: 'email',
        refresh_token: `refresh-${randomUUID()}`,
      })
    }
    if (trouble === 'profile-500') return json(500, { error: 'x' })
    if (trouble === 'profile-garbage') return json(200, ['not a person'])
    if (trouble === 'profile-huge') return json(200, { id: '1', filler: 'x'.repeat(1024 * 1024) })
    if (trouble === 'profile-elsewhere') return response.writeHead(302, { location: '/elsewhere' }).end()
    if (tokens.get(bearerOf(provider, request, form)) !== provider) return json(401, { message: 'Bad credentials' })
    const person = profiles.get(provider)
    return json(200, what === 'emails' ? person?.emails : person?.profile)
  }

  /** The person consents at once and is redirected. */
  function agree(provider: string, url: URL, response: ServerResponse) {
    const asked = url.searchParams
    const back = new URL(asked.get('redirect_uri') ?? '')
    const code = `code-of-${provider}-${randomUUID()}`
    const challenge = asked.get('code_challenge_method') === 'S256' ? (asked.get('code_challenge') ?? '') : ''
    grants.set(code, { provider, challenge, redirectUri: back.href, clientId: asked.get('client_id') ?? '' })
    secrets.add(code)
    back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state') ?? '')
    if (provider === 'vk') back.searchParams.set('device_id', 'device-1')
    response.writeHead(302, { location: back.href }).end()
  }

  function complaintOf(provider: string, request: IncomingMessage, form: URLSearchParams): string | undefined {
    const client = Object.entries(clients).find(([name]) => name === provider)?.[1]
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    if (form.get('grant_type') !== 'authorization_code') return 'grant type'
    if (!client || grant?.provider !== provider || grant.clientId !== client.id) return 'unknown or used code'
    const inForm = form.get('client_id') === client.id && form.get('client_secret') === client.secret
    const [id = '', secret = ''] = Buffer.from(/^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '', 'base64')
      .toString()
      .split(':')
      .map((half) => decodeURIComponent(half))
    const inHeader = id === client.id && secret === client.secret
    if (provider === 'vk' ? !inForm : !inHeader) return 'client'
    if (form.get('redirect_uri') !== grant.redirectUri) return 'redirect_uri'
    const verifier = form.get('code_verifier') ?? ''
    if (verifier.length < 43 || createHash('sha256').update(verifier).digest('base64url') !== grant.challenge) return 'code_verifier'
    secrets.add(verifier)
    if (provider === 'vk' && form.get('device_id') !== 'device-1') return 'device_id'
    return undefined
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
  const endpointsOf = (provider: string): ServiceEndpoints => ({
    authorize: `${base}/${provider}/authorize`,
    token: `${base}/${provider}/token`,
    profile: `${base}/${provider}/profile?format=json`,
    ...(provider === 'github' && { emails: `${base}/${provider}/emails` }),
  })
  return {
    base,
    endpoints: { google: endpointsOf('google'), github: endpointsOf('github'), yandex: endpointsOf('yandex'), vk: endpointsOf('vk') },
    complaints,
    secrets,
    /** Sets the person who is signed in at the service. */
    seat: (provider: OauthProvider, profile: Profile, emails?: unknown) => void profiles.set(provider, { profile, emails }),
    fail: (how: Trouble | undefined) => {
      trouble = how
    },
    close: async () => {
      for (const response of quiet) response.destroy()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Returns the token from the place where each service expects it. */
function bearerOf(provider: string, request: IncomingMessage, form: URLSearchParams): string {
  if (provider === 'vk') return form.get('client_id') === clients.vk.id ? (form.get('access_token') ?? '') : ''
  const scheme = provider === 'yandex' ? 'OAuth' : 'Bearer'
  const [given, token = ''] = (request.headers.authorization ?? '').split(' ')
  return given === scheme ? token : ''
}

import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import * as v from 'valibot'
import { type OauthProvider, oauthProviders } from '#app/contract/account/accounts.ts'
import type { OidcId } from '#app/contract/account/oidc-ids.ts'
import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import { fetchWithin } from '../egress/fetch-within.ts'
import type { Env } from '../env.ts'
import type { OidcIssuer } from '../variables/oidc-issuers.ts'
import { type AskService, openAskService } from './ask-service.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { basicOf } from './basic-of.ts'
import { openOidc } from './oidc.ts'
import type { Credentials, OauthClient, Service, ServiceEndpoints } from './service.ts'
import { vk } from './vk.ts'
import { yandex } from './yandex.ts'

/** The configured services. */
export type Oauth = Partial<Record<SignInService, OauthClient>>

/** Labels of the issuers of OpenID Connect, in the order of the configuration. */
export const oidcLabels = (oauth: Oauth): { id: OidcId; label: string }[] =>
  Object.values(oauth).flatMap((client) => (client?.oidc ? [{ id: oidcIdOf(client.oidc), label: client.oidc.label }] : []))

const oidcIdOf = ({ name }: OidcIssuer): OidcId => `oidc-${name}`

const services: Record<OauthProvider, Service> = { google, github, yandex, vk }

export type OpenOauthOptions = {
  env: Env
  /** Base URLs; the services' own by default. */
  endpoints?: Partial<Record<OauthProvider, ServiceEndpoints>>
  /** Timeout of a request in milliseconds. */
  timeout?: number
}

export function openOauth({ env, endpoints = {}, timeout = 10_000 }: OpenOauthOptions): Oauth {
  const oauth: Oauth = {}
  for (const provider of oauthProviders) {
    const credentials = credentialsOf(env, provider)
    const service = services[provider]
    if (!credentials) continue
    const own = endpoints[provider] ?? service.endpoints
    const ask = openAskService({ timeout, send: fetchWithin([own.token, own.profile, own.emails ?? own.profile]) })
    oauth[provider] = openClient({ ...service, endpoints: own }, credentials, ask)
  }
  for (const issuer of env.OIDC_ISSUERS) oauth[oidcIdOf(issuer)] = openOidc(issuer, { timeout })
  return oauth
}

function credentialsOf(env: Env, provider: OauthProvider): Credentials | undefined {
  const keys = {
    google: [env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET],
    github: [env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET],
    yandex: [env.YANDEX_CLIENT_ID, env.YANDEX_CLIENT_SECRET],
    vk: [env.VK_CLIENT_ID, env.VK_CLIENT_SECRET],
  } as const satisfies Record<OauthProvider, unknown>
  const [clientId, clientSecret] = keys[provider]
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}

const tokenSchema = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()) })

function openClient(service: Service, { clientId, clientSecret }: Credentials, ask: AskService): OauthClient {
  const { endpoints, scopes } = service
  return {
    async authorizationUrl({ state, codeVerifier, redirectUri }) {
      const client = new OAuth2Client(clientId, clientSecret, redirectUri)
      return client.createAuthorizationURLWithPKCE(endpoints.authorize, state, CodeChallengeMethod.S256, codeVerifier, [...scopes])
    },
    async fetchProfile(returned) {
      const inForm = service.clientAuth === 'form'
      // The library could do this, but it has no timeout and sends no additional fields.
      const { access_token: token } = await ask(endpoints.token, tokenSchema, {
        method: 'POST',
        headers: inForm ? {} : { authorization: `Basic ${basicOf(clientId, clientSecret)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: returned.code,
          code_verifier: returned.codeVerifier,
          redirect_uri: returned.redirectUri,
          ...(inForm && { client_id: clientId, client_secret: clientSecret }),
          ...service.tokenFields?.(returned),
        }),
      })
      return service.readProfile(token, { ask, endpoints, clientId })
    },
  }
}

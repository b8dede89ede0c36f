import type { OidcIssuer } from '../variables/oidc-issuers.ts'
import type { AskService } from './ask-service.ts'

/** A person's identity at another service. */
export type OauthProfile = {
  /** The service's stable id of the person. */
  subject: string
  /** Trimmed and lower-cased; null if the service does not share it. */
  email: string | null
  /** True only if the service has verified the address. */
  emailVerified: boolean
  name: string | null
  /** The person's groups there, as far as they were asked for. */
  groups?: readonly string[]
}

export type ServiceEndpoints = {
  /** The authorization endpoint. */
  authorize: string
  /** The token endpoint. */
  token: string
  /** The profile endpoint. */
  profile: string
  /** The endpoint for addresses, if it is separate. */
  emails?: string
}

export type Credentials = { clientId: string; clientSecret: string }

/** Parameters of the callback needed to exchange the code. */
export type OauthReturn = {
  code: string
  codeVerifier: string
  redirectUri: string
  state: string
  deviceId: string | undefined
  nonce: string
  issuer: string | undefined
}

/** A configured sign-in service. */
export type OauthClient = {
  /** The URL of the service's sign-in page. */
  authorizationUrl(options: { state: string; codeVerifier: string; nonce: string; redirectUri: string }): Promise<URL>
  /** Returns the identity. Throws `ServiceError`. */
  fetchProfile(returned: OauthReturn): Promise<OauthProfile>
  /** The settings of an issuer of OpenID Connect. */
  oidc?: OidcIssuer
  /** Reads the description of an issuer. Throws `ServiceError`. */
  check?(): Promise<void>
  /** The page of an issuer that ends its own session and leads back; null if it has none. Throws `ServiceError`. */
  signOutUrl?(options: { returnUrl: string }): Promise<URL | null>
}

/** The specifics of a service; all share the code flow with PKCE. */
export type Service = {
  endpoints: ServiceEndpoints
  scopes: readonly string[]
  /** Client authentication at the token endpoint: HTTP Basic or form fields. */
  clientAuth: 'basic' | 'form'
  /** Non-standard form fields. */
  tokenFields?(returned: OauthReturn): Record<string, string>
  readProfile(token: string, context: { ask: AskService; endpoints: ServiceEndpoints; clientId: string }): Promise<OauthProfile>
}

import type { AskService } from './ask-service.ts'

/** Who a person is at another service. */
export type OauthProfile = {
  /** The service's own, unchanging name for the person. */
  subject: string
  /** Trimmed and lower-cased; null when the service gives none away. */
  email: string | null
  /** True only where the service vouches that the address is theirs. */
  emailVerified: boolean
  name: string | null
}

export type ServiceEndpoints = {
  /** The page a person is sent to. */
  authorize: string
  /** Trades a code for a token. */
  token: string
  /** Tells who the token's person is. */
  profile: string
  /** Their addresses, where those are asked for apart. */
  emails?: string
}

export type Credentials = { clientId: string; clientSecret: string }

/** What comes back with a person, as far as it is needed to trade the code. */
export type OauthReturn = { code: string; codeVerifier: string; redirectUri: string; state: string; deviceId: string | undefined }

/** What is particular to one service; everything else is the code flow with PKCE that they share. */
export type Service = {
  endpoints: ServiceEndpoints
  scopes: readonly string[]
  /** How the client proves itself where it trades a code: by HTTP Basic, or by fields of the form. */
  clientAuth: 'basic' | 'form'
  /** Fields of that form beyond the standard. */
  tokenFields?(returned: OauthReturn): Record<string, string>
  readProfile(token: string, context: { ask: AskService; endpoints: ServiceEndpoints; clientId: string }): Promise<OauthProfile>
}

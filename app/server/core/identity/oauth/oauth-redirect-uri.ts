import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import { config } from '#config'

/** The callback URL, registered at the service letter for letter. */
export function oauthRedirectUri(siteUrl: string, provider: SignInService): string {
  return `${siteUrl}${config.api.basePath}/v1/auth/oauth/${provider}/callback`
}

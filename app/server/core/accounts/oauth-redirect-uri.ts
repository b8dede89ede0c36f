import type { OauthProvider } from '#app/contract/accounts.ts'
import { config } from '#config'

/** Where a service sends people back to; it must be registered there letter for letter. */
export function oauthRedirectUri(siteUrl: string, provider: OauthProvider): string {
  return `${siteUrl}${config.api.basePath}/v1/auth/oauth/${provider}/callback`
}

import type { Env } from '../env.ts'

/**
 * Where links in mails lead, without a slash at the end. Never taken from a request: whoever asks for somebody else's new password
 * chooses its Host header, and would be mailed their token.
 */
export function siteUrl(env: Pick<Env, 'PUBLIC_URL' | 'PORT'>): string {
  return (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
}

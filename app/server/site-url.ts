import type { Env } from './env.ts'

/**
 * Where people reach the app, without a slash at the end: links in mails and the way back from other services begin with it. Never
 * taken from a request: whoever asks for somebody else's new password chooses its Host header, and would be mailed their token.
 */
export function siteUrl(env: Pick<Env, 'PUBLIC_URL' | 'PORT'>): string {
  return (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
}

import type { Env } from './env.ts'

/**
 * Returns the public URL of the app, without a trailing slash, for emails and OAuth callbacks. It never comes from a request: a person who
 * requests another one's password reset could set the Host header and receive the token.
 */
export function siteUrl(env: Pick<Env, 'PUBLIC_URL' | 'PORT'>): string {
  return (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/(?<!\/)\/+$/, '')
}

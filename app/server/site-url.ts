import type { Env } from './env.ts'

/**
 * The public URL of the app, without a trailing slash, for emails and OAuth callbacks. Never taken from a request: a requester of somebody
 * else's password reset could set the Host header and receive the token.
 */
export function siteUrl(env: Pick<Env, 'PUBLIC_URL' | 'PORT'>): string {
  return (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
}

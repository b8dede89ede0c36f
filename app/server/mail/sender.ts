import { config } from '#config'
import type { Env } from '../env.ts'
import { siteUrl } from '../site-url.ts'

/** The `From` header. */
export function senderOf(env: Pick<Env, 'MAIL_FROM' | 'PUBLIC_URL' | 'PORT'>): string {
  return env.MAIL_FROM ?? `${config.name} <no-reply@${new URL(siteUrl(env)).hostname}>`
}

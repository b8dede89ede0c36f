import { EnvError } from './env-error.ts'

const pairs = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['YANDEX_CLIENT_ID', 'YANDEX_CLIENT_SECRET'],
  ['VK_CLIENT_ID', 'VK_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET_KEY'],
] as const

/** Refuses a variable that has no effect without the other of its pair. */
export function requirePairs(env: Partial<Record<(typeof pairs)[number][number], string | undefined>>): void {
  for (const [id, secret] of pairs) {
    const [missing, present] = env[id] ? [secret, id] : [id, secret]
    if (env[present] && !env[missing]) throw new EnvError(`${missing} must be set together with ${present}.`)
  }
}

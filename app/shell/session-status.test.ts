import { expect, test } from 'vitest'
import type { User } from '#app/contract/accounts.ts'
import { settledStatusOf, statusOf } from './session-status.ts'

const user: User = {
  id: '019a0000-0000-7000-8000-000000000001',
  email: 'vera@example.org',
  name: null,
  locale: 'en',
  created_at: '2026-11-01T10:00:00.000Z',
  email_verified: true,
  free_tokens_barred: null,
  avatar_url: null,
  has_password: true,
  time_zone: null,
  currency: null,
  mail_when_done: false,
  referral_code: 'VERA',
  available: 100,
  held: 0,
}

test.each([
  [true, user, 'loading', 'authenticated'],
  [true, null, 'loading', 'unauthenticated'],
  [false, user, 'authenticated', 'authenticated'],
  [false, null, 'unauthenticated', 'unauthenticated'],
] as const)(
  'a running fetch: %s, data: %o → status %s; the second reading, which never says loading: %s',
  (isFetching, user, status, settled) => {
    expect(statusOf({ isFetching, user })).toBe(status)
    expect(settledStatusOf({ user })).toBe(settled)
  },
)

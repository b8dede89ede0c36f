import type { User } from '#app/contract/account/accounts.ts'

/** A signed-in person as pages see them. */
export const ann: User = {
  id: '019a0000-0000-7000-8000-000000000001',
  email: 'ann@example.com',
  name: null,
  role: 'member',
  locale: 'en',
  created_at: '2026-01-01T00:00:00.000Z',
  email_verified: true,
  free_tokens_barred: null,
  avatar_url: null,
  has_password: true,
  time_zone: null,
  currency: null,
  mail_when_done: false,
  mail_when_asked: true,
  open_requests: 0,
  open_calls: 0,
  referral_code: 'ann',
  available: 100,
  held: 0,
}

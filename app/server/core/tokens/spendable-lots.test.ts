import { expect, test } from 'vitest'
import { needsBoughtTokens } from './spendable-lots.ts'

test.each([
  { rule: 'connected', unbilled: true, emailVerified: false, bought: false },
  { rule: 'connected', unbilled: false, emailVerified: false, bought: true },
  { rule: 'connected', unbilled: false, emailVerified: true, bought: false },
  { rule: 'all', unbilled: true, emailVerified: false, bought: true },
  { rule: 'all', unbilled: false, emailVerified: false, bought: true },
  { rule: 'all', unbilled: true, emailVerified: true, bought: false },
  { rule: 'none', unbilled: false, emailVerified: false, bought: false },
] as const)(
  'only bought tokens pay with $rule, unbilled $unbilled and emailVerified $emailVerified: $bought',
  ({ rule, bought, ...account }) => {
    expect(needsBoughtTokens(rule, account)).toBe(bought)
  },
)

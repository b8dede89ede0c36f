import { expect, test } from 'vitest'
import { needsBoughtTokens } from './spendable-lots.ts'

test.each([
  { rule: 'connected', builtIn: true, emailVerified: false, bought: false },
  { rule: 'connected', builtIn: false, emailVerified: false, bought: true },
  { rule: 'connected', builtIn: false, emailVerified: true, bought: false },
  { rule: 'all', builtIn: true, emailVerified: false, bought: true },
  { rule: 'all', builtIn: false, emailVerified: false, bought: true },
  { rule: 'all', builtIn: true, emailVerified: true, bought: false },
  { rule: 'none', builtIn: false, emailVerified: false, bought: false },
] as const)(
  'only bought tokens pay with $rule, builtIn $builtIn and emailVerified $emailVerified: $bought',
  ({ rule, bought, ...account }) => {
    expect(needsBoughtTokens(rule, account)).toBe(bought)
  },
)

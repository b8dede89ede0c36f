import { expect, test } from 'vitest'
import { needsBoughtTokens } from './spendable-lots.ts'

test.each([
  { rule: 'connected', unbilled: true, trusted: false, bought: false },
  { rule: 'connected', unbilled: false, trusted: false, bought: true },
  { rule: 'connected', unbilled: false, trusted: true, bought: false },
  { rule: 'all', unbilled: true, trusted: false, bought: true },
  { rule: 'all', unbilled: false, trusted: false, bought: true },
  { rule: 'all', unbilled: true, trusted: true, bought: false },
  { rule: 'none', unbilled: false, trusted: false, bought: false },
] as const)('only bought tokens pay with $rule, unbilled $unbilled and trusted $trusted: $bought', ({ rule, bought, ...account }) => {
  expect(needsBoughtTokens(rule, account)).toBe(bought)
})

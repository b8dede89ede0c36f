import { expect, test } from 'vitest'
import { priceOf } from './price.ts'

const perSecond = { base: 0, per: { measure: 'duration', every: 1, tokens: 3 } } as const

test('a begun unit is paid whole', () => {
  const rule = { base: 2, per: { measure: 'prompt_characters', every: 250, tokens: 1 } } as const
  expect(priceOf(rule, { prompt: 'a'.repeat(250), options: {} })).toBe(3)
  expect(priceOf(rule, { prompt: 'a'.repeat(251), options: {} })).toBe(4)
  expect(priceOf(rule, { prompt: '', options: {} })).toBe(3)
})

test('characters are counted as people count them, not as UTF-16 units', () => {
  expect(priceOf({ base: 0, per: { measure: 'prompt_characters', every: 1, tokens: 1 } }, { prompt: '🎻🎻', options: {} })).toBe(2)
})

test('a price by duration follows the option', () => {
  expect(priceOf(perSecond, { prompt: 'x', options: { duration: 5 } })).toBe(15)
})

test.each([
  ['negative', { base: -1, per: null }, {}],
  ['fractional', { base: 0.5, per: null }, {}],
  ['not a number', { base: Number.NaN, per: null }, {}],
  ['infinite', { base: Number.POSITIVE_INFINITY, per: null }, {}],
  ['infinite for its measure', perSecond, { duration: Number.POSITIVE_INFINITY }],
  ['missing its measure', perSecond, {}],
] as const)('a price that is %s is refused', (_what, rule, options) => {
  expect(() => priceOf(rule, { prompt: 'x', options })).toThrow(RangeError)
})

import { expect, test } from 'vitest'
import { soldCurrencies } from './currencies.ts'
import { minorDigits, payableStep, toMajor, toMinor, writeMajor } from './minor-units.ts'

test('every currency of the shop has the digits of ISO 4217', () => {
  const digitsOf = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
  expect(soldCurrencies.filter((currency) => minorDigits(currency) !== digitsOf(currency))).toEqual([])
})

test.each([
  ['USD', 499, 4.99, '4.99', 1],
  ['JPY', 499, 499, '499', 1],
  ['KWD', 1_250, 1.25, '1.250', 10],
  ['KWD', 2_000, 2, '2', 10],
])('amounts in %s: %d minor units are %d', (currency, minor, major, written, step) => {
  expect(toMajor(minor, currency)).toBe(major)
  expect(toMinor(major, currency)).toBe(minor)
  expect(writeMajor(minor, currency)).toBe(written)
  expect(payableStep(currency)).toBe(step)
})

test('an amount with more digits than its currency is not a number', () => {
  expect([toMinor(4.999, 'USD'), toMinor(0.5, 'JPY'), toMinor(1.2345, 'KWD')]).toEqual([Number.NaN, Number.NaN, Number.NaN])
  expect(toMinor(1_234.56, 'USD')).toBe(123_456)
})

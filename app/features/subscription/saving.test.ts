import { expect, test } from 'vitest'
import { monthOf, yearlySaving } from './saving.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' }) as const

test('the saving of a year is its discount on twelve months', () => {
  expect(yearlySaving(usd(800), usd(8000))).toBeCloseTo(1 / 6)
  expect(monthOf(usd(8000))).toEqual(usd(667))
})

test('no saving is shown when a year costs as much, or the currencies differ', () => {
  expect(yearlySaving(usd(800), usd(9600))).toBeNull()
  expect(yearlySaving(usd(0), usd(0))).toBeNull()
  expect(yearlySaving(usd(800), { amount: 8000, currency: 'RUB' })).toBeNull()
})

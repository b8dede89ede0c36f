import { expect, test } from 'vitest'
import type { ShopSettings } from '#app/contract/money/shop-settings.ts'
import { currenciesIn, placesToMend, readShop, typedShop } from './typed-shop.ts'

const shop: ShopSettings = {
  currencies: ['USD', 'RUB'],
  packs: [{ id: 'small', tokens: 500, price: { USD: 499, RUB: 45_000 } }],
  plans: [{ id: 'solo', tokens_per_month: 1_000, monthly: { USD: 800, RUB: 69_050 }, yearly: { USD: 8_000, RUB: 690_000 } }],
  welcome_grant: 0,
  referral: { inviter: 200, invited: 100 },
}

test('settings are read back as they were written into the fields', () => {
  expect(readShop(typedShop(shop))).toEqual(shop)
})

test('amounts are read with either decimal separator, and other things are named by their place', () => {
  const typed = typedShop(shop)
  const [pack] = typed.packs
  const price = { USD: '1 234,50', RUB: 'free' }
  const read = readShop({ ...typed, invited: '-1', packs: pack ? [{ ...pack, tokens: '0', price }] : [] })
  expect(read.packs[0]?.price.USD).toBe(123_450)
  expect(placesToMend(read)).toEqual(['settings.packs.0.tokens', 'settings.packs.0.price.RUB', 'settings.referral.invited'])
})

test('amounts have the digits of their currency', () => {
  const price = { JPY: 1_200, KWD: 1_250 }
  const abroad = { ...shop, currencies: ['JPY', 'KWD'], packs: [{ id: 'small', tokens: 500, price }], plans: [] }
  const typed = typedShop(abroad)
  expect(typed.packs[0]?.price).toEqual({ JPY: '1200', KWD: '1.250' })
  expect(readShop(typed)).toEqual(abroad)
  const [pack] = typed.packs
  const mistyped = readShop({ ...typed, packs: pack ? [{ ...pack, price: { JPY: '12.5', KWD: '1,2' } }] : [] })
  expect(mistyped.packs[0]?.price.KWD).toBe(1_200)
  expect(placesToMend(mistyped)).toEqual(['settings.packs.0.price.JPY'])
})

test('currencies are read once each, in any case', () => {
  expect(currenciesIn(' usd;eur, USD ')).toEqual(['USD', 'EUR'])
})

import { expect, test } from 'vitest'
import { config } from '#config'
import { type ShopConfig, ShopError, checkShop } from './check-shop.ts'

const shop: ShopConfig = config
const [pack] = config.packs
const [plan] = config.plans

test('the shop as configured can be sold', () => {
  expect(() => checkShop(shop)).not.toThrow()
})

test.each<[string, Partial<ShopConfig>, string]>([
  ['negative', { packs: [{ ...pack, price: { USD: -5, RUB: 100 } }] }, 'packs "pack-500" price.USD'],
  ['fractional', { packs: [{ ...pack, price: { USD: 4.99, RUB: 100 } }] }, 'is 4.99'],
  [
    'missing',
    { plans: [{ ...plan, yearly: { USD: 1 } }] },
    'plans "solo" yearly.RUB (in minor units) must be a whole number above zero, and is undefined',
  ],
  ['no number', { plans: [{ ...plan, monthly: { USD: Number.NaN, RUB: 1 } }] }, 'is NaN'],
  ['nothing', { packs: [{ ...pack, price: { USD: 0, RUB: 1 } }] }, 'is 0'],
  ['for no tokens', { packs: [{ ...pack, tokens: 0 }] }, 'packs "pack-500" tokens'],
  ['named twice', { packs: [pack, pack] }, 'packs must not use an id twice'],
  ['a reward below nothing', { referral: { reward: { inviter: -1, invited: 0 } } }, 'referral.reward.inviter'],
])('a price that is %s stops the start and is named', (_what, change, words) => {
  expect(() => checkShop({ ...shop, ...change })).toThrow(ShopError)
  expect(() => checkShop({ ...shop, ...change })).toThrow(words)
})

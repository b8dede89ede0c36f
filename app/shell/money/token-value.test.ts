import { describe, expect, test } from 'vitest'
import type { Kind } from '#app/contract/base/values.ts'
import type { Model, PriceRule } from '#app/contract/runs/models.ts'
import { currencyOf, priceIn, pricePer100, yieldsOf } from './token-value.ts'

function model(type: Kind, price: PriceRule, rest: Partial<Model> = {}): Model {
  return {
    id: `test/${type}`,
    name: type,
    type,
    provider: 'test',
    description: '',
    price,
    options: { type: 'object', properties: {}, additionalProperties: false },
    inputs: [],
    history: false,
    prompt: { placeholder: '', max_length: 1000, examples: [] },
    available: true,
    unavailable_reason: null,
    measured: null,
    ...rest,
  }
}

describe('prices', () => {
  test('prices of 100 tokens are rounded to the minor unit', () => {
    expect(pricePer100({ amount: 1200, currency: 'USD' }, 1500)).toEqual({ amount: 80, currency: 'USD' })
    expect(pricePer100({ amount: 319_000, currency: 'RUB' }, 5000)).toEqual({ amount: 6380, currency: 'RUB' })
    expect(pricePer100({ amount: 1000, currency: 'USD' }, 300).amount).toBe(333)
  })

  test('prices are in the requested currency, or in the one there is', () => {
    const dollars = { amount: 500, currency: 'USD' } as const
    const roubles = { amount: 45_000, currency: 'RUB' } as const
    expect(priceIn([dollars, roubles], currencyOf('ru'))).toBe(roubles)
    expect(priceIn([dollars], 'RUB')).toBe(dollars)
    expect(priceIn([], 'USD')).toBeUndefined()
  })
})

describe('yieldsOf', () => {
  test('yieldsOf takes the cheapest available model of each kind', () => {
    const models = [
      model('image', { base: 8, per: null }),
      model('image', { base: 4, per: null }),
      model('image', { base: 1, per: null }, { available: false }),
      model('video', { base: 0, per: { measure: 'duration', every: 1, tokens: 3 } }),
    ]
    expect(yieldsOf(500, models)).toEqual([
      { kind: 'video', unit: 'second', amount: 166 },
      { kind: 'image', unit: 'piece', amount: 125 },
    ])
  })

  test('yieldsOf spreads a base price over the model’s usual length', () => {
    const options: Model['options'] = {
      type: 'object',
      properties: { duration: { type: 'integer', title: 'Length', minimum: 1, maximum: 60, default: 20 } },
      additionalProperties: false,
    }
    expect(yieldsOf(100, [model('audio', { base: 5, per: { measure: 'duration', every: 10, tokens: 10 } }, { options })])).toEqual([
      { kind: 'audio', unit: 'second', amount: 80 },
    ])
  })

  test('yieldsOf counts started thousands of a prompt’s characters', () => {
    expect(yieldsOf(10, [model('text', { base: 1, per: { measure: 'prompt_characters', every: 300, tokens: 1 } })])).toEqual([
      { kind: 'text', unit: 'piece', amount: 2 },
    ])
  })

  test('yieldsOf states a length where a kind has both prices', () => {
    const models = [
      model('audio', { base: 1, per: { measure: 'prompt_characters', every: 1000, tokens: 1 } }),
      model('audio', { base: 0, per: { measure: 'duration', every: 10, tokens: 10 } }),
    ]
    expect(yieldsOf(100, models)).toEqual([{ kind: 'audio', unit: 'second', amount: 100 }])
  })

  test('yieldsOf leaves out free, unavailable and unaffordable kinds', () => {
    expect(
      yieldsOf(10, [
        model('text', { base: 0, per: null }),
        model('image', { base: 11, per: null }),
        model('video', { base: 1, per: null }, { available: false }),
      ]),
    ).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import type { Model, OptionSchema } from '#app/contract/runs/models.ts'
import { sharedInputs, sharedOptions } from './shared-options.ts'

const of = (properties: Record<string, OptionSchema>) => ({
  options: { type: 'object' as const, properties, additionalProperties: false as const },
})
const choice = (...values: string[]): OptionSchema => ({ type: 'string', title: 'Choice', enum: values, default: values[0] ?? '' })
const range = (minimum: number, maximum: number, multipleOf = 1, preset = minimum): OptionSchema => ({
  type: 'integer',
  title: 'Range',
  minimum,
  maximum,
  multipleOf,
  default: preset,
})
const seed: OptionSchema = { type: 'integer', title: 'Seed', minimum: 0, maximum: 9, 'x-control': 'seed' }

describe('the options of several models', () => {
  test.each([
    ['choices in common', choice('a', 'b', 'c'), choice('c', 'b'), { enum: ['b', 'c'], default: 'b' }],
    ['fewer than two choices', choice('a', 'b'), choice('b', 'c'), undefined],
    ['a range in common', range(1, 15, 1, 6), range(4, 8, 2, 8), { minimum: 4, maximum: 8, multipleOf: 2, default: 6 }],
    ['ranges apart', range(1, 3), range(4, 8), undefined],
    ['ranges whose steps do not meet', range(1, 15, 2), range(4, 8, 2), undefined],
    ['another type', choice('1', '2'), range(1, 2), undefined],
    ['a seed', seed, seed, undefined],
  ])('%s: what all accept is shared', (_name, one, other, shared) => {
    const { properties } = sharedOptions([of({ option: one }), of({ option: other })])
    if (shared) expect(properties.option).toMatchObject(shared)
    else expect(properties).toEqual({})
  })

  test('an option that one of three models lacks is not shared', () => {
    const one = of({ option: choice('a', 'b') })
    expect(sharedOptions([one, one, of({})]).properties).toEqual({})
    expect(Object.keys(sharedOptions([one, one, one]).properties)).toEqual(['option'])
  })
})

test('files are shared by role and kind, as many as the strictest model takes', () => {
  const model = (inputs: Model['inputs']) => ({ inputs })
  const many = model([
    { role: 'reference', types: ['image', 'audio'], max: 4 },
    { role: 'mask', types: ['image'], max: 1 },
  ])
  const few = model([
    { role: 'reference', types: ['image'], max: 2 },
    { role: 'mask', types: ['image'], max: 1 },
  ])
  expect(sharedInputs([many, few])).toMatchObject([{ role: 'reference', types: ['image'], max: 2 }])
  expect(sharedInputs([many, model([])])).toEqual([])
})

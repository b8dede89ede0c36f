import { expect, test } from 'vitest'
import type { OptionsSchema } from '#app/contract/runs/models.ts'
import { accepts, acceptsAll, defaultOptions, fitOptions, isSeed, setOption } from './option-values.ts'

const schema: OptionsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    aspect: { type: 'string', title: 'Aspect ratio', enum: ['1:1', '16:9'], default: '1:1', 'x-control': 'ratio' },
    duration: { type: 'integer', title: 'Length', minimum: 2, maximum: 12, default: 6, 'x-unit': 'second' },
    seed: { type: 'integer', title: 'Seed', minimum: 0, maximum: 100, 'x-control': 'seed' },
    loop: { type: 'boolean', title: 'Loop', default: true },
    without: { type: 'string', title: 'Exclude', maxLength: 5, default: '', 'x-control': 'text' },
  },
}

test('an untouched form sends every default and leaves the seed to the server', () => {
  expect(defaultOptions(schema)).toEqual({ aspect: '1:1', duration: 6, loop: true, without: '' })
})

test('stored values are used where the model accepts them', () => {
  expect(fitOptions(schema, { aspect: '16:9', duration: 40, seed: 7, loop: 'yes', without: 'людей', gone: 1 })).toEqual({
    aspect: '16:9',
    duration: 6,
    seed: 7,
    loop: true,
    without: 'людей',
  })
})

test.each([
  [{}, true],
  [{ aspect: '16:9', duration: 12, loop: false }, true],
  [{ aspect: '4:3', duration: 12 }, false],
  [{ aspect: '16:9', gone: 1 }, false],
])('whether the model still accepts all of %j is %s', (values, expected) => {
  expect(acceptsAll(schema, values)).toBe(expected)
})

test.each([
  ['aspect', '4:3'],
  ['duration', 1],
  ['duration', 2.5],
  ['duration', Number.NaN],
  ['loop', 1],
  ['without', 'people'],
  ['without', 1],
])('%s does not accept %s', (name, value) => {
  const property = schema.properties[name]
  expect(property && accepts(property, value)).toBe(false)
})

test('an option can be set and reset', () => {
  expect(setOption({ duration: 6 }, 'seed', 7)).toEqual({ duration: 6, seed: 7 })
  expect(setOption({ duration: 6, seed: 7 }, 'seed', undefined)).toEqual({ duration: 6 })
})

test('only the seed is drawn as a seed', () => {
  expect(Object.entries(schema.properties).flatMap(([name, property]) => (isSeed(property) ? [name] : []))).toEqual(['seed'])
})

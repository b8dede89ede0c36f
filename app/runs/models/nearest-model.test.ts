import { expect, test } from 'vitest'
import type { Model, OptionsSchema } from '#app/contract/runs/models.ts'
import { affordable, nearestModel, usualPrice } from './nearest-model.ts'

const properties = (of: OptionsSchema['properties']): OptionsSchema => ({ type: 'object', properties: of, additionalProperties: false })
const seconds = properties({ duration: { type: 'integer', title: 'Length', minimum: 2, maximum: 15, default: 5 } })
const voice = properties({ voice: { type: 'string', title: 'Voice', enum: ['a'], default: 'a' } })

const model = (id: string, overrides: Partial<Model> = {}): Model => ({
  id,
  name: id,
  type: 'video',
  provider: 'p',
  description: '',
  price: { base: 0, per: { measure: 'duration', every: 1, tokens: 3 } },
  options: seconds,
  inputs: [],
  prompt: { placeholder: '', max_length: 100, examples: [] },
  history: false,
  available: true,
  unavailable_reason: null,
  measured: null,
  ...overrides,
})

test('the usual price is that of an untouched form', () => {
  expect(usualPrice(model('film'))).toBe(15)
  expect(usualPrice(model('flat', { price: { base: 4, per: null } }))).toBe(4)
  expect(usualPrice(model('talk', { price: { base: 0, per: { measure: 'model_tokens', every: 1000, input: 5, output: 10 } } }))).toBe(9)
})

test('the nearest model takes the same files before it costs the same, and can run', () => {
  const wanted = model('wanted', { inputs: [{ role: 'first_frame', types: ['image'], max: 1 }], available: false })
  const like = model('like', { inputs: wanted.inputs, price: { base: 100, per: null } })
  const resting = model('resting', { inputs: wanted.inputs, available: false })
  expect(nearestModel([wanted, resting, model('cheap'), like], wanted)?.id).toBe('like')
  expect(nearestModel([wanted, model('dear', { price: { base: 90, per: null } }), model('same')], wanted)?.id).toBe('same')
  expect(nearestModel([wanted, resting], wanted)).toBeUndefined()
})

test('a voice is replaced by a voice and not by an orchestra', () => {
  const speech = model('speech', { type: 'audio', options: voice, available: false })
  const music = model('music', { type: 'audio' })
  const other = model('other', { type: 'audio', options: voice, price: { base: 500, per: null } })
  expect(nearestModel([speech, music, other], speech)?.id).toBe('other')
})

test('a film is shortened to the available tokens, down to its minimum', () => {
  expect(affordable(model('film'), { duration: 10 }, 30, 20)).toMatchObject({ name: 'duration', value: 6 })
  // The large picture had doubled the price.
  expect(affordable(model('film'), { duration: 10 }, 60, 20)).toMatchObject({ value: 3 })
  expect(affordable(model('film'), { duration: 10 }, 30, 5)).toBeUndefined()
  expect(affordable(model('film'), { duration: 10 }, 30, 30)).toBeUndefined()
  expect(affordable(model('flat', { price: { base: 4, per: null } }), {}, 4, 1)).toBeUndefined()
})

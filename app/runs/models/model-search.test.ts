import { expect, test } from 'vitest'
import type { Model } from '#app/contract/runs/models.ts'
import { type ModelSearch, searchModels } from './model-search.ts'

const all: ModelSearch = { query: '', provider: null, takes: null, order: 'given' }
const model = (id: string, tokens: number, wait: number | null, overrides: Partial<Model> = {}): Model => ({
  id,
  name: `Model ${id}`,
  type: 'image',
  provider: 'sketch',
  description: 'Draws landscapes',
  price: { base: tokens, per: null },
  options: { type: 'object', properties: {}, additionalProperties: false },
  inputs: [],
  prompt: { placeholder: '', max_length: 100, examples: [] },
  history: false,
  available: true,
  unavailable_reason: null,
  measured: wait === null ? null : { wait_p50_ms: wait, wait_p95_ms: wait, success_rate: 1, run_ms_per_unit: null, usual_run_ms: null },
  ...overrides,
})
const models = [
  model('dear', 40, 900),
  model('gone', 1, 1, { available: false }),
  model('new', 20, null, { provider: 'replicate', description: 'Рисует ёлки' }),
  model('cheap', 4, 3_000, { inputs: [{ role: 'source', types: ['image'], max: 1 }] }),
]
const found = (search: Partial<ModelSearch>) => searchModels(models, { ...all, ...search }).map(({ id }) => id)

test('unavailable models come last in every order', () => {
  expect(found({})).toEqual(['dear', 'new', 'cheap', 'gone'])
  expect(found({ order: 'price' })).toEqual(['cheap', 'new', 'dear', 'gone'])
})

test('sorted by wait, unmeasured models follow the measured ones', () => {
  expect(found({ order: 'wait' })).toEqual(['dear', 'cheap', 'new', 'gone'])
})

test('all words must match, in any field, case and spelling of ё', () => {
  expect(found({ query: 'LANDscapes dear' })).toEqual(['dear'])
  expect(found({ query: 'елки' })).toEqual(['new'])
  expect(found({ query: 'no such' })).toEqual([])
})

test('the filters for provider and inputs are combined', () => {
  expect(found({ provider: 'replicate' })).toEqual(['new'])
  expect(found({ takes: 'image' })).toEqual(['cheap'])
  expect(found({ takes: 'image', provider: 'replicate' })).toEqual([])
})

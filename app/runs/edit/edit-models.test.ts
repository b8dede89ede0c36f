import { expect, test } from 'vitest'
import type { Model } from '#app/contract/runs/models.ts'
import { extending, instructed, nearestAspect } from './edit-models.ts'
import { sidesFor } from './use-frame.ts'

type Given = Partial<Pick<Model, 'provider' | 'task' | 'available'>> & { roles: Model['inputs'][number]['role'][]; required?: boolean }

const model = (id: string, { roles, required = false, ...rest }: Given): Model => ({
  id,
  name: id,
  type: 'image',
  provider: 'a-service',
  description: '',
  price: { base: 1, per: null },
  options: {
    type: 'object',
    properties: { aspect: { type: 'string', title: 'Aspect ratio', enum: ['1:1', '3:2', '2:3'], default: '1:1' } },
    additionalProperties: false,
  },
  inputs: roles.map((role) => ({ role, types: ['image'], max: 1, ...(required && { required }) })),
  history: false,
  prompt: { placeholder: '', max_length: 100, examples: [] },
  available: true,
  unavailable_reason: null,
  measured: null,
  ...rest,
})

const sketch = model('sketch', { provider: 'sketch', roles: ['source'] })
const fill = model('fill', { roles: ['source', 'mask'], required: true })
const edit = model('edit', { roles: ['source', 'mask'] })
const expand = model('expand', { roles: ['source'], required: true, task: 'extend' })
const off = model('off', { roles: ['source', 'mask'], available: false })

test('changes in words go to a model of a service that needs no mask, otherwise to the built-in one', () => {
  expect(instructed([sketch, expand, fill, off, edit])?.id).toBe('edit')
  expect(instructed([sketch, expand, fill])?.id).toBe('sketch')
  expect(instructed([fill, off])).toBeUndefined()
})

test('an image is extended by models made for it, then by those that repaint a selection', () => {
  expect(extending([sketch, fill, off, edit, expand]).map(({ id }) => id)).toEqual(['expand', 'fill', 'edit'])
})

test('a shape is reached by adding on both sides, never by cutting', () => {
  const picture = { width: 1_000, height: 1_000 }
  expect(sidesFor(picture, 16 / 9, 2_000)).toEqual({ left: 389, right: 389, up: 0, down: 0 })
  expect(sidesFor(picture, 9 / 16, 2_000)).toEqual({ left: 0, right: 0, up: 389, down: 389 })
  expect(sidesFor(picture, 10, 2_000)).toEqual({ left: 2_000, right: 2_000, up: 0, down: 0 })
  expect(nearestAspect(edit, 16 / 9)).toEqual({ aspect: '3:2' })
})

import { expect, test } from 'vitest'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { addInput, changeRole, fitInputs, moveInput, openInputs, rolesFor } from './fit-inputs.ts'

const model: Pick<Model, 'inputs'> = {
  inputs: [
    { role: 'reference', types: ['image'], max: 2 },
    { role: 'source', types: ['image', 'text'], max: 1 },
  ],
}
const input = (id: number, role: GenerationInput['role']): GenerationInput => ({ upload_id: `upload-${id}`, role })

test('a model gets the inputs it accepts, up to its limits', () => {
  const inputs = [input(1, 'reference'), input(2, 'first_frame'), input(3, 'reference'), input(4, 'reference'), input(5, 'source')]
  expect(fitInputs(model, inputs)).toEqual([inputs[0], inputs[2], inputs[4]])
  expect(fitInputs({ inputs: [] }, inputs)).toEqual([])
})

test('the roles of a file follow from its kind', () => {
  expect(rolesFor(model, 'image')).toEqual(['reference', 'source'])
  expect(rolesFor(model, 'text')).toEqual(['source'])
  expect(rolesFor(model, 'video')).toEqual([])
})

test('a role is open until it is full', () => {
  expect(openInputs(model, [input(1, 'reference'), input(2, 'source')]).map(({ role }) => role)).toEqual(['reference'])
  expect(openInputs(model, [input(1, 'reference'), input(2, 'reference'), input(3, 'source')])).toEqual([])
})

test('the newest input replaces the oldest one in a full role', () => {
  const full = [input(1, 'reference'), input(2, 'reference')]
  expect(addInput(model, full, input(3, 'reference'))).toEqual([input(2, 'reference'), input(3, 'reference')])
  expect(addInput(model, full, input(3, 'source'))).toEqual([...full, input(3, 'source')])
})

test('changing an input to a full role swaps the two roles', () => {
  const [one, two] = [input(1, 'reference'), input(2, 'source')]
  expect(changeRole(model, [one, two], one, 'source')).toEqual([input(1, 'source'), input(2, 'reference')])
  expect(changeRole(model, [one], one, 'source')).toEqual([input(1, 'source')])
})

test('an input moves past its neighbours of the same role, and not out of the row', () => {
  const row = [input(1, 'reference'), input(2, 'source'), input(3, 'reference')]
  const [first, source, third] = row
  if (!first || !source || !third) throw new Error('three were made')
  expect(moveInput(row, third, -1)).toEqual([third, source, first])
  expect(moveInput(row, third, 1)).toEqual(row)
  expect(moveInput(row, first, -1)).toEqual(row)
})

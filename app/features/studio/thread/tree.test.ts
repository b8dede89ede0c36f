import { expect, test } from 'vitest'
import { pathOf } from './tree.ts'

const turn = (id: string, parent_id: string | null = null) => ({ id, parent_id })
const shown = (turns: Parameters<typeof pathOf>[0], chosen?: string) =>
  pathOf(turns, chosen).map(({ turn: { id }, siblings, index }) => `${id} ${index + 1}/${siblings.length}`)

//  1 ─ 2 ─ 3
//   ╲  ╲ 5
//    4 ─ 6
const branched = [turn('6', '4'), turn('5', '2'), turn('4', '1'), turn('3', '2'), turn('2', '1'), turn('1')]

test('a conversation without branches is shown from its beginning to its end', () => {
  expect(shown([turn('3', '2'), turn('2', '1'), turn('1')])).toEqual(['1 1/1', '2 1/1', '3 1/1'])
  expect(shown([])).toEqual([])
})

test('the path leads to the newest turn', () => {
  expect(shown(branched)).toEqual(['1 1/1', '4 2/2', '6 1/1'])
})

test('the path contains the chosen turn and continues to the newest one', () => {
  expect(shown(branched, '2')).toEqual(['1 1/1', '2 1/2', '5 2/2'])
  expect(shown(branched, '3')).toEqual(['1 1/1', '2 1/2', '3 1/2'])
  expect(shown(branched, 'gone')).toEqual(shown(branched))
})

test('several first turns are siblings', () => {
  expect(shown([turn('1'), turn('2'), turn('3', '1')])).toEqual(['1 1/2', '3 1/1'])
})

test('turns after a deleted one are kept', () => {
  expect(shown([turn('3', '2'), turn('1')], '3')).toEqual(['3 2/2'])
})

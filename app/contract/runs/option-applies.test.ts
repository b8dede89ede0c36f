import { expect, test } from 'vitest'
import { optionApplies } from './option-applies.ts'

test.each([
  [{}, {}, true],
  [{ 'x-when': { option: 'sound', in: ['narration', 'both'] } }, { sound: 'both' }, true],
  [{ 'x-when': { option: 'sound', in: ['narration', 'both'] } }, { sound: 'music' }, false],
  [{ 'x-when': { option: 'sound', in: ['narration', 'both'] } }, {}, false],
  [{ 'x-when': { option: 'loop', in: [true] } }, { loop: true }, true],
  [{ 'x-when': { option: 'loop', in: [true] } }, { loop: false }, false],
  [{ 'x-when': { option: 'duration', in: [8] } }, { duration: 8 }, true],
  [{ 'x-when': { option: 'duration', in: [8] } }, { duration: 4 }, false],
])('%j has an effect next to %j: %s', (schema, values, applies) => {
  expect(optionApplies(schema, values)).toBe(applies)
})

import { expect, test } from 'vitest'
import { day, oneOf, position, searchParams, text, time, uuid } from './search-params.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

test.each([
  [oneOf('a', 'b'), ['a', 'b'], ['c', '', null, undefined, 1]],
  [oneOf(7, 30), [7, 30], ['7', 8]],
  [oneOf(true), [true], [false, 'true', 1]],
  [text(3), ['', 'abc'], ['abcd', 1, undefined, ['a']]],
  [text(9, /^[\w-]*$/), ['', 'a-b_c'], ['a b']],
  [uuid, [id, id.toUpperCase()], ['', 'x', `${id}0`, `${id.slice(0, -1)}g`]],
  [day, ['2026-02-28', '2028-02-29'], ['2026-02-29', '2026-2-1', '2026-02-28T00:00', 20_260_228]],
  [time, ['2026-02-28T10:00:00.000Z', '2026-02-28T10:00+03:00'], ['2026-02-28', '2026-99-99T10:00:00Z', 'now']],
  [position, [0, 12], [-1, 0.5, '1', Number.NaN]],
])('parameter %#: valid values are kept, others are ignored', (read, valid, invalid) => {
  expect(valid.map((value) => read(value))).toEqual(valid)
  expect(invalid.map((value) => read(value))).toEqual(invalid.map(() => undefined))
})

test('invalid values and unknown names are left out', () => {
  const read = searchParams({ kind: oneOf('image', 'text'), q: text(10), item: uuid })
  expect(read({ kind: 'image', q: 'a'.repeat(11), item: id, other: 1 })).toEqual({ kind: 'image', item: id })
  expect(read({})).toEqual({})
})

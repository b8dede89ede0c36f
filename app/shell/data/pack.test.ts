import { array, assert, json, property } from 'fast-check'
import { expect, test } from 'vitest'
import { pack, toPacked, unpack } from './pack.ts'

test('packed data is the same after it is unpacked', () => {
  assert(
    property(json(), (text) => {
      expect(unpack(JSON.parse(toPacked(JSON.parse(text))))).toEqual(JSON.parse(text))
    }),
  )
  assert(
    property(array(json()), (texts) => {
      const rows = texts.map((text, index) => ({ index, title: null, shared: false, own: [JSON.parse(text)] }))
      expect(unpack(JSON.parse(pack({ pages: [{ items: rows, next_cursor: null }] })))).toEqual({
        pages: [{ items: rows, next_cursor: null }],
      })
    }),
  )
})

test('keys and values that all rows of a list share are written once', () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({
    id: index,
    favorite: false,
    error: null,
    files: [{ width: 640, number: index }],
  }))
  const packed = toPacked(rows)
  for (const once of ['"favorite"', '"error"', '"width"', '640', 'null', 'false']) expect(packed.split(once)).toHaveLength(2)
})

test('a property without a value is left out, as in JSON', () => {
  expect(unpack(JSON.parse(toPacked([{ id: 1, cut: undefined }, { id: 2 }])))).toEqual([{ id: 1 }, { id: 2 }])
})

test('data without repetition is sent as it is', () => {
  const user = { name: 'Ann', locale: 'en' }
  expect(pack(user)).toBe(JSON.stringify([user]))
  for (const data of [user, [], null, 'text', 0]) expect(unpack(JSON.parse(pack(data)))).toEqual(data)
})

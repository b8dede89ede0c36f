import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { packSelection, unpackSelection } from './selection.ts'

describe('the selection in an address', () => {
  test('a selection survives its address, a hundred works in little more than 2,000 characters', () => {
    const ids = Array.from({ length: 100 }, () => uuidv7())
    const packed = packSelection(ids)
    expect(packed).toMatch(/^[\w-]{2100,2200}$/)
    expect(unpackSelection(packed, 100)).toEqual(ids)
    expect(unpackSelection(packSelection([]), 100)).toEqual([])
  })

  test('a selection lists each id once, up to the allowed number', () => {
    const [a, b, c] = [uuidv7(), uuidv7(), uuidv7()]
    expect(unpackSelection(packSelection([a, b, a, c]), 2)).toEqual([a, b])
  })

  test.each(['x', '-', '____', 'A'.repeat(22), 'z'.repeat(4000)])(
    'an address with the selection %j chooses nothing that could break the page',
    (typed) => {
      expect(unpackSelection(typed, 100).every((id) => /^[\da-f-]{36}$/.test(id))).toBe(true)
    },
  )
})

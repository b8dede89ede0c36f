import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ApiError } from '#app/contract/base/api-result.ts'
import { accept, isPlain, requirePlain } from './accept.ts'

const circular: Record<string, unknown> = {}
circular.self = circular

describe('plain data', () => {
  test.each([
    [undefined],
    [null],
    ['text'],
    [7],
    [[]],
    [{ id: 'half \ud83d' }],
    [{ a: [1, 'x', null, { b: true, c: undefined }] }],
    [JSON.parse('{"__proto__":{"ok":true}}')],
  ])('plain data is accepted: %o', (data) => expect(isPlain(data)).toBe(true))

  test.each([
    [new FormData()],
    [new Date()],
    [new Map([['id', 'x']])],
    [Object.assign(Object.create(null), { id: 'x' })],
    [circular],
    [{ more: 1n }],
    [{ more: Symbol('x') }],
    [{ more: () => 'x' }],
    [{ more: Promise.resolve() }],
    [{ more: new Uint8Array(3) }],
    [{ more: Number.NaN }],
    [{ more: Number.POSITIVE_INFINITY }],
  ])('a server function accepts nothing but plain data: %o', (data) => {
    expect(isPlain(data)).toBe(false)
    expect(() => requirePlain(data)).toThrow(ApiError)
  })

  test('plain data that is too deep or too large is rejected', () => {
    const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ inner }), 1)
    expect(isPlain(deep)).toBe(false)
    expect(isPlain(Array.from({ length: 20_001 }, () => 1))).toBe(false)
    expect(isPlain(Array(1_000_000_000))).toBe(false)
  })
})

test('a server function without an API behind it checks the values themselves', () => {
  const validator: (input: never) => unknown = accept(v.object({ change: v.boolean() }))
  const validate = (input: unknown): unknown => Reflect.apply(validator, undefined, [input])
  expect(validate({ change: true, more: 1 })).toEqual({ change: true })
  for (const input of [undefined, null, 'x', {}, { change: 'true' }]) expect(() => validate(input)).toThrow(ApiError)
})

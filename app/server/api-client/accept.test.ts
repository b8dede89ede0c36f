import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ApiError } from '#app/contract/api-result.ts'
import { signUpSchema } from '#app/contract/accounts.ts'
import { createGenerationSchema, generationsQuerySchema } from '#app/contract/generations.ts'
import { accept, isPlain } from './accept.ts'

const circular: Record<string, unknown> = {}
circular.self = circular

function statusOf(act: () => unknown): number | undefined {
  try {
    act()
  } catch (error) {
    return error instanceof ApiError ? error.statusCode : 500
  }
  return undefined
}

describe('the input of a server function', () => {
  const call: (input: never) => unknown = accept(v.object({ id: v.string() }))
  const refused: unknown[] = [
    undefined,
    null,
    'text',
    7,
    true,
    [],
    ['x'],
    new FormData(),
    new Date(),
    new Map([['id', 'x']]),
    Object.assign(Object.create(null), { id: 'x' }),
    circular,
    { id: 7 },
    { id: null },
    { id: ['x'] },
    { id: { toString: 'x' } },
    { id: 'x', more: 1n },
    { id: 'x', more: Symbol('x') },
    { id: 'x', more: () => 'x' },
    { id: 'x', more: Promise.resolve() },
    { id: 'x', more: new Uint8Array(3) },
    { id: 'x', more: Number.NaN },
    { id: 'x', more: Number.POSITIVE_INFINITY },
    { id: '\ud800' },
  ]

  test.each(refused.map((input) => [input]))('that no page can send is refused with a typed 4xx: %o', (input) => {
    expect(statusOf(() => Reflect.apply(call, undefined, [input]))).toBe(422)
  })

  test('that a person may have typed is left to the API, which has words for it', () => {
    expect(statusOf(() => accept(signUpSchema)({ email: '', password: 'short' }))).toBeUndefined()
    expect(statusOf(() => accept(createGenerationSchema)({ model: 'sketch-image', prompt: '' }))).toBeUndefined()
    expect(statusOf(() => accept(generationsQuerySchema)({ limit: 'many', type__in: 'smell' }))).toBeUndefined()
    expect(statusOf(() => accept(createGenerationSchema)({ model: 'sketch-image', prompt: 'half \ud83d' }))).toBeUndefined()
  })
})

test('data too deep or too much to look through is not plain', () => {
  const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ inner }), 1)
  expect(isPlain(deep)).toBe(false)
  expect(isPlain(Array.from({ length: 20_001 }, () => 1))).toBe(false)
  expect(isPlain({ a: [1, 'x', null, { b: true, c: undefined }] })).toBe(true)
})

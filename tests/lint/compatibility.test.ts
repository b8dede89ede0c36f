import { expect, test } from 'vitest'
import type { Contract } from '../../scripts/release/contract.ts'
import { misfits, type Schema } from '../../scripts/release/json-schema.ts'
import { breaks, compatibility } from '../../scripts/snapshots/compatibility.ts'
import { readPresent } from '../../scripts/snapshots/snapshots.ts'

test(`${compatibility.file} is up to date`, () => {
  const present = readPresent(compatibility)
  const message = `${compatibility.file} differs from the code: run \`npm run snapshots\` and review what breaks older pages`
  expect(compatibility.generate(present), message).toBe(present)
})

const text: Schema = { type: 'string' }
const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
})

test.each<[string, Schema, Schema]>([
  ['an added field', object({ a: text, b: text }), object({ a: text })],
  ['a field that one side may omit', object({ a: text }), object({ a: text, b: text }, ['a'])],
  ['fewer values', { enum: ['a'] }, { enum: ['a', 'b'] }],
  ['a value instead of null', text, { anyOf: [text, { type: 'null' }] }],
  ['whole numbers', { type: 'integer' }, { type: 'number' }],
  ['a tighter bound', { type: 'string', maxLength: 10 }, { type: 'string', maxLength: 20 }],
  ['anything', text, {}],
])('a schema that differs by %s takes every value of the other', (_name, given, wanted) => {
  expect(misfits(given, wanted)).toEqual([])
})

test.each<[string, Schema, Schema]>([
  ['`b` may be missing', object({ a: text }), object({ a: text, b: text })],
  ['`a` may be "c"', object({ a: { enum: ['a', 'c'] } }), object({ a: { enum: ['a', 'b'] } })],
  ['`a[]` may be a value of type null', object({ a: { items: { anyOf: [text, { type: 'null' }] } } }), object({ a: { items: text } })],
  ['`a` may have another maxLength than 5', object({ a: text }), object({ a: { type: 'string', maxLength: 5 } })],
  ['`b` is refused', object({ a: text, b: text }), { ...object({ a: text }), additionalProperties: false }],
])('a value that does not fit is reported: %s', (problem, given, wanted) => {
  expect(misfits(given, wanted)).toEqual([problem])
})

test('requests and responses are compared in opposite directions', () => {
  const release = (request: Schema, response: Schema): Contract => ({
    version: '1',
    migration: '',
    functions: [],
    calls: { 'POST /a': { callers: ['bearer'], request, response } },
  })
  const older = release(object({ a: text }), object({ x: text }))
  const newer = release(object({ a: text, b: text }, ['a']), object({ x: text, y: text }))
  expect(breaks(older, newer)).toEqual([])
  expect(breaks(newer, older)).toEqual([{ call: 'POST /a', problem: 'Response, `y` may be missing' }])
})

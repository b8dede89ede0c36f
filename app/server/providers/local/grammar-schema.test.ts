import { expect, test } from 'vitest'
import { grammarSchemaOf } from './grammar-schema.ts'

const text = { type: 'string' }
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

test('a schema that a grammar expresses is written in the words of the library', () => {
  const $defs = { node: object({ name: text, next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } }) }
  const given = {
    ...object({
      size: { enum: ['small', 'large'], type: 'string', description: 'How large' },
      age: { type: ['integer', 'null'] },
      born: { type: 'string', format: 'date' },
      mail: { type: 'string', format: 'email', pattern: '@' },
      tags: { type: 'array', items: text, maxItems: 3 },
      first: { $ref: '#/$defs/node' },
      any: { type: 'object' },
    }),
    $defs,
  }
  expect(grammarSchemaOf(given)).toEqual({
    type: 'object',
    properties: {
      size: { enum: ['small', 'large'] },
      age: { oneOf: [{ type: 'integer' }, { type: 'null' }] },
      born: { type: 'string', format: 'date' },
      mail: text,
      tags: { type: 'array', items: text, maxItems: 3 },
      first: { $ref: '#/$defs/node' },
      any: { type: 'object', properties: {}, additionalProperties: true },
    },
    additionalProperties: false,
    $defs: {
      node: {
        type: 'object',
        properties: { name: text, next: { oneOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
        additionalProperties: false,
      },
    },
  })
})

const deep = (depth: number): object => (depth === 0 ? text : { type: 'array', items: deep(depth - 1) })

test.each([
  ['a bound of a number', { type: 'integer', minimum: 3 }],
  ['one of several exactly', { oneOf: [{ type: 'integer' }, { type: 'number' }] }],
  ['all of several', { allOf: [{ type: 'integer' }] }],
  ['a negation', { not: text }],
  ['anything', {}],
  ['a type of its own', { type: 'date' }],
  ['a constant object', { const: {} }],
  ['a text of a million characters', { type: 'string', minLength: 1_000_000 }],
  ['a list of a million', { type: 'array', items: text, minItems: 1_000_000 }],
  ['a choice of nothing', { anyOf: [] }],
  ['a reference to nothing', { $ref: '#/$defs/gone' }],
  ['a reference to a builtin', { $ref: '#/$defs/constructor', $defs: {} }],
  ['a reference to the root', { type: 'array', items: { $ref: '#' } }],
  ['an optional part of its own kind', { ...object({ next: { $ref: '#/$defs/node' } }, []), $defs: { node: object({}) } }],
  ['a required field without a schema', { type: 'object', properties: {}, required: ['name'] }],
  ['patterns of names', { type: 'object', patternProperties: { '^a': text } }],
  ['properties that are no object', { type: 'object', properties: 'all' }],
  ['a part that is no schema', object({ name: true })],
  ['thousands of parts', object(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`field_${index}`, text])))],
])('%s is no grammar, and its answer is checked instead', (_name, schema) => {
  expect(grammarSchemaOf({ ...schema })).toBeUndefined()
})

test('a schema as deep as programs may send is read', () => {
  expect(grammarSchemaOf({ ...deep(99) })).toBeDefined()
})

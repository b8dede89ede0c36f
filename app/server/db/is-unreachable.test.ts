import { expect, test } from 'vitest'
import { isUnreachable } from './is-unreachable.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test.each([
  ['a server that is not there', withCode('ECONNREFUSED'), true],
  ['a server that is shutting down', withCode('57P01'), true],
  ['a lost connection', new Error('Connection terminated unexpectedly'), true],
  ['a full pool', new Error('timeout exceeded when trying to connect'), true],
  ['a failed statement around it', new Error('Failed query', { cause: withCode('08006') }), true],
  ['a violated constraint', new Error('Failed query', { cause: withCode('23505') }), false],
  ['no error', 'ECONNREFUSED', false],
])('%s is recognized', (_name, error, expected) => {
  expect(isUnreachable(error)).toBe(expected)
})

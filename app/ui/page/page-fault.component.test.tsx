import { expect, test } from 'vitest'
import { ApiError, localFailure } from '#app/contract/base/api-result.ts'
import { pageFault } from './page-fault.tsx'

test.each([
  [new ApiError(localFailure('offline')), null],
  [new ApiError(localFailure('unreadable')), null],
  [new ApiError(localFailure('page')), 'broken'],
  [undefined, null],
  [new TypeError('Failed to fetch dynamically imported module: /assets/a.js'), 'lost'],
  [new Error('Lost chunk: a'), 'lost'],
  [new DOMException('The node to be removed is not a child of this node.', 'NotFoundError'), 'broken'],
  [new TypeError('x is not a function'), 'broken'],
])('the cause of %s is named', (error, cause) => expect(pageFault(error)).toBe(cause))

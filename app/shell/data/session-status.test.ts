import { expect, test } from 'vitest'
import { ann as user } from '#tests/factories/signed-in-user.ts'
import { settledStatusOf, statusOf } from './session-status.ts'

test.each([
  [true, user, 'loading', 'authenticated'],
  [true, null, 'loading', 'unauthenticated'],
  [false, user, 'authenticated', 'authenticated'],
  [false, null, 'unauthenticated', 'unauthenticated'],
] as const)(
  'a running fetch (%s) and the data %o give the status %s; the second reading, which never says loading, gives %s',
  (isFetching, user, status, settled) => {
    expect(statusOf({ isFetching, user })).toBe(status)
    expect(settledStatusOf({ user })).toBe(settled)
  },
)

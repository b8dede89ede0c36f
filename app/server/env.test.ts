import { expect, test } from 'vitest'
import { EnvError, readEnv } from './env.ts'

test('an empty environment gives the embedded defaults', () => {
  expect(readEnv({ PORT: '' })).toMatchObject({ PORT: 3000, DATA_DIR: 'data', ROLES: ['web', 'api', 'worker'] })
})

test.each([
  ['PORT', { PORT: '70000' }],
  ['PORT', { PORT: 'http' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
  ['ROLES', { ROLES: 'web,everything' }],
  ['SECRET', { SECRET: 'short' }],
  ['SECRET', { DATABASE_URL: 'postgres://x/y' }],
  ['API_BASE_URL', { ROLES: 'web' }],
  ['ROLES', { ROLES: 'worker' }],
])('a wrong %s stops the boot and is named', (key, source) => {
  expect(() => readEnv(source)).toThrow(EnvError)
  expect(() => readEnv(source)).toThrow(new RegExp(key))
})

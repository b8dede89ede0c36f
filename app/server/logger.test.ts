import { expect, test } from 'vitest'
import { openLogger } from './logger.ts'

test('the log of a terminal is a line for each entry, without the message of an error that may contain personal data', () => {
  const lines: string[] = []
  const logger = openLogger({ LOG_LEVEL: 'info' }, { isTTY: true, write: (text) => lines.push(text) })
  logger.info({ pid: 7, roles: ['web'] }, 'engine child started')
  logger.error({ err: Object.assign(new Error('duplicate key ann@q.test'), { code: '23505' }) }, 'a query failed')
  logger.debug('unseen')
  expect(lines).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d info {2}engine child started pid=7 roles=\["web"\]\n$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d error a query failed \(23505 at [^\n]+\)\n$/),
  ])
  expect(lines.join('')).not.toContain('ann@q.test')
})

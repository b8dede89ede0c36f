import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Statements that lock rows `FOR UPDATE`, for which inserts that reference the row wait: the row goes, or one of its keys changes. Others
 * lock `FOR NO KEY UPDATE`.
 */
const places = {
  'app/server/core/identity/accounts/erase-accounts.ts': 1,
  'app/server/core/library/works/purge-generations.ts': 1,
  'app/server/core/operation/operators/groups.ts': 1,
  'app/server/core/identity/programs/sweep-programs.ts': 1,
  'app/server/core/identity/sessions/delete-ended-sessions.ts': 1,
  'app/server/core/making/uploads/sweep-uploads.ts': 1,
}

test('rows are locked for update only where they are deleted or their keys change', () => {
  const found = globSync('app/server/**/*.ts', { exclude: ['**/*.test.ts', '**/*.test-process.ts'] })
    .map((path) => [path, readFileSync(path, 'utf8').match(/\.for\('update'|\bfor update\b/g)?.length ?? 0] as const)
    .filter(([, count]) => count > 0)
  expect(Object.fromEntries(found.sort())).toEqual(places)
})

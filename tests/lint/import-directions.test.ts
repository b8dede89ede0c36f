import { expect, test } from 'vitest'
import { findFault } from '../../scripts/lint/import-directions.mjs'

test.each([
  ['app/features/studio/feed.tsx', '#app/features/library/tile.tsx'],
  ['app/features/studio/feed.tsx', '../library/tile.tsx'],
  ['app/features/studio/feed.tsx', '#app/layouts/default.tsx'],
  ['app/features/studio/feed.tsx', '#app/server/api-client/client.ts'],
  ['app/shell/header.tsx', '#app/features/home/hero.tsx'],
  ['app/ui/button.tsx', '#app/shell/format.ts'],
  ['app/contract/models.ts', '#app/ui/button.tsx'],
  ['app/routes/events.ts', '#app/server/core/problem.ts'],
  ['app/shell/session.functions.ts', '#app/server/db/database.ts'],
  ['app/server/core/page.ts', '#app/server/api/api.ts'],
  ['app/server/core/page.ts', '../api/api.ts'],
  ['app/server/db/database.ts', '../core/page.ts'],
  ['app/server/queue/queue.ts', '../storage/storage.ts'],
  ['app/server/engine/main.ts', '../db/database.ts'],
  ['app/server/api-client/client.ts', '../core/problem.ts'],
  ['app/server/api/api.ts', '../web/web-server.ts'],
  ['app/serve.ts', '#tests/fixtures/server.ts'],
])('%s may not import %s', (path, specifier) => {
  expect(findFault(path, specifier, false)).toBeTruthy()
})

test.each([
  ['app/features/studio/feed.tsx', './composer.tsx'],
  ['app/features/studio/feed.tsx', '#app/shell/format.ts'],
  ['app/features/tokens/tokens.functions.ts', '#app/server/api-client/client.ts'],
  ['app/shell/with-api.ts', '#app/server/api-client/session.ts'],
  ['app/routes/index.tsx', '#app/features/home/home-page.tsx'],
  ['app/server/core/page.ts', '#config'],
  ['app/server/core/page.ts', '../db/database.ts'],
  ['app/server/api/api.ts', '../core/problem.ts'],
  ['app/server/runtime.ts', './engine/engine.ts'],
  ['app/serve.ts', './server/web/web-server.ts'],
  ['app/server/core/page.test.ts', '#tests/fixtures/database.ts'],
  ['app/ui/button.tsx', 'react'],
])('%s may import %s', (path, specifier) => {
  expect(findFault(path, specifier, false)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { findForbidden } from '../../scripts/lint/import-directions.mjs'
import { modules } from '../../scripts/lint/modules.mjs'
import { coreGroups } from '../../scripts/lint/server-modules.mjs'

test.each([
  ['app/features/studio/feed/feed.tsx', '#app/features/library/tile.tsx'],
  ['app/features/studio/feed/feed.tsx', '../../library/tile.tsx'],
  ['app/features/studio/feed/feed.tsx', '#app/layouts/default.tsx'],
  ['app/features/studio/feed/feed.tsx', '#app/server/api-client/client.ts'],
  ['app/shell/chrome/header.tsx', '#app/features/home/hero.tsx'],
  ['app/shell/i18n/format.ts', '#app/shell/data/session.queries.ts'],
  ['app/shell/data/session.queries.ts', '../session/watch.ts'],
  ['app/shell/chrome/header.tsx', '#app/runs/tray/live-work.tsx'],
  ['app/start.ts', './shell/data/session.functions.ts'],
  ['app/ui/controls/button.tsx', '#app/shell/i18n/format.ts'],
  ['app/features/studio/feed/feed.tsx', '#app/contract/runs/generations.calls.ts'],
  ['app/contract/runs/models.ts', '#app/ui/controls/button.tsx'],
  ['app/routes/events.ts', '#app/server/core/problem.ts'],
  ['app/shell/data/session.functions.ts', '#app/server/db/database.ts'],
  ['app/server/core/page.ts', '#app/server/api/api.ts'],
  ['app/server/core/page.ts', '../api/api.ts'],
  ['app/server/core/money/tokens/hold-tokens.ts', '../../making/generations/find-generation.ts'],
  ['app/server/db/database.ts', '../core/page.ts'],
  ['app/server/queue/queue.ts', '../storage/storage.ts'],
  ['engine/process/main.ts', '#app/contract/runs/models.ts'],
  ['engine/process/main.ts', '../../app/server/db/database.ts'],
  ['engine/process/main.ts', '#config'],
  ['engine/protocol/options.ts', '../scene/stage.ts'],
  ['engine/understanding/read-prompt.ts', '../text/plan.ts'],
  ['engine/image/image.ts', '../film/film.ts'],
  ['app/features/studio/feed/feed.tsx', '@quartet/engine/protocol/voices.ts'],
  ['app/server/core/page.ts', '@quartet/engine/protocol/open-engine.ts'],
  ['app/server/providers/sketch/provider.ts', '../../../../engine/understanding/read-prompt.ts'],
  ['app/server/api-client/client.ts', '../core/problem.ts'],
  ['app/server/api/api.ts', '../web/web-server.ts'],
  ['app/serve.ts', '#tests/fixtures/server.ts'],
])('the import rule forbids %s to import %s', (path, specifier) => {
  expect(findForbidden(path, specifier, false)).toBeTruthy()
})

test.each([
  ['app/features/studio/feed/feed.tsx', '../composer/composer.tsx'],
  ['app/features/studio/feed/feed.tsx', '#app/shell/i18n/format.ts'],
  ['app/runs/tray/tray-panel.tsx', '#app/shell/chrome/header.tsx'],
  ['app/runs/tray/tray-panel.tsx', './ended-runs.ts'],
  ['app/features/tokens/tokens.functions.ts', '#app/contract/money/tokens.calls.ts'],
  ['app/server/api/endpoints/money/tokens.ts', '#app/contract/money/tokens.calls.ts'],
  ['app/features/tokens/tokens.functions.ts', '#app/server/api-client/client.ts'],
  ['app/shell/calls/with-api.ts', '#app/server/api-client/session.ts'],
  ['app/routes/index.tsx', '#app/features/home/home-page.tsx'],
  ['app/server/core/page.ts', '#config'],
  ['app/server/core/page.ts', '../db/database.ts'],
  ['app/server/core/making/generations/create-generation.ts', '../../money/tokens/hold-tokens.ts'],
  ['app/server/api/api.ts', '../core/problem.ts'],
  ['app/server/runtime.ts', '@quartet/engine/protocol/open-engine.ts'],
  ['app/server/providers/sketch/provider.ts', '@quartet/engine/protocol/engine.ts'],
  ['engine/film/film.ts', '../media/encode-video.ts'],
  ['engine/protocol/understand.ts', '../text/plan.ts'],
  ['app/serve.ts', './server/web/web-server.ts'],
  ['app/server/core/page.test.ts', '#tests/fixtures/database.ts'],
  ['app/ui/controls/button.tsx', 'react'],
])('the import rule lets %s import %s', (path, specifier) => {
  expect(findForbidden(path, specifier, false)).toBeUndefined()
})

test('modules of the core import from their own group and from those below', () => {
  const levelOf = (path: string) => coreGroups.findIndex((group) => path.startsWith(`app/server/core/${group}/`))
  const core = Object.entries(modules).filter(([path]) => path.startsWith('app/server/core/'))
  expect(core.filter(([path]) => levelOf(path) < 0)).toEqual([])
  const upward = core.flatMap(([path, { imports }]) =>
    imports.filter((other) => levelOf(other) > levelOf(path)).map((other) => [path, other]),
  )
  expect(upward).toEqual([])
})

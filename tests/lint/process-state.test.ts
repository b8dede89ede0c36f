import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Why a module has a value of its own that changes, which the runtime does not open and a test cannot replace. */
const reasons: Readonly<
  Record<string, 'a library, loaded once' | 'work under way' | 'for this machine' | 'for all requests' | 'set at the start'>
> = {
  'app/server/api-client/client.ts: reported': 'for all requests',
  'app/server/api-client/session.ts: refreshes': 'work under way',
  'app/server/core/identity/passwords/count-guesses.ts: estimator': 'a library, loaded once',
  'app/server/core/identity/passwords/hash-password.ts: limit': 'for this machine',
  'app/server/core/library/recipes/keep-files.ts: copying': 'work under way',
  'app/server/core/library/shares/remove-places.ts: going': 'work under way',
  'app/server/core/rules/safety/disposable-domains.ts: builtIn': 'a library, loaded once',
  'app/server/db/name-statements.ts: names': 'for all requests',
  'app/server/db/pglite.ts: wasm': 'a library, loaded once',
  'app/server/egress/proxies.ts: proxies': 'set at the start',
  'app/server/egress/proxies.ts: ways': 'set at the start',
  'app/server/inspection/inspection.ts: inspection': 'for this machine',
  'app/server/inspection/parsers/open-pdf.ts: opened': 'a library, loaded once',
  'app/server/providers/local/install-journal.ts: held': 'work under way',
  'app/server/tracing.ts: tracer': 'set at the start',
}

/** A variable, an empty collection that may be changed, a limit or something opened. Values within functions are indented. */
const ownState =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: (?!readonly|Readonly)[^=]+)? = (?:new (?:Map|Set)(?:<.*>)?\(\)|\[\]|pLimit\(|open[A-Z]\w*\())/gm

/** Worker threads and child processes consist of one module, whose state is theirs. */
test('a module has no state of its own but what is listed here with its reason', () => {
  const files = globSync('app/{server,contract}/**/*.ts', { cwd: root }).filter(
    (file) => !/(?:\.test|\.test-process|[.-]worker|-child)\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(900)
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(ownState)].map(([, variable, constant]) => `${file}: ${variable ?? constant}`),
  )
  expect(found.toSorted()).toEqual(Object.keys(reasons).toSorted())
})

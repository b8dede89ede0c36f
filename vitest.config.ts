import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { isFull } from './tests/fixtures/campaign.ts'
import { findPostgres } from './tests/fixtures/postgres.ts'
import { ChangedFirst } from './tests/changed-first.ts'

type TestFile = { path: string; source: string }

const files: TestFile[] = globSync('{app,engine,tests}/**/*.test.{ts,tsx}').map((path) => ({ path, source: readFileSync(path, 'utf8') }))

const isEngine = ({ path }: TestFile) => path.startsWith('engine/')
/** Whether a file replaces a module or starts processes, which must not affect the next file. */
const isIsolated = ({ source }: TestFile) => /vi\.mock\(|from '[^']+\/fixtures\/server\.ts'|\.test-process\.ts/.test(source)
const usesDatabase = ({ source }: TestFile) =>
  /#tests\/fixtures\/(?:database|accounts-database|runtime|test-api|connected-server)\.ts/.test(source)
/** Whether a file also runs on PostgreSQL: those in folders with SQL, and in a full run every file that opens a database. */
const repeatsOnPostgres = (file: TestFile) =>
  isFull || (!isIsolated(file) && /^app\/server\/(?:db|queue|core|backup)\/|\/revocations\.test/.test(file.path))

const {
  engine = [],
  isolated = [],
  database = [],
  unit = [],
} = Object.groupBy(files, (file) => {
  if (isEngine(file)) return 'engine'
  if (isIsolated(file)) return 'isolated'
  if (usesDatabase(file)) return 'database'
  return file.path.startsWith('tests/system/') ? 'isolated' : 'unit'
})
const postgres = files.filter((file) => usesDatabase(file) && repeatsOnPostgres(file))

const pathsOf = (list: TestFile[]) => list.map(({ path }) => path)

const setupFiles = ['./tests/fixtures/cheap-passwords.ts']
/** Disables an optimization: V8 would take longer to optimize the WebAssembly of PGlite than most of these processes run. */
const startsQuickly = '--liftoff-only'

const hasPostgres = (await findPostgres()) !== undefined
if (!hasPostgres) console.warn('PostgreSQL is not installed: its tests are left out.')

export default defineConfig({
  test: {
    // Many tests wait for another process; a third worker uses that time.
    maxWorkers: 3,
    // Limits for a busy machine, on which renders have the lowest priority.
    testTimeout: isFull ? 1_800_000 : 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 180_000 } },
    tags: [
      {
        name: 'full',
        description: 'A long case whose rule another test covers in part. Only `npm run test:full` runs it.',
      },
    ],
    sequence: { sequencer: ChangedFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: pathsOf(unit), pool: 'threads', isolate: false, unstubGlobals: true } },
      // The files of a worker share its modules and its database, which is emptied after each test.
      { extends: true, test: { name: 'database', include: pathsOf(database), isolate: false, execArgv: [startsQuickly], setupFiles } },
      { extends: true, test: { name: 'engine', include: pathsOf(engine), isolate: false } },
      { extends: true, test: { name: 'isolated', include: pathsOf(isolated), execArgv: [startsQuickly] } },
      ...(hasPostgres
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: pathsOf(postgres),
                isolate: isFull,
                globalSetup: './tests/fixtures/postgres-setup.ts',
                setupFiles: ['./tests/fixtures/use-postgres.ts', ...setupFiles],
              },
            },
          ]
        : []),
    ],
  },
})

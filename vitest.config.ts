import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { isFull } from './tests/fixtures/campaign.ts'
import { componentPlugins } from './tests/fixtures/component/plugins.ts'
import { workers } from './tests/fixtures/cores.ts'
import { findPostgres } from './tests/fixtures/postgres.ts'
import { ChangedFirst } from './tests/changed-first.ts'
import { VitestReporter } from './tests/reporting/vitest-reporter.ts'

type TestFile = { path: string; source: string }

const hasPostgres = (await findPostgres()) !== undefined
if (!hasPostgres)
  console.warn('There is no PostgreSQL for this platform: tests run on the embedded database, and tests of concurrency prove less.')

const files: TestFile[] = globSync('{app,engine,tests}/**/!(*.component).test.{ts,tsx}').map((path) => ({
  path,
  source: readFileSync(path, 'utf8'),
}))

const isEngine = ({ path }: TestFile) => path.startsWith('engine/')
/** Whether a file replaces a module, which must not affect the next file. */
const isIsolated = ({ source }: TestFile) => source.includes('vi.mock(')
/** Whether a file starts servers or other processes of the product. */
const startsProcesses = ({ source }: TestFile) => /from '[^']+\/fixtures\/server\.ts'|\.test-process\.ts/.test(source)
const usesDatabase = ({ source }: TestFile) =>
  /#tests\/fixtures\/(?:database|accounts-database|runtime|test-api|connected-server|openai-server|mcp-server|program-server|assistant)\.ts/.test(
    source,
  )
/** Whether a file runs on both databases: those whose subject is a driver, and in a full run every file that opens a database. */
const repeatsEmbedded = (file: TestFile) => isFull || /^app\/server\/(?:db|queue|backup)\//.test(file.path)

const {
  engine = [],
  isolated = [],
  system = [],
  database = [],
  unit = [],
} = Object.groupBy(files, (file) => {
  if (isEngine(file)) return 'engine'
  if (isIsolated(file)) return 'isolated'
  if (startsProcesses(file)) return 'system'
  if (usesDatabase(file)) return 'database'
  return file.path.startsWith('tests/system/') ? 'system' : 'unit'
})
const embedded = hasPostgres ? database.filter(repeatsEmbedded) : []

const pathsOf = (list: TestFile[]) => list.map(({ path }) => path)

/** Disables an optimization: V8 would take longer to optimize the WebAssembly of PGlite than most of these processes run. */
const startsQuickly = '--liftoff-only'

const onPostgres = hasPostgres ? { globalSetup: './tests/fixtures/postgres-setup.ts' } : {}
const watched = './tests/fixtures/watch-event-loop.ts'
const usePostgres = [watched, ...(hasPostgres ? ['./tests/fixtures/use-postgres.ts'] : [])]
const setupFiles = ['./tests/fixtures/use-core.ts', ...usePostgres, './tests/fixtures/cheap-passwords.ts']
/** Settings of files with the real cost of passwords, or that start and kill servers. */
const apart = {
  execArgv: [startsQuickly],
  setupFiles: usePostgres,
  ...onPostgres,
}

export default defineConfig({
  test: {
    // A third worker makes no run shorter, and costs a fifth more CPU time.
    maxWorkers: workers,
    // Limits end what hangs, so a machine that is ten times slower does not reach them. Renders have the lowest priority on a busy machine.
    testTimeout: isFull ? 600_000 : 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 180_000 } },
    tags: [
      {
        name: 'full',
        description: 'A long case whose rule another test covers in part. Only `npm run test:full` runs it.',
      },
    ],
    reporters: process.env.VITEST_REPORT ? [new VitestReporter()] : ['default'],
    sequence: { sequencer: ChangedFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: pathsOf(unit), pool: 'threads', isolate: false, unstubGlobals: true } },
      // The files of a worker share its modules and its database, which is emptied after each test.
      {
        extends: true,
        test: { name: 'database', include: pathsOf(database), isolate: false, execArgv: [startsQuickly], setupFiles, ...onPostgres },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: pathsOf(embedded),
          isolate: false,
          execArgv: [startsQuickly],
          setupFiles: [watched, './tests/fixtures/cheap-passwords.ts'],
        },
      },
      {
        extends: true,
        plugins: componentPlugins,
        test: {
          name: 'component',
          include: ['app/**/*.component.test.tsx'],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['./tests/fixtures/component/setup.ts'],
        },
      },
      { extends: true, test: { name: 'engine', include: pathsOf(engine), isolate: false, setupFiles: watched } },
      { extends: true, test: { name: 'isolated', include: pathsOf(isolated), ...apart } },
      // The files of a worker share its modules, because the code under test runs in other processes.
      { extends: true, test: { name: 'system', include: pathsOf(system), isolate: false, ...apart } },
    ],
  },
})

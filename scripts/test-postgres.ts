import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { startPostgres } from '../tests/fixtures/postgres.ts'

/** Runs the tests that use a database against a PostgreSQL server made for the occasion: those named as arguments, or else all of them. */

const folders = ['app/server/db', 'app/server/queue', 'app/server/core', 'app/server/api/revocations.test.ts']
const chosen = process.argv.slice(2)

const server = await startPostgres()
if (!server) {
  console.log('PostgreSQL binaries not found: the PostgreSQL run of the core tests is left out.')
  process.exit(0)
}

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
// Whoever runs several kinds of test wants their numbers.
const report = process.env.TEST_REPORT ? ['--reporter=default', '--reporter=json', `--outputFile.json=${process.env.TEST_REPORT}`] : []
const tests = spawn(process.execPath, [vitest, 'run', ...report, ...(chosen.length > 0 ? chosen : folders)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: server.url },
})
// Both signals reach vitest or are passed on to it, and the server is stopped when it has ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
try {
  const [code] = await once(tests, 'exit')
  process.exitCode = typeof code === 'number' ? code : 1
} finally {
  await server.stop()
}

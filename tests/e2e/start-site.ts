import type { FullConfig } from '@playwright/test'
import { findPostgres, startPostgres } from '../fixtures/postgres.ts'
import { startServer } from '../fixtures/server.ts'

/**
 * Starts the PostgreSQL server on which the servers of these tests have their databases, and the server that most tests open; ends both after
 * the last test. `deploy.spec.ts` and two tests of forms run on the embedded database.
 */
export default async function startSite({ projects: [project] }: FullConfig) {
  // Playwright ends its tests and calls the function returned here at SIGINT only.
  process.once('SIGTERM', () => process.kill(process.pid, 'SIGINT'))
  await using stack = new AsyncDisposableStack()
  if (await findPostgres()) {
    const postgres = await startPostgres()
    stack.defer(() => postgres.stop())
    // Workers inherit variables.
    process.env.TEST_DATABASE_URL = postgres.socketUrl
  }
  const port = Number(new URL(project?.use.baseURL ?? '').port)
  const server = stack.use(await startServer({ built: true, optimizes: true, port, env: { LOG_LEVEL: 'warn', SESSION_LIMITS: 'on' } }))
  process.env.E2E_DATA_DIR = server.dataDir
  const started = stack.move()
  return () => started.disposeAsync()
}

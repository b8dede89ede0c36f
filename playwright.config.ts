import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/fixtures/chromium.ts'

const port = Number(process.env.E2E_PORT ?? 3411)
// The configuration is read by every worker too; they must mean the folder of the first.
const dataDir = (process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'quartet-e2e-')))

/** The production build in a real browser. Two workers: one test's waiting is another's working; more would make renders late. */
export default defineConfig({
  testDir: 'tests/e2e',
  workers: 2,
  // What passes only at the second try is counted and named as flaky by `npm test`; by hand nothing is tried twice.
  retries: Number(process.env.TEST_RETRIES ?? 0),
  // Patience, for machines that share their cores: what holds does so long before.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-US',
    // Without a graphics card every moving thing is painted by the cores that the tests run on. What moves is tested by name.
    contextOptions: { reducedMotion: 'reduce' },
    // It would fetch what tests hold back or replace; the tests of the worker itself let it be.
    serviceWorkers: 'block',
    // Recording every test would cost a quarter of the run.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: await findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  webServer: {
    command: 'node --enable-source-maps dist/host/serve.js',
    env: {
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '2',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SIGN_UPS_PER_ADDRESS: '999999',
    },
    url: `http://localhost:${port}/api/v1/ready`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})

import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/fixtures/chromium.ts'
import { workers } from './tests/fixtures/cores.ts'

const port = Number(process.env.E2E_PORT ?? 3411)

/**
 * Tests with the production build in a real browser. Tests tagged `@full` repeat another test in a second language, for one more case of
 * the same kind, or in the browser where an API test checks the rule. They run with `TEST_FULL=1` only, as in `npm run test:full` before a
 * release.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/start-site.ts',
  ...(process.env.TEST_FULL === '1' ? {} : { grepInvert: /@full/ }),
  // Renders have the lowest priority: beside more browsers than there are cores, they would wait.
  workers,
  // Limits end what hangs, so a machine that is ten times slower does not reach them.
  timeout: 600_000,
  expect: { timeout: 240_000 },
  ...(process.env.PLAYWRIGHT_REPORT && { reporter: './tests/reporting/playwright-reporter.ts' }),
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-US',
    // Animations would take time of the cores that the tests run on. Tests of motion enable it themselves.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would fetch files that tests hold back or replace; tests of the service worker allow it.
    serviceWorkers: 'block',
    // Recording every test would cost a quarter of the run; `playwright test --trace on` records tests that are run manually.
    trace: 'off',
    launchOptions: {
      executablePath: await findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A turn of the wheel moves the page at once, as reduced motion does with all that the product moves.
        '--disable-smooth-scrolling',
        '--no-first-run',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
})

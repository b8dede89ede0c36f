import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['app/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'tests/e2e/**'],
    environment: 'node',
    // A process for each file: what a test leaves behind (a database thread, an environment variable) ends with it.
    pool: 'forks',
    maxWorkers: 2,
    // Tests that kill processes at random moments share a machine with others; `npm test` tries such a one twice and says so.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    testTimeout: 120_000,
    // A second, as it comes, is short where two processes render beside it.
    expect: { poll: { timeout: 10_000 } },
    // The first test to want a database may have to make the template it is copied from.
    hookTimeout: 60_000,
  },
})

import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { config, locales } from './app.config.ts'

/** Two catalogues, so that the browser does not load the server's messages. */
export default defineConfig({
  sourceLocale: config.locale.default,
  locales: [...locales],
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}/messages', include: ['<rootDir>/app'], exclude: ['<rootDir>/app/server/**', '**/*.test.*'] },
    { path: '<rootDir>/src/locales/{locale}/server', include: ['<rootDir>/app/server'], exclude: ['**/*.test.*', '**/*.d.mts'] },
  ],
  runtimeConfigModule: { Trans: ['#app/ui/trans.tsx', 'Trans'] },
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'ts',
  orderBy: 'origin',
})

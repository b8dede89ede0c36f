import { defineConfig } from '@lingui/cli'
import babel from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'
import { config, locales } from './app.config.ts'

/** Reads a file only if it can contain a message: a macro is imported from a package of Lingui. Most files have none. */
const extractor: typeof babel = {
  ...babel,
  extract: (path, code, ...rest) => (/lingui|i18n/.test(code) ? babel.extract(path, code, ...rest) : undefined),
}

/** Two catalogues, so that the browser does not load the server's messages. */
export default defineConfig({
  sourceLocale: config.locale.default,
  locales: [...locales],
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}/messages', include: ['<rootDir>/app'], exclude: ['<rootDir>/app/server/**', '**/*.test.*'] },
    { path: '<rootDir>/src/locales/{locale}/server', include: ['<rootDir>/app/server'], exclude: ['**/*.test.*', '**/*.d.mts'] },
  ],
  runtimeConfigModule: { Trans: ['#app/ui/text/trans.tsx', 'Trans'] },
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'ts',
  orderBy: 'origin',
  extractors: [extractor],
})

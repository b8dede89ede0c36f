import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildIdentity } from './scripts/vite/build-identity.ts'
import { firstLoadBudget } from './scripts/vite/first-load-budget.ts'
import { makeFunctionIds } from './scripts/vite/function-ids.ts'
import { lightIcons } from './scripts/vite/light-icons.ts'
import { lateCalls } from './scripts/vite/late-calls.ts'
import { pageChunks } from './scripts/vite/page-chunks.ts'
import { messageParts } from './scripts/vite/messages.ts'
import { plainScripts } from './scripts/vite/plain-scripts.ts'

// This file may be read more than once per build.
const buildId = (process.env.BUILD_ID ??= `${Date.now()}`)

// Lingui's macro must be expanded before React's transform; in the other order the build succeeds and fails at run time.
export default defineConfig({
  server: {
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    proxy: process.env.API_BASE_URL ? { '/api': process.env.API_BASE_URL } : {},
  },
  resolve: {
    // A shim for older versions of React, which ours does not need.
    alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    // Pages may load fonts only from our origin, not from data URLs.
    assetsInlineLimit: (file) => (/\.(?:woff2?|ttf)$/.test(file) ? false : undefined),
    // Kilobytes. First loads have a budget of their own; the largest late chunk is a grammar of highlighted code.
    chunkSizeWarningLimit: 900,
    // The build prints warnings only.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  plugins: [
    tanstackStart({
      srcDirectory: 'app',
      router: {
        routeFileIgnorePattern: '\\.test\\.',
        // A page with its skeleton and error is one chunk; loaders and search schemas stay in the entry, in small files. Loaders of members'
        // pages import their work, which a page that the server has rendered does not need.
        codeSplittingOptions: { defaultBehavior: [['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']] },
      },
      serverFns: { generateFunctionId: makeFunctionIds() },
      importProtection: {
        behavior: 'error',
        client: { files: ['**/*.server.*', '**/app/server/**', '**/*.calls.ts', '**/app/contract/base/call.ts', 'engine/**'] },
      },
    }),
    lightIcons(import.meta.dirname),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui({ failOnCompileError: true }),
    messageParts(import.meta.dirname),
    tailwindcss(),
    buildIdentity(buildId),
    plainScripts(import.meta.dirname, buildId),
    pageChunks(),
    lateCalls(),
    firstLoadBudget(import.meta.dirname),
  ],
})

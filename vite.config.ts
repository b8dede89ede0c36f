import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildIdentity } from './scripts/vite/build-identity.ts'
import { lateCalls } from './scripts/vite/late-calls.ts'
import { pageChunks } from './scripts/vite/page-chunks.ts'
import { words } from './scripts/vite/words.ts'

// This file may be read more than once for one build.
const buildId = (process.env.BUILD_ID ??= `${Date.now()}`)

// Lingui's macro must be expanded before React's transform sees the file: the other way round builds and then fails at run time.
export default defineConfig({
  server: {
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    proxy: process.env.API_BASE_URL ? { '/api': new URL(process.env.API_BASE_URL).origin } : {},
  },
  resolve: {
    // What stands in for the hook in a React that lacks it: ours has it.
    alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    // Pages may load fonts from here only, not from an address that holds one.
    assetsInlineLimit: (file) => (/\.(?:woff2?|ttf)$/.test(file) ? false : undefined),
  },
  plugins: [
    tanstackStart({
      srcDirectory: 'app',
      router: {
        routeFileIgnorePattern: '\\.test\\.',
        // A page with its skeleton and error is one chunk; loaders and search schemas stay in the entry, in small files of their own.
        codeSplittingOptions: { defaultBehavior: [['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']] },
      },
      importProtection: {
        behavior: 'error',
        client: { files: ['**/*.server.*', '**/app/server/**'] },
      },
    }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui({ failOnCompileError: true }),
    words(import.meta.dirname),
    tailwindcss(),
    buildIdentity(buildId),
    pageChunks(),
    lateCalls(),
  ],
})

// Bundles the server's code and its libraries into one file of the build whose folder is the argument. Unbundled, Node reads drizzle-orm's large package.json once per module, which
// slows down the start and costs 160 MB. Native and WebAssembly packages and code for threads and child processes are not bundled.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const bundled = [
  '@quartet/',
  'drizzle-orm',
  'pg-boss',
  'hono',
  '@hono/',
  'jose',
  'valibot',
  '@valibot/',
  'uuid',
  '@lingui/',
  'ajv',
  'rate-limiter-flexible',
  'fast-deep-equal',
  'fast-uri',
  'json-schema-traverse',
  'cron-parser',
  'luxon',
  'serialize-error',
]

await build({
  cwd: root,
  input: { serve: 'app/serve.ts' },
  platform: 'node',
  external: (id) => !/^[./#]/.test(id) && !bundled.some((name) => id === name || id.startsWith(name.endsWith('/') ? name : `${name}/`)),
  output: {
    dir: join(process.argv[2] ?? 'dist', 'host'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    sourcemap: true,
  },
  logLevel: 'warn',
})

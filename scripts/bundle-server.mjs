// Puts the server's own code and the libraries it uses into one file. Unbundled, Node reads drizzle-orm's large package.json once for
// each of its modules, which makes the start slower and leaves 160 MB behind. What has native or WebAssembly parts, and what runs in
// threads and processes of its own, stays where it is.
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const bundled = [
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
  output: { dir: 'dist/host', format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js', sourcemap: true },
  logLevel: 'warn',
})

/**
 * `node scripts/make-release.ts FOLDER` copies the built app into a new folder with everything that production needs, and nothing that only
 * builds or tests it. Needs the build. Starts with `NODE_ENV=production node dist/host/serve.js`.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { runtimePackages } from './release/runtime-packages.ts'

const root = dirname(import.meta.dirname)
const [target] = process.argv.slice(2)
if (!target || existsSync(target)) {
  console.error('Usage: node scripts/make-release.ts FOLDER, which must not exist yet')
  process.exit(1)
}
const out = resolve(target)

/** The server's sources are needed next to its bundle: threads, the engine and the operator's commands run from them. */
const sources = globSync(
  [
    'app/{server,contract}/**/*.ts',
    'app/server/preflight/*.mjs',
    'app/server/providers/catalogue/data/*.json',
    'app/server/providers/comfyui/examples/*.json',
    'app/server/providers/local/{runtime,sound-runtime,picture-runtime}/*.json',
    'engine/**/*.{ts,json}',
    'app.config.ts',
    'src/locales/*/server.ts',
    // The commands of an operator.
    'scripts/command.mjs',
    'scripts/{audit-ledger,backup,catalogue,db-move,doctor,models,operator,restore,storage}.ts',
    'scripts/{operations,doctor,storage,models}/**/*.ts',
  ],
  { cwd: root, exclude: ['**/*.test.ts', '**/*.test-process.ts', 'app/server/{api,api-client,web}/**'] },
)
const built = globSync('dist/{host,server}/**/*.js', { cwd: root })
const others = [
  ...globSync('app/server/db/migrations/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  'package.json',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE.md',
]

/** Files of packages that nothing reads at run time: types, maps, sources, documentation. */
const isUnused = (path: string) => /\.(?:[cm]?ts|map|md|markdown|flow|tsbuildinfo)$|\/(?:docs?|tests?|__tests__|examples?)$/i.test(path)

for (const path of [...sources, ...others]) {
  if (!existsSync(join(root, path))) continue
  mkdirSync(dirname(join(out, path)), { recursive: true })
  cpSync(join(root, path), join(out, path))
}
// The current build is a link.
cpSync(realpathSync(join(root, 'dist')), join(out, 'dist'), { recursive: true })

const read = (paths: readonly string[]) => paths.map((path) => readFileSync(join(root, path), 'utf8'))
const packages = runtimePackages(root, { sources: read(sources), bundles: read(built) }).filter(
  (folder) => folder !== 'node_modules/node' && existsSync(join(root, folder)),
)
for (const folder of packages) {
  const from = join(root, folder)
  cpSync(from, join(out, folder), {
    recursive: true,
    // Nested packages are copied on their own, if they are needed.
    filter: (path) => path === from || (!path.slice(from.length).includes('/node_modules') && !isUnused(path)),
  })
}
// A link, as npm makes it: Node runs no TypeScript that is in `node_modules`.
mkdirSync(join(out, 'node_modules/@quartet'), { recursive: true })
symlinkSync('../../engine', join(out, 'node_modules/@quartet/engine'))
console.log(`${packages.length} packages and ${sources.length} sources in ${out}`)

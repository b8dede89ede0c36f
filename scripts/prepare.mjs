// Prepares a checkout: installs from the lockfile and builds, each only after changes. Runs on Node 20 or newer, before anything is
// installed; child processes use the installed Node 24.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const node = join(root, 'node_modules/.bin/node')

const installStamp = join(root, 'node_modules/.quartet-installed')
const buildStamp = join(root, 'dist/.built-from')
const sources = [
  'app',
  'engine',
  'src/locales',
  'public',
  'scripts',
  'app.config.ts',
  'lingui.config.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

/** Installs the packages; `withTools` includes development dependencies. */
export function install({ withTools = false } = {}) {
  const lock = hash([readFileSync(join(root, 'package-lock.json'))])
  const [installed, extent] = existsSync(installStamp) ? readFileSync(installStamp, 'utf8').split(' ') : []
  // Development dependencies already installed are kept.
  const tools = withTools || extent === 'tools'
  if (installed === lock && tools === (extent === 'tools')) return
  console.log('Installing packages …')
  const npm = process.env.npm_execpath
  const args = ['ci', ...(tools ? ['--include=dev'] : ['--omit=dev']), '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // Under npm, npm's own file is executed again; `node scripts/…` finds npm on the path.
  run(npm ? process.execPath : 'npm', npm ? [npm, ...args] : args, { NODE_ENV: '' })
  writeFileSync(installStamp, `${lock} ${tools ? 'tools' : 'app'}`)
}

/** Compiles the catalogues (a missing translation fails here), bundles the pages and compresses files for browsers. */
export function build({ force = false } = {}) {
  const state = hash(
    sources
      .flatMap(listFiles)
      .sort()
      .flatMap((file) => [file, readFileSync(join(root, file))]),
  )
  if (!force && existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === state) return
  console.log('Building …')
  compileCatalogues()
  run(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { NODE_ENV: 'production', BUILD_ID: state.slice(0, 16) })
  run(node, ['scripts/precompress.mjs'])
  run(node, ['scripts/bundle-server.mjs'])
  writeFileSync(buildStamp, state)
}

export function compileCatalogues() {
  run(node, ['node_modules/@lingui/cli/dist/lingui.js', 'compile', '--strict'], {}, 'ignore')
}

/** Runs a command; exits if it fails, because it has already reported the reason. */
export function run(command, args, env = {}, stdout = 'inherit') {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...process.env, PATH: path, ...env },
  })
  if (error) console.error(error.message)
  if (status !== 0) process.exit(status ?? 1)
}

function listFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !/^messages\.ts$|^server\.ts$/.test(entry.name) || !path.startsWith('src/locales'))
    .filter((entry) => !entry.name.includes('.test.') && entry.name !== 'routeTree.gen.ts')
    .flatMap((entry) => listFiles(join(path, entry.name)))
}

function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install({ withTools: process.argv.includes('--with-tools') })
  build({ force: process.argv.includes('--force-build') })
}

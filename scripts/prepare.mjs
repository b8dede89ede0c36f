// Prepares a checkout: installs from the lockfile and builds, each only after changes. Runs on Node 20 or newer, before anything is
// installed; child processes use the installed Node 24. `--start` also checks what a start needs.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messages } from '../app/server/preflight/messages.mjs'
import {
  availableMemory,
  checkoutProblem,
  folderNameProblem,
  installProblem,
  isQuiet,
  memoryProblem,
  nodeProblem,
  portProblem,
  spaceProblem,
  unusableNpmCache,
} from '../app/server/preflight/preflight.mjs'
import { buildsOf, keepEarlierAssets, removeOldBuilds, runningServers, switchBuild, withLock } from '../app/server/preflight/running.mjs'
import { cleanVariable, readVariables } from '../app/server/preflight/variables.mjs'

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
/** Bytes of disk: the packages of the app, those with the tools, and a build. */
const installBytes = { app: 900_000_000, tools: 1_250_000_000 }
const buildBytes = 150_000_000
/** Bytes of memory below which a build is slowed down instead of being killed, and those that it needs then. */
const easyMemory = 2_500_000_000
const buildMemory = 900_000_000
/** A small heap, and one thread and one arena for native code, take a third of the memory and little more processor time. */
const savesMemory = {
  flags: ['--max-old-space-size=480', '--max-semi-space-size=8'],
  env: { MALLOC_ARENA_MAX: '2', RAYON_NUM_THREADS: '1', TOKIO_WORKER_THREADS: '1', UV_THREADPOOL_SIZE: '2' },
}

const quiet = isQuiet(process)

/** Installs the packages; `withTools` includes development dependencies. */
export function install({ withTools = false } = {}) {
  require(nodeProblem(process.version))
  require(folderNameProblem(root))
  if (installedExtent({ withTools }) === undefined) return
  require(checkoutProblem(root, [buildsOf(root), join(root, 'node_modules')]))
  withLock(root, { what: 'installing packages', onWait }, () => {
    const extent = installedExtent({ withTools })
    if (extent === undefined) return
    const servers = runningServers(root)
    if (servers.length > 0) exit(messages.installUnderServer(servers.map(({ pid }) => pid)))
    // Packages that are there are deleted first.
    if (!existsSync(join(root, 'node_modules'))) require(spaceProblem(root, installBytes[extent]))
    step('Installing packages', () => {
      npm(['ci', extent === 'tools' ? '--include=dev' : '--omit=dev', '--include=optional'])
      // Node itself is fetched by the script of its package, which is needed even if npm is set to run no scripts.
      if (!existsSync(node) || versionOf(node) === undefined) npm(['rebuild', 'node', '--ignore-scripts=false'])
      requireWorkingPackages()
    })
    writeFileSync(installStamp, `${lockHash()} ${extent}`)
    rmSync(ownCache, { recursive: true, force: true })
  })
}

const lockHash = () => hash([readFileSync(join(root, 'package-lock.json'))])

/** Returns which packages have to be installed: those of the app, or also the tools; undefined if they are there. */
function installedExtent({ withTools }) {
  const [installed, extent] = existsSync(installStamp) ? readFileSync(installStamp, 'utf8').split(' ') : []
  // Development dependencies already installed are kept.
  const needed = withTools || extent === 'tools' ? 'tools' : 'app'
  return installed === lockHash() && needed === extent && versionOf(node) !== undefined ? undefined : needed
}

/** Checks what an older Node or a setting of npm leaves out in silence; without the stamp, the next start installs again. */
function requireWorkingPackages() {
  if (versionOf(node) === undefined) exit(messages.runtimeMissing(reasonOf(spawnSync(node, ['--version'], { encoding: 'utf8' }))))
  const native = spawnSync(node, ['--input-type=module', '--eval', `await import('rolldown')`], { cwd: root, encoding: 'utf8' })
  if (native.status !== 0) exit(messages.nativeMissing(reasonOf(native)))
}

function versionOf(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Returns the line of a child's output that names the failure. */
function reasonOf({ error, stderr, signal }) {
  const named = stderr?.split('\n').find((line) => /^\s*(?:\w*Error|\[?cause\]?)\b.*:/.test(line))
  return error?.code ?? named?.trim() ?? signal ?? 'no reason given'
}

/** Runs npm, whatever runs this script: other package managers name themselves in the variable of npm's own file. */
function npm(args) {
  const own = process.env.npm_execpath
  const isNpm = own !== undefined && basename(own) === 'npm-cli.js'
  const beside = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  const file = isNpm ? own : existsSync(beside) ? beside : undefined
  if (!file && spawnSync('npm', ['--version'], { cwd: root }).error) exit(messages.npmMissing())
  const all = [...args, '--no-audit', '--no-fund', '--loglevel=error']
  const [command, rest] = file ? [process.execPath, [file, ...all]] : ['npm', all]
  const { status, signal, stderr } = start(command, rest, { NODE_ENV: '', ...cacheForNpm() }, [
    'ignore',
    quiet ? 'ignore' : 'inherit',
    'pipe',
  ])
  if (status === 0) return
  const printed = stderr.toString()
  require(installProblem(printed, root))
  process.stderr.write(printed)
  exit(signal ? messages.ended('The installation of packages', signal) : messages.failed('The installation of packages', status))
}

/** A cache in the checkout, which lasts until the installation has succeeded. */
const ownCache = join(buildsOf(root), 'npm-cache')

/** Gives npm a cache where its own cannot be written to. */
function cacheForNpm() {
  const unusable = unusableNpmCache(process.env)
  if (unusable === undefined) return {}
  if (!quiet && !existsSync(ownCache)) console.log(messages.npmCache(unusable))
  mkdirSync(ownCache, { recursive: true })
  return { npm_config_cache: ownCache, npm_config_logs_dir: join(ownCache, '_logs') }
}

/** Compiles the catalogues (a missing translation fails here), bundles the pages and compresses files for browsers. */
export function build({ force = false } = {}) {
  const state = hash(
    sources
      .flatMap(listFiles)
      .sort()
      .flatMap((file) => [file, readFileSync(join(root, file))]),
  )
  const isBuilt = () => !force && existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === state
  if (isBuilt()) return
  require(folderNameProblem(root))
  require(checkoutProblem(root, [buildsOf(root)]))
  withLock(root, { what: 'building', onWait }, () => {
    if (isBuilt()) return
    require(memoryProblem(availableMemory(), buildMemory))
    require(spaceProblem(root, buildBytes))
    const folder = join(buildsOf(root), `${state.slice(0, 12)}-${Date.now().toString(36)}`)
    mkdirSync(folder)
    step('Building', () => {
      compileCatalogues()
      const { flags, env: bounds } = availableMemory() < easyMemory ? savesMemory : { flags: [], env: {} }
      const env = { NODE_ENV: 'production', BUILD_ID: state.slice(0, 16), ...bounds }
      run(
        node,
        [...flags, 'node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--logLevel', 'warn'],
        env,
        'inherit',
        'The build of the pages',
      )
      run(node, ['scripts/precompress.mjs', folder], {}, 'inherit', 'The compression of files')
      run(node, ['scripts/bundle-server.mjs', folder], {}, 'inherit', 'The build of the server')
    })
    keepEarlierAssets(root, folder)
    writeFileSync(join(folder, '.built-from'), state)
    switchBuild(root, folder)
    removeOldBuilds(root)
  })
}

export function compileCatalogues() {
  run(node, ['node_modules/@lingui/cli/dist/lingui.js', 'compile', '--strict'], {}, 'ignore', 'The check of translations')
}

/** Runs a command; exits if it fails, because it has already reported the reason. */
export function run(command, args, env = {}, stdout = 'inherit', name = basename(command)) {
  const { status, signal, error } = start(command, args, env, ['ignore', stdout, 'inherit'])
  if (error) console.error(error.message)
  else if (signal) console.error(messages.ended(name, signal))
  if (status !== 0) process.exit(status ?? 1)
}

function start(command, args, env, stdio) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  return spawnSync(command, args, { cwd: root, stdio, env: { ...process.env, PATH: path, ...env }, maxBuffer: 64 * 1024 * 1024 })
}

/** Reports a step and the time that it took. */
function step(name, action) {
  const from = Date.now()
  if (!quiet) console.log(`${name} …`)
  const clock = quiet ? undefined : startClock(name)
  try {
    action()
  } finally {
    clock?.kill()
  }
  if (!quiet) console.log(`${name}: done in ${Math.round((Date.now() - from) / 1000)} s`)
}

/** Seconds after which a step says that it is still at work. */
const stillEvery = 20

/** Says now and then that a step goes on. A process of its own, because this one waits for the step; it ends with this one. */
function startClock(name) {
  const tick = `const [name, every, parent] = process.argv.slice(1)
    let seconds = 0
    setInterval(() => {
      if (process.ppid !== Number(parent)) process.exit()
      if (++seconds % every === 0) console.log(name + ': still at work after ' + seconds + ' s')
    }, 1000)`
  const args = ['--eval', tick, '--', name, process.env.STEP_CLOCK || String(stillEvery), String(process.pid)]
  const clock = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'ignore'] })
  process.once('exit', () => clock.kill())
  // Without it, a step is just silent.
  clock.on('error', () => undefined)
  return clock
}

function onWait({ what, pid }) {
  console.log(messages.waiting(what, pid))
}

function require(problem) {
  if (problem !== undefined) exit(problem)
}

function exit(problem) {
  console.error(problem)
  process.exit(1)
}

/** Checks the port before anything is changed, so that a start next to a running server touches nothing. */
async function requireFreePort() {
  const { variables, problem } = readVariables(process.env, root)
  require(problem)
  const valueOf = (name, usual) => cleanVariable(name, variables[name] ?? '').value || usual
  const host = valueOf('HOST', '127.0.0.1')
  const port = Number(valueOf('PORT', '3000'))
  // The server names what is wrong with the variable.
  if (!Number.isInteger(port) || port > 65_535) return
  const probe = createServer().listen(port, host)
  await once(probe, 'listening').catch((error) => exit(portProblem(error, host, port)))
  probe.close()
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

// The script may be started through a link.
if (existsSync(process.argv[1] ?? '') && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  require(nodeProblem(process.version))
  if (process.argv.includes('--start')) await requireFreePort()
  install({ withTools: process.argv.includes('--with-tools') })
  build({ force: process.argv.includes('--force-build') })
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { bornAt, buildsOf } from '#app/server/preflight/running.mjs'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

let parent: string
let root: string
/** A checkout that is installed and built; its copies spare a test what is not its subject. */
let template: string
beforeAll(async () => {
  template = makeCheckout(join(realpathSync(mkdtempSync(join(tmpdir(), 'quartet-prepared-'))), 'app'))
  await prepare(['--quiet'], { folder: template })
})
afterAll(() => rmSync(dirname(template), { recursive: true, force: true }))
beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-prepare-')))
  root = makeCheckout(join(parent, 'app'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

function write(path: string, text: string, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
}

/** A checkout with the real script, and programs in place of npm and the tools, which note how they were called. */
function makeCheckout(folder: string): string {
  for (const name of ['scripts/prepare.mjs', 'app/server/preflight']) cpSync(join(checkout, name), join(folder, name), { recursive: true })
  for (const name of ['engine', 'src/locales', 'public']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['app.config.ts', 'lingui.config.ts', 'vite.config.ts', 'tsconfig.json', 'package-lock.json', 'package.json'])
    write(join(folder, name), '{}')
  write(join(folder, 'scripts/precompress.mjs'), '')
  write(
    join(folder, 'scripts/bundle-server.mjs'),
    `import { cpSync } from 'node:fs'; cpSync('app.config.ts', process.argv[2] + '/host/serve.js')`,
  )
  setNpm(folder)
  return folder
}

/** Turns the checkout into one that is installed and built. */
function useInstalled() {
  rmSync(root, { recursive: true })
  // Links inside of the checkout stay relative.
  cpSync(template, root, { recursive: true, verbatimSymlinks: true })
}

/** Turns the checkout into one that is built, and lacks its packages. */
function useBuilt() {
  useInstalled()
  for (const name of ['node_modules', 'npm.log']) rmSync(join(root, name), { recursive: true })
}

const linksNode = `mkdir -p node_modules/.bin && ln -sf '${process.execPath}' node_modules/.bin/node`

/** A program in place of npm. Without scripts, `npm ci` leaves out Node, as with `ignore-scripts`. */
function setNpm(folder: string, { ci = linksNode, rebuild = ':', native = '', vite = '' } = {}) {
  const files: Record<string, string> = {
    'rolldown/package.json': '{ "main": "index.js" }',
    'rolldown/index.js': native,
    '@lingui/cli/dist/lingui.js': '',
    'vite/bin/vite.js': `${vite}; require('node:fs').mkdirSync(process.argv[process.argv.indexOf('--outDir') + 1] + '/client')`,
  }
  const writes = Object.entries(files).map(
    ([name, text]) => `mkdir -p node_modules/${dirname(name)} && cat > node_modules/${name} <<'END'\n${text}\nEND`,
  )
  const script = `#!/bin/sh
echo "$@" >> npm.log
echo "cache $npm_config_cache" >> npm.log
case "$1" in
  ci) rm -rf node_modules
${ci}
${writes.join('\n')}
  ;;
  rebuild) ${rebuild} ;;
esac`
  write(join(folder, 'bin/npm'), script, 0o755)
}

const children: ChildProcess[] = []
afterEach(() => children.splice(0).forEach((child) => void child.kill('SIGKILL')))

async function prepare(
  args: readonly string[] = [],
  { env = {}, folder = root }: { env?: Record<string, string | undefined>; folder?: string } = {},
) {
  const child = spawn(process.execPath, [join(folder, 'scripts/prepare.mjs'), ...args], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, HOME: parent, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  children.push(child)
  for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (chunk: string) => (output[name] += chunk))
  await once(child, 'close')
  return { code: child.exitCode, ...output }
}

/** Variables of a process on another machine: what Node says of it is replaced. */
const onMachine = (script: string) => ({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` })
const withMemory = (bytes: number) =>
  onMachine(`import os from 'node:os'
    import { syncBuiltinESMExports } from 'node:module'
    os.totalmem = process.constrainedMemory = () => ${bytes}
    syncBuiltinESMExports()`)

const calls = () => (existsSync(join(root, 'npm.log')) ? readFileSync(join(root, 'npm.log'), 'utf8') : '')
const isInstalled = () => existsSync(join(root, 'node_modules/.quartet-installed'))
const buildsIn = (folder: string) => readdirSync(buildsOf(folder)).filter((name) => name !== 'running')

/** A failure is one line that contains all of the texts. */
function expectRefusal({ code, stderr }: { code: number | null; stderr: string }, ...texts: string[]) {
  expect(code).toBe(1)
  expect(stderr).toMatch(/^[^\n]+\n$/)
  for (const text of texts) expect(stderr).toContain(text)
}

/** Makes the checkout need a package. */
function requireLeft() {
  const integrity = `sha512-${'A'.repeat(86)}==`
  const left = { version: '1.0.0', resolved: 'https://registry.npmjs.org/left/-/left-1.0.0.tgz', integrity }
  const own = { name: 'app', version: '1.0.0', dependencies: { left: '1.0.0' } }
  write(join(root, 'package.json'), JSON.stringify(own))
  write(join(root, 'package-lock.json'), JSON.stringify({ ...own, lockfileVersion: 3, packages: { '': own, 'node_modules/left': left } }))
}

/** A mirror that lets no package through. */
async function openForbidding(): Promise<string> {
  const mirror = createHttpServer((_asked, answer) => answer.writeHead(403).end())
  mirror.listen(0, '127.0.0.1')
  await once(mirror, 'listening')
  onTestFinished(() => void mirror.close())
  const address = mirror.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

describe('a start', () => {
  test('a start installs and builds once, and reports each step with its time', async () => {
    const first = await prepare(['--start'], { env: { PORT: '0' } })
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/Installing packages …\nInstalling packages: done in \d+ s\nBuilding …\nBuilding: done in \d+ s\n/)
    expect(existsSync(join(root, 'dist/client'))).toBe(true)
    expect(await prepare(['--start'], { env: { PORT: '0' } })).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(calls().match(/^ci /gm)).toHaveLength(1)
  })

  test.each([
    ['--quiet', ['--quiet'], {}],
    ['CI', [], { CI: 'true' }],
  ])('a start prints nothing with %s', async (_name, args, env) => {
    if (args.length === 0) useBuilt()
    expect(await prepare(args, { env: { ...env } })).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('a start on a taken port, here one of .env, changes nothing', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const address = holder.address()
    if (typeof address !== 'object' || !address) throw new Error('no port')
    write(join(root, '.env'), `PORT="${address.port}"\r\n`)
    expectRefusal(await prepare(['--start']), `Port ${address.port} is taken`)
    expect([existsSync(join(root, 'node_modules')), existsSync(buildsOf(root))]).toEqual([false, false])
    holder.close()
  })

  test.each(['my#app', 'my?app', 'my%20app'])('a start in a folder named %s says so before anything is installed', async (name) => {
    root = makeCheckout(join(parent, name))
    expectRefusal(await prepare([], { folder: root }), name, 'rename')
    expect(existsSync(join(root, 'node_modules'))).toBe(false)
  })
})

test('a start on a disk without space says so before anything is installed', async () => {
  const full = `import fs from 'node:fs'; fs.statfsSync = () => ({ blocks: 9, bavail: 300, bsize: 1_000_000 })`
  expectRefusal(await prepare([], { env: onMachine(full) }), root, 'has 300 MB free, and 900 MB are needed')
  expect(existsSync(join(root, 'node_modules'))).toBe(false)
})

describe('an installation', () => {
  test.each(['/opt/pnpm/pnpm.cjs', '/opt/yarn/yarn.js', '/opt/bun/bun'])(
    'packages are installed by npm when %s runs the script',
    async (path) => {
      useBuilt()
      expect(await prepare([], { env: { npm_execpath: path } })).toMatchObject({ code: 0, stderr: '' })
      expect(calls()).toMatch(/^ci /m)
    },
  )

  test('an installation fetches Node although npm is set to run no scripts', async () => {
    useBuilt()
    setNpm(root, { ci: ':', rebuild: linksNode })
    expect(await prepare()).toMatchObject({ code: 0, stderr: '' })
    expect(calls()).toMatch(/^rebuild node --ignore-scripts=false/m)
  })

  test.each([
    ['without Node', { ci: ':' }, 'Node 24'],
    ['without a native part', { native: `throw new Error('Cannot find native binding')` }, 'Cannot find native binding'],
  ])('an installation %s fails in one line, and the next start installs again', async (_name, npm, reason) => {
    useBuilt()
    setNpm(root, npm)
    expectRefusal(await prepare(), reason)
    expect(isInstalled()).toBe(false)
    setNpm(root)
    expect(await prepare()).toMatchObject({ code: 0 })
  })

  test('the real npm with a registry that is not there ends in one line with the cause and the remedy', async () => {
    requireLeft()
    const npm = { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0', npm_config_cache: join(parent, 'cache') }
    const words = 'The registry 127.0.0.1:1 cannot be reached (ECONNREFUSED)'
    expectRefusal(await prepare([], { env: { PATH: process.env.PATH ?? '', ...npm } }), words, 'registry')
    expect(isInstalled()).toBe(false)
  })

  test.each([
    ['where nothing can be created', false, () => ({ HOME: '/proc' })],
    ['that is a file', true, () => (write(join(parent, 'file'), ''), { HOME: join(parent, 'file') })],
    [
      'with a part that is broken',
      true,
      () => (write(join(parent, 'cache/_cacache/tmp'), ''), { npm_config_cache: join(parent, 'cache') }),
    ],
  ])('an installation with a cache %s uses one of its own, says so, and removes it', async (_name, isBuilt, open) => {
    if (isBuilt) useBuilt()
    setNpm(root, {
      ci: `mkdir "\${npm_config_cache:?}/_cacache" && ${linksNode}`,
      vite: `if (require('node:fs').existsSync('.builds/npm-cache')) throw new Error('a cache is left')`,
    })
    const { stdout, ...ended } = await prepare([], { env: open() })
    expect(ended).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^npm cannot write to its cache [^\n]+$/m)
    const own = join(buildsOf(root), 'npm-cache')
    expect(calls()).toContain(`cache ${own}\n`)
    expect(existsSync(own)).toBe(false)
  })

  test('an installation uses the cache of npm, if there is nothing wrong with it', async () => {
    useBuilt()
    const cache = join(parent, 'cache')
    expect(await prepare([], { env: { npm_config_cache: cache } })).toMatchObject({ code: 0, stdout: expect.not.stringContaining('cache') })
    expect(calls()).toContain(`cache ${cache}\n`)
  })

  test('the real npm with a registry that forbids a package ends in one line, also with a home folder in which nothing can be created', async () => {
    const registry = await openForbidding()
    requireLeft()
    const env = { PATH: process.env.PATH ?? '', npm_config_registry: registry, npm_config_fetch_retries: '0' }
    expectRefusal(await prepare([], { env: { ...env, HOME: '/proc' } }), 'refuses left (403)', 'registry')
    expect(isInstalled()).toBe(false)
  })

  test('a step that takes long says so, and falls silent with it', async () => {
    useBuilt()
    setNpm(root, { ci: `while ! grep -q 'still at work' seen; do sleep 0.1; done\n${linksNode}` })
    const out = openSync(join(root, 'seen'), 'a')
    const child = spawn(process.execPath, [join(root, 'scripts/prepare.mjs')], {
      cwd: root,
      env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, HOME: parent, STEP_CLOCK: '1' },
      stdio: ['ignore', out, 'ignore'],
    })
    await once(child, 'close')
    expect(child.exitCode).toBe(0)
    expect(readFileSync(join(root, 'seen'), 'utf8')).toMatch(
      /Installing packages: still at work after \d+ s\n[^]*Installing packages: done/,
    )
  })

  test('an installation that is killed is done again by the next start', async () => {
    useBuilt()
    setNpm(root, { ci: 'kill -9 $PPID' })
    expect(await prepare()).toMatchObject({ code: null })
    expect(isInstalled()).toBe(false)
    setNpm(root)
    expect(await prepare()).toMatchObject({ code: 0, stderr: '' })
    expect(isInstalled()).toBe(true)
  })

  test('a start works in a folder with spaces and Cyrillic letters, through a link, and with odd variables', async () => {
    const folder = makeCheckout(join(parent, 'мои программы & co'))
    const link = join(parent, 'link')
    symlinkSync(folder, link)
    const env = { NODE_ENV: 'development', LANG: 'C', LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Chatham' }
    expect(await prepare([], { env, folder: link })).toMatchObject({ code: 0, stderr: '' })
    expect([existsSync(join(folder, 'dist/client')), existsSync(join(folder, 'node_modules/.quartet-installed'))]).toEqual([true, true])
  })

  test('two starts at the same time install once', async () => {
    useBuilt()
    setNpm(root, { ci: `sleep 1; ${linksNode}` })
    const results = await Promise.all([prepare(), prepare()])
    expect(results.map(({ code }) => code)).toEqual([0, 0])
    expect(calls().match(/^ci /gm)).toHaveLength(1)
  })

  test.each([
    ['of an older release', () => write(join(root, 'node_modules/.quartet-installed'), 'another-lockfile app')],
    ['that somebody has installed without the script', () => rmSync(join(root, 'node_modules/.quartet-installed'))],
    ['without what the stamp promises', () => rmSync(join(root, 'node_modules/.bin'), { recursive: true })],
  ])('packages %s are replaced by what is needed', async (_what, leave) => {
    useInstalled()
    leave()
    write(join(root, 'node_modules/left-over/index.js'), '')
    expect(await prepare()).toMatchObject({ code: 0, stderr: '' })
    expect([isInstalled(), existsSync(join(root, 'node_modules/left-over'))]).toEqual([true, false])
    expect(calls().match(/^ci /gm)).toHaveLength(2)
  })

  test.each<[string, Record<string, string | undefined>]>([
    ['without HOME', { HOME: undefined }],
    ['with a HOME that is not there', { HOME: '/nonexistent' }],
    ['with a HOME that is read-only', { HOME: '/proc' }],
    ['without a folder for temporary files', { TMPDIR: '/nonexistent' }],
  ])('a start works %s', async (_what, env) => {
    useBuilt()
    expect(await prepare(['--start'], { env: { ...env, PORT: '0' } })).toMatchObject({ code: 0, stderr: '' })
    expect(isInstalled()).toBe(true)
  })

  test('a start under umask 077 makes a build that the same account serves, and the next start keeps it', async () => {
    const { status } = spawnSync('sh', ['-c', `umask 077; exec "$0" scripts/prepare.mjs`, process.execPath], {
      cwd: root,
      env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, HOME: parent },
    })
    expect(status).toBe(0)
    const built = statSync(join(root, 'dist/client'))
    expect([built.mode & 0o777, built.uid]).toEqual([0o700, process.getuid?.()])
    expect(await prepare(['--start'], { env: { PORT: '0' } })).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('packages are not replaced under a running server', async () => {
    useInstalled()
    write(join(buildsOf(root), 'running/1'), JSON.stringify({ pid: process.pid, born: bornAt(process.pid), build: '' }))
    write(join(root, 'package-lock.json'), '{ "changed": true }')
    expectRefusal(await prepare(), `process ${process.pid}`, 'stop it first')
    expect(calls().match(/^ci /gm)).toHaveLength(1)
  })
})

describe('a build', () => {
  test('a checkout that cannot be written to serves what is built, and names who can build', async () => {
    useInstalled()
    // Root may write to everything but what the system itself provides.
    const isRoot = process.getuid?.() === 0
    const as = (args: string[]) => {
      const [command = '', ...rest] = isRoot
        ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', process.execPath]
        : [process.execPath]
      const { status, stderr } = spawnSync(command, [...rest, 'scripts/prepare.mjs', ...args], {
        cwd: root,
        env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin` },
        encoding: 'utf8',
      })
      return { code: status, stderr }
    }
    chmodSync(parent, 0o755)
    const folders = [root, buildsOf(root)]
    for (const folder of folders) chmodSync(folder, 0o555)
    expect(as(['--start'])).toEqual({ code: 0, stderr: '' })
    expectRefusal(as(['--force-build']), root, 'EACCES', isRoot ? 'as root' : 'where it can')
    for (const folder of folders) chmodSync(folder, 0o755)
  })

  test('a build that fails leaves the current one in place, and the next removes what is left of it', async () => {
    useInstalled()
    const current = realpathSync(join(root, 'dist'))
    write(join(root, 'node_modules/vite/bin/vite.js'), `console.error('broken'); process.exit(3)`)
    expect(await prepare(['--force-build'])).toMatchObject({ code: 3, stderr: 'broken\n' })
    expect(realpathSync(join(root, 'dist'))).toBe(current)
    setNpm(root)
    rmSync(join(root, 'node_modules'), { recursive: true })
    expect(await prepare(['--force-build'])).toMatchObject({ code: 0 })
    expect(buildsIn(root)).toHaveLength(1)
  })

  test('a build with too little memory is refused with what it needs', async () => {
    expectRefusal(await prepare([], { env: withMemory(512 * 1024 ** 2) }), 'needs 900 MB of memory, and 537 MB are available')
    expect(buildsIn(root)).toEqual([])
  })

  test.each([
    ['1 GiB', 1, ['--max-old-space-size=480', '1']],
    ['8 GiB', 8, [null, null]],
  ])('a build with %s of memory has the heap and the threads that fit into it', async (_name, gibibytes, bounds) => {
    const seen = `[process.execArgv.find((flag) => flag.includes('old-space')) ?? null, process.env.RAYON_NUM_THREADS ?? null]`
    setNpm(root, { vite: `require('node:fs').writeFileSync('seen.json', JSON.stringify(${seen}))` })
    expect(await prepare([], { env: withMemory(gibibytes * 1024 ** 3) })).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(readFileSync(join(root, 'seen.json'), 'utf8'))).toEqual(bounds)
  })

  test('a build that is killed names the signal and the likely reason', async () => {
    setNpm(root, { vite: `process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)` })
    const { code, stderr } = await prepare()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The build of the pages was ended by SIGKILL, [^\n]*memory[^\n]*\n$/)
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveBuiltFiles } from '../web/built-files.ts'
import { bornAt, buildsOf, currentBuild, keepEarlierAssets, removeOldBuilds, runningServers, switchBuild, withLock } from './running.mjs'

let root: string
let children: ChildProcess[] = []
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-running-')))
  mkdirSync(buildsOf(root))
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  rmSync(root, { recursive: true, force: true })
})

function makeBuild(name: string): string {
  const folder = join(buildsOf(root), name)
  mkdirSync(join(folder, 'client'), { recursive: true })
  writeFileSync(join(folder, 'client/page.js'), name)
  return folder
}

const module = new URL('running.mjs', import.meta.url).href

/** Runs code next to these functions in another process, and waits for its first output. */
async function startProcess(code: string): Promise<ChildProcess> {
  const program = `const running = await import(${JSON.stringify(module)}); const root = ${JSON.stringify(root)}; ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const marks = (build: string) => `running.markRunning(root, ${JSON.stringify(build)}); console.log(1); setInterval(() => {}, 1000)`

test('a new build replaces a plain folder and then a link, and the link survives a move of the checkout', () => {
  mkdirSync(join(root, 'dist/client'), { recursive: true })
  for (const name of ['a', 'b']) {
    switchBuild(root, makeBuild(name))
    expect(readFileSync(join(root, 'dist/client/page.js'), 'utf8')).toBe(name)
    expect(currentBuild(root)).toBe(join(buildsOf(root), name))
  }
})

test('files of a killed start are removed with the next build, and those of a running one are not', async () => {
  const waits = `running.withLock(root, { what: 'building', onWait() {} }, () => { console.log(1); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) })`
  const killed = await startProcess(waits)
  await kill(killed)
  const left = join(buildsOf(root), `lock-${killed.pid}`)
  expect(existsSync(left)).toBe(true)
  const later = await startProcess(waits)
  removeOldBuilds(root)
  expect(existsSync(left)).toBe(false)
  expect(existsSync(join(buildsOf(root), `lock-${later.pid}`))).toBe(true)
})

test('a running server keeps the build that it started with, until it has ended', async () => {
  const old = makeBuild('old')
  switchBuild(root, old)
  const server = await startProcess(marks(old))
  expect(runningServers(root).map(({ pid }) => pid)).toEqual([server.pid])
  switchBuild(root, makeBuild('new'))
  const unfinished = makeBuild('unfinished')
  removeOldBuilds(root)
  expect([old, unfinished].map((folder) => existsSync(folder))).toEqual([true, false])

  await kill(server)
  removeOldBuilds(root)
  expect(runningServers(root)).toEqual([])
  expect([existsSync(old), existsSync(join(root, 'dist/client/page.js'))]).toEqual([false, true])
})

test('the mark of another process with the same id is no server', () => {
  mkdirSync(join(buildsOf(root), 'running'))
  writeFileSync(join(buildsOf(root), 'running/1'), JSON.stringify({ pid: process.pid, born: 'earlier', build: '' }))
  expect(runningServers(root)).toEqual([])
})

test('a second process waits for the lock, says so once, and works when the first has ended', async () => {
  const holder = await startProcess(
    `running.withLock(root, { what: 'building', onWait() {} }, () => { console.log(1); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) })`,
  )
  const waiting = await startProcess(
    `running.withLock(root, { what: 'building', onWait: (holder) => console.log(JSON.stringify(holder)) }, () => console.log('done'))`,
  )
  const ended = once(waiting, 'exit')
  expect(waiting.exitCode).toBe(null)
  await kill(holder)
  expect(await ended).toEqual([0, null])
})

test('the lock of a killed process is taken over at once', async () => {
  const holder = await startProcess(
    `running.withLock(root, { what: 'building', onWait() {} }, () => { console.log(1); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) })`,
  )
  await kill(holder)
  const waits: unknown[] = []
  expect(withLock(root, { what: 'building', onWait: (lock) => waits.push(lock) }, () => 'done')).toBe('done')
  expect(waits).toEqual([])
})

test('a process is known by its id and its birth', () => {
  expect(bornAt(process.pid)).toBeTruthy()
  expect(bornAt(2 ** 22 + 1)).toBeUndefined()
})

test('the assets of a build are served after a switch to the next, and no longer after the one after it', async () => {
  const makeAssets = (name: string) => {
    const build = makeBuild(name)
    mkdirSync(join(build, 'client/assets'))
    for (const asset of ['shared.js', `${name}.js`]) writeFileSync(join(build, 'client/assets', asset), `from ${name}`)
    keepEarlierAssets(root, build)
    switchBuild(root, build)
    removeOldBuilds(root)
    const server = new Hono().get('*', serveBuiltFiles([join(build, 'client'), join(build, 'earlier')]))
    return async (asset: string) => {
      const response = await server.request(`/assets/${asset}`)
      return response.status === 200 ? response.text() : response.status
    }
  }
  const first = makeAssets('first')
  expect(await first('first.js')).toBe('from first')
  const second = makeAssets('second')
  expect([await second('first.js'), await second('second.js'), await second('shared.js')]).toEqual([
    'from first',
    'from second',
    'from second',
  ])
  const third = makeAssets('third')
  expect([await third('first.js'), await third('second.js')]).toEqual([404, 'from second'])
})

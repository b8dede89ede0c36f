// Which processes use this checkout: servers, which keep the build that they started with, and starts that install or build.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'

/** Builds, each in a folder of its own, next to which a running server leaves its mark. A release has no such folder. */
export const buildsOf = (root) => join(root, '.builds')
const marksOf = (root) => join(buildsOf(root), 'running')

/** Returns when a process was born, because ids are used again; undefined if it does not run. */
export function bornAt(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another account's process is running, too.
    if (error.code !== 'EPERM') return undefined
  }
  try {
    if (!existsSync('/proc/self/stat')) return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses, and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

const isAlive = ({ pid, born }) => born !== undefined && bornAt(pid) === born

function readMark(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // Gone, or half written by a process that died.
    return undefined
  }
}

/** Marks a build as used by this process until it ends. */
export function markRunning(root, build) {
  if (!existsSync(buildsOf(root))) return
  const path = join(marksOf(root), String(process.pid))
  try {
    mkdirSync(marksOf(root), { recursive: true })
    writeFileSync(path, JSON.stringify({ pid: process.pid, born: bornAt(process.pid), build }))
  } catch {
    // A service may have no right to write next to its program.
    return
  }
  process.once('exit', () => rmSync(path, { force: true }))
}

/** Returns the servers that run from a checkout, and removes the marks of those that have died. */
export function runningServers(root) {
  const folder = marksOf(root)
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const mark = readMark(join(folder, name))
    if (mark && isAlive(mark)) return [mark]
    rmSync(join(folder, name), { force: true })
    return []
  })
}

/** Files that a start needs only while it runs, named by its process: a kill leaves them behind, and nothing reads them. */
const ofStart = /^(?:lock|lock-stale|link)-(\d+)$/

/** Removes builds that no server uses, except the current one, and what killed starts have left. */
export function removeOldBuilds(root) {
  const used = [...runningServers(root).map(({ build }) => build), currentBuild(root)]
  for (const entry of readdirSync(buildsOf(root), { withFileTypes: true })) {
    const path = join(buildsOf(root), entry.name)
    const pid = ofStart.exec(entry.name)?.[1]
    if (pid !== undefined && bornAt(Number(pid)) === undefined) rmSync(path, { force: true })
    if (entry.isDirectory() && path !== marksOf(root) && !used.includes(path)) rmSync(path, { recursive: true, force: true })
  }
}

/** The folder of the current build; undefined before the first. */
export function currentBuild(root) {
  return existsSync(join(root, 'dist')) ? realpathSync(join(root, 'dist')) : undefined
}

/**
 * Keeps the assets of the present build for the pages of it that stay open, in the folder `earlier` of the next one. Those of still earlier
 * builds are not kept. Links take no space, and stay when the build is removed.
 */
export function keepEarlierAssets(root, build) {
  const assets = join(currentBuild(root) ?? build, 'client/assets')
  if (currentBuild(root) === build || !existsSync(assets)) return
  const earlier = join(build, 'earlier/assets')
  mkdirSync(earlier, { recursive: true })
  for (const name of readdirSync(assets)) {
    if (existsSync(join(build, 'client/assets', name))) continue
    try {
      linkSync(join(assets, name), join(earlier, name))
    } catch {
      // Some file systems have no links.
      copyFileSync(join(assets, name), join(earlier, name))
    }
  }
}

/**
 * Makes a finished build the current one. `dist` is a link, and a rename replaces it in one step: a start, or a kill in the middle, finds the
 * old build or the new one, never a half of each. A running server has resolved the link when it started, so it goes on with the files of
 * its own build, which `removeOldBuilds` keeps until it ends.
 */
export function switchBuild(root, build) {
  const dist = join(root, 'dist')
  // Earlier releases built into a plain folder.
  if (lstatSync(dist, { throwIfNoEntry: false })?.isDirectory()) renameSync(dist, join(buildsOf(root), `before-${process.pid}`))
  const link = join(buildsOf(root), `link-${process.pid}`)
  rmSync(link, { force: true })
  // Relative, because the checkout may be moved.
  symlinkSync(relative(root, build), link)
  renameSync(link, dist)
}

const pauseMillis = 500

/**
 * Runs an action while no other process does the same kind of work in this checkout. A lock of a dead process is taken over. `onWait` is called
 * once, with the lock in the way.
 */
export function withLock(root, { what, onWait }, action) {
  mkdirSync(buildsOf(root), { recursive: true })
  const lock = join(buildsOf(root), 'lock')
  const own = `${lock}-${process.pid}`
  // Written before it is linked, so that nobody reads half of it.
  writeFileSync(own, JSON.stringify({ pid: process.pid, born: bornAt(process.pid), what }))
  let isHeld = false
  const release = () => {
    rmSync(own, { force: true })
    if (isHeld) rmSync(lock, { force: true })
    isHeld = false
  }
  // The action may end the process.
  process.once('exit', release)
  try {
    let hasWaited = false
    while (!(isHeld = takes(own, lock))) {
      const holder = readMark(lock)
      if (!holder || !isAlive(holder)) removeStale(lock, holder)
      else {
        if (!hasWaited) onWait(holder)
        hasWaited = true
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMillis)
      }
    }
    return action()
  } finally {
    release()
    process.off('exit', release)
  }
}

function takes(own, lock) {
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a dead process, but not that of a process which has taken it in between. */
function removeStale(lock, holder) {
  const aside = `${lock}-stale-${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  const moved = readMark(aside)
  if (moved && (moved.pid !== holder?.pid || moved.born !== holder?.born)) takes(aside, lock)
  rmSync(aside, { force: true })
}

// The key of the engine's tests: they give the same result until the engine, a package that it loads, or Node changes.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Files outside `engine/` that its tests use. */
const alsoUsed = ['vitest.config.ts', 'tests/fixtures/campaign.ts']

/** Returns a hash of everything that the engine's tests depend on. */
export function engineKey(root) {
  const files = readdirSync(join(root, 'engine'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const sum = createHash('sha256').update(nodeVersion(root)).update(`${process.platform} ${process.arch}`)
  const imported = new Set(['vitest'])
  for (const file of [...files, ...alsoUsed.map((path) => join(root, path))]) {
    const content = readFileSync(file)
    sum.update(file.slice(root.length)).update(content)
    if (/\.m?tsx?$/.test(file)) for (const name of packagesOf(content.toString())) imported.add(name)
  }
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  for (const [path, { version, integrity }] of closure(locked, imported)) sum.update(`${path} ${version} ${integrity}\n`)
  return sum.digest('hex').slice(0, 16)
}

/** Names of the packages in imports and look-ups of a source file. */
function packagesOf(source) {
  const names = [...source.matchAll(/(?:from|import\(|resolve\(|import)\s*'(@[\w.-]+\/[\w.-]+|[a-z][\w.-]*)/g)].map(([, name]) => name)
  return names.filter((name) => name !== undefined && !name.startsWith('node:'))
}

/** The lockfile's entries of these packages and of all that they depend on, in order. */
function closure(locked, names) {
  const found = new Map()
  const visit = (name, from) => {
    const path = findPackage(locked, name, from)
    if (path === undefined || found.has(path)) return
    const entry = locked[path]
    found.set(path, entry)
    for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies })) visit(next, path)
  }
  for (const name of names) visit(name, '')
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Returns the folder in which Node finds a package from another one; undefined if it is not installed. */
function findPackage(locked, name, from) {
  for (let folder = from; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (locked[path]) return path
    if (folder === '') return undefined
  }
}

const nodeVersion = (root) => JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8')).version

/** Outside of the checkout, so that a fresh clone on the same machine knows it too. */
const recordOf = (key) => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'quartet', 'engine-tests', key)

/** Returns when the engine's tests passed with this key; undefined if they have not. */
export function passedAt(key) {
  return existsSync(recordOf(key)) ? readFileSync(recordOf(key), 'utf8').trim() : undefined
}

/** Records that the engine's tests passed with this key. */
export function recordPass(key) {
  mkdirSync(dirname(recordOf(key)), { recursive: true })
  writeFileSync(recordOf(key), `${new Date().toISOString()}\n`)
}

// Decides whether this machine, folder and account can run the app. It needs no package and runs on Node 18, because `npm start` asks before
// anything is installed. Each function returns one line for the operator, or undefined.
// The default export, because a name that an old Node lacks would end this file before it says so.
import fs, { accessSync, constants, existsSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { homedir, totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { messages } from './messages.mjs'

/** The oldest major version that installs and builds. The app itself runs on the version that the lockfile installs. */
const oldestNode = 20

export function nodeProblem(version) {
  return Number.parseInt(version.replace(/^v/, ''), 10) < oldestNode ? messages.node(version.replace(/^v/, ''), oldestNode) : undefined
}

/** Vite reads `?` and `#` in a path as parts of a URL, and decodes `%20`. */
export function folderNameProblem(folder) {
  const found = [...new Set(folder.match(/[?#]|%[0-9a-f]{2}/gi))]
  return found.length > 0 ? messages.folderName(folder, found) : undefined
}

/** An address as it is written in a URL. */
export const addressOf = (host, port) => `${host.includes(':') ? `[${host}]` : host}:${port}`

export function portProblem({ code, message }, host, port) {
  if (code === 'EADDRINUSE') return messages.portTaken(port)
  if (code === 'EACCES') return messages.portRights(port)
  return messages.portOther(addressOf(host, port), code ?? message)
}

/** Bytes of memory that this process may use: of the machine, or of its control group. */
export function availableMemory() {
  // Without a limit it is 0, or more than any machine has.
  const limit = process.constrainedMemory?.() ?? 0
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

export function memoryProblem(available, needed) {
  return available < needed ? messages.memory(available, needed) : undefined
}

/** Explains why npm could not install, by what it has printed; undefined if that says nothing about a registry. */
export function installProblem(printed, folder) {
  const code = /^npm (?:error|ERR!) code (\S+)/m.exec(printed)?.[1]
  if (code === undefined) return undefined
  const [address = ''] = /https?:\/\/[^\s'"]+/.exec(printed) ?? []
  const url = URL.canParse(address) ? new URL(address) : undefined
  const host = url?.host ?? 'of npm'
  // The same name as in the lockfile, without the version of the archive.
  const [named = ''] = (url?.pathname ?? '').slice(1).split('/-/')
  const path = named.replace(/%2f/i, '/') || 'a package'
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(code)) return messages.registryUnknown(host, code)
  if (/TIMEDOUT|TIMEOUT/.test(code)) return messages.registrySlow(host, code)
  if (/^(?:ECONN|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET|EPIPE|EPROTO)/.test(code)) return messages.registryUnreachable(host, code)
  if (/^CERT_(?:NOT_YET_VALID|HAS_EXPIRED)$/.test(code)) return messages.registryClock(host, code, new Date().toISOString().slice(0, 10))
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code)) return messages.registryCertificate(host, code)
  if (code === 'E404') return messages.registryLacks(host, path)
  if (/^E4\d\d$/.test(code)) return messages.registryRefuses(host, code.slice(1), path)
  if (/^E5\d\d$/.test(code)) return messages.registryUnreachable(host, code.slice(1))
  if (code === 'EINTEGRITY') return messages.registryChanged(host)
  if (code === 'ENOSPC' || code === 'EDQUOT') return messages.diskFull(folder, freeBytes(folder))
  if (/^(?:EACCES|EPERM|EROFS|ENOENT)$/.test(code)) {
    const written = /^npm (?:error|ERR!) path (.+)$/m.exec(printed)?.[1]
    // Files that are missing elsewhere are not for want of rights.
    if (written && (code !== 'ENOENT' || /_cacache|_logs|\.npm\b/.test(written))) return messages.npmFolder(code, written)
  }
  return undefined
}

/** The folders of npm's cache that it creates files in. */
const cacheFolders = ['.', '_cacache', '_cacache/tmp', '_cacache/content-v2', '_cacache/index-v5']

/**
 * Returns npm's cache if it cannot be written to: npm would fail there, and where nothing can be created at all (`HOME=/proc`), its own
 * recursive mkdir would never end. npm names the cache to the scripts that it runs.
 */
export function unusableNpmCache({ npm_config_cache: named }) {
  const cache = named || join(homeOf(), '.npm')
  return cacheFolders.some((folder) => refusalIn(join(cache, folder))) ? cache : undefined
}

/** Checks that packages and builds can be written into the checkout. */
export function checkoutProblem(root, folders) {
  const code = [root, ...folders].map(refusalIn).find((refusal) => refusal !== undefined)
  if (code === undefined) return undefined
  const owner = realSystem.ownerOf(root)
  return messages.checkout(root, code, owner === process.getuid?.() ? undefined : (realSystem.nameOf(owner) ?? `user ${owner}`))
}

function homeOf() {
  try {
    return homedir()
  } catch {
    // An account without a name has no home but that of HOME.
    return '/nonexistent'
  }
}

/** The code with which nothing can be created in a folder, or in the parent in which it would be created itself. */
function refusalIn(folder) {
  let present = resolve(folder)
  while (!existsSync(present) && dirname(present) !== present) present = dirname(present)
  try {
    rmdirSync(mkdtempSync(join(present, '.quartet-')))
    return undefined
  } catch ({ code }) {
    return code
  }
}

/** Whether a start reports problems only: by its argument, npm's `--quiet` and `--silent`, or where nobody looks. */
export function isQuiet({ env, argv }) {
  return argv.includes('--quiet') || Boolean(env.CI) || ['silent', 'error', 'warn'].includes(env.npm_config_loglevel)
}

/** Whether an error, or a cause of it, says that a disk is full. */
export function isDiskFull(error) {
  if (!(error instanceof Error)) return false
  return error.code === 'ENOSPC' || error.code === 'EDQUOT' || isDiskFull(error.cause)
}

/** Bytes of a disk below which a failure of the embedded database, which names no reason, is one of space. */
const fullBelow = 8_000_000

/** Explains a failure to write in a folder whose disk is full. */
export function diskProblem(folder, error, read = freeBytes) {
  const free = read(folder)
  return isDiskFull(error) || free < fullBelow ? messages.diskFull(folder, free) : undefined
}

/** Bytes that a new data folder takes at its first start. */
export const newDataBytes = 100_000_000

export function spaceProblem(folder, needed, read = freeBytes) {
  const free = read(folder)
  return free < needed ? messages.diskFull(folder, free, needed) : undefined
}

/** Bytes that this account may write on the disk of a folder, which need not exist yet. */
export function freeBytes(folder) {
  let present = resolve(folder)
  while (!existsSync(present) && dirname(present) !== present) present = dirname(present)
  try {
    const { bavail, blocks, bsize } = fs.statfsSync(present)
    // The kernel's own file systems have no size.
    return blocks === 0 ? Number.MAX_SAFE_INTEGER : bavail * bsize
  } catch {
    // A disk that cannot be measured is not refused.
    return Number.MAX_SAFE_INTEGER
  }
}

/** Parts of a data folder that belong to one account. */
const parts = ['db', 'secret', 'lock', 'files', 'scratch', 'outbox']

/**
 * Checks who owns the parts of a data folder. Root could write to those of a service, and the service could not open what root has written;
 * for others, the part that is not theirs is named.
 */
export function ownerProblem(folder, { uid = process.getuid?.(), command = commandOf(process), system = realSystem } = {}) {
  if (uid === undefined) return undefined
  const present = parts.map((name) => join(folder, name)).filter((path) => system.ownerOf(path) !== undefined)
  if (uid === 0) {
    const owner = present.map((path) => system.ownerOf(path)).find((other) => other !== 0)
    if (owner === undefined) return undefined
    const name = system.nameOf(owner)
    return messages.ownedByAnother(folder, name ?? `user ${owner}`, `sudo -E -u ${name ?? `'#${owner}'`} ${command}`)
  }
  for (const part of present) {
    const path = [part, ...(part.endsWith('db') ? system.filesIn(part) : [])].find((candidate) => !system.isWritable(candidate))
    if (path === undefined) continue
    const owner = system.ownerOf(path)
    // The whole part is named, because a command has seldom written one file only.
    if (owner !== undefined && owner !== uid)
      return messages.foreign(part, system.nameOf(owner) ?? `user ${owner}`, system.nameOf(uid) ?? String(uid))
    return messages.notWritable(folder, ` (${path})`)
  }
  return undefined
}

const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** The command that started this process, as it can be typed again. */
export function commandOf({ env, argv }) {
  const script = env.npm_lifecycle_event
  const given = argv.slice(2).map(quoted).join(' ')
  if (script === 'start') return 'npm start'
  if (script) return `npm run ${script}${given ? ` -- ${given}` : ''}`
  return ['node', quoted(argv[1] ?? ''), given].filter(Boolean).join(' ')
}

const realSystem = {
  ownerOf(path) {
    try {
      return statSync(path).uid
    } catch {
      return undefined
    }
  },
  isWritable(path) {
    try {
      accessSync(path, statSync(path).isDirectory() ? constants.R_OK | constants.W_OK | constants.X_OK : constants.R_OK | constants.W_OK)
      return true
    } catch (error) {
      // A file may end while it is looked at.
      return error.code === 'ENOENT'
    }
  },
  filesIn(folder) {
    try {
      return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    } catch {
      // The folder itself is reported.
      return []
    }
  },
  nameOf(uid) {
    try {
      const line = readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .find((entry) => entry.split(':')[2] === String(uid))
      return line?.split(':')[0]
    } catch {
      return undefined
    }
  },
}

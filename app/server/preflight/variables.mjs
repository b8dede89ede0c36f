// Reads the variables of the environment and of the file `.env`, and cleans them of what editors, shells and containers leave around values.
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
// A namespace, because Node has no `parseEnv` before 20.12; the server reads the file again with the installed Node.
import * as util from 'node:util'
import { messages } from './messages.mjs'

/** Variables that name a file or a folder. */
const paths = ['DATA_DIR', 'BACKUP_DIR', 'MODELS_FILE', 'COMFYUI_WORKFLOWS', 'DISPOSABLE_DOMAINS_FILE', 'MODERATION_WORDS']

/** Keys are derived from its very characters, so another reading would lock people out. */
const exact = ['SECRET']

/** Variables whose value may be printed. */
const isPublic = (name) => paths.includes(name) || ['HOST', 'PORT', 'PUBLIC_URL', 'ROLES', 'MAIL_FROM'].includes(name)

const shownAs = (name, value) => (isPublic(name) ? `: it is ${JSON.stringify(value)}` : '')

/**
 * Returns the value without the spaces, line ends and pairs of quotes around it, or a problem where guessing could lead to another folder.
 */
export function cleanVariable(name, raw, { exists = existsSync, home = homedir() } = {}) {
  if (exact.includes(name)) return { value: raw }
  const shown = shownAs(name, raw)
  const bare = raw.trim()
  const value = /^(["']).*\1$/s.test(bare) && bare.length > 1 ? bare.slice(1, -1).trim() : bare
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(value)) return { problem: messages.controlCharacter(name, shown) }
  if (!paths.includes(name)) return { value }
  if (/^["']|["']$/.test(value)) return { problem: messages.loneQuote(name, shown) }
  if (value === '~' || value.startsWith('~/')) return { problem: messages.tilde(name, shown, JSON.stringify(`${home}${value.slice(1)}`)) }
  // An installation whose folder has the mark in its name must not begin again with an empty one.
  if (raw !== value && value !== '' && exists(resolve(raw)))
    return { problem: messages.namedAsWritten(name, shown, JSON.stringify(value), JSON.stringify(value)) }
  return { value }
}

/** Returns what is wrong with a public address that is more than an origin. */
export function publicAddressProblem(address) {
  const { origin, pathname, search, hash, username, password } = new URL(address)
  const isWhole = pathname === '/' && !/[?#]/.test(address) && !search && !hash && !username && !password
  // A name and a password must not reach a screen.
  return isWhole
    ? undefined
    : messages.wholeAddress(username || password ? '' : `: it is ${JSON.stringify(address)}`, JSON.stringify(origin))
}

/**
 * Returns all variables: those of the environment, and of the file those that the environment does not set, even to nothing. `ENV_FILE` names
 * another file; `off` none.
 */
export function readVariables(environment, folder) {
  const named = environment.ENV_FILE
  const path = resolve(folder, named || '.env')
  let text = ''
  if (named !== 'off' && (named || existsSync(path))) {
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      return { variables: environment, file: undefined, fromFile: [], overridden: [], problem: messages.unreadableFile(path, error.code) }
    }
  }
  const given = util.parseEnv?.(text.replace(/^\ufeff/, '')) ?? {}
  // An example that was copied has empty variables.
  const set = Object.keys(given).filter((name) => given[name] !== '')
  const fromFile = set.filter((name) => environment[name] === undefined)
  return {
    variables: { ...environment, ...Object.fromEntries(fromFile.map((name) => [name, given[name]])) },
    file: set.length > 0 ? path : undefined,
    fromFile,
    overridden: set.filter((name) => environment[name] !== undefined),
    problem: undefined,
  }
}

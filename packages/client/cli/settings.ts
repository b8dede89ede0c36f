import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Client, openClient } from '../src/client.ts'
import { exits, Stop } from './stop.ts'

export type Settings = { url?: string; key?: string }

/** The file with the address and the key, in the folder where the system wants settings. */
export function settingsFile({ XDG_CONFIG_HOME, APPDATA } = process.env): string {
  const usual = process.platform === 'win32' && APPDATA ? APPDATA : join(homedir(), '.config')
  return join(XDG_CONFIG_HOME || usual, 'quartet', 'settings.json')
}

export async function readSettings(): Promise<Settings> {
  const text = await readFile(settingsFile(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    const saved: unknown = JSON.parse(text)
    const of = (name: string) => {
      const value = typeof saved === 'object' && saved !== null ? Object.entries(saved).find(([one]) => one === name)?.[1] : undefined
      return typeof value === 'string' ? { [name]: value } : {}
    }
    return { ...of('url'), ...of('key') }
  } catch {
    throw new Stop(`${settingsFile()} is broken. Delete it and sign in with \`quartet login\`.`, exits.failed)
  }
}

/** Replaces the file at once. Only its owner can read it, also while it is written. */
export async function saveSettings(settings: Settings): Promise<void> {
  const file = settingsFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.${process.pid}`
  await writeFile(next, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  await chmod(next, 0o600)
  await rename(next, file)
}

export const deleteSettings = () => rm(settingsFile(), { force: true })

/** Sentences of the API are in the language of the terminal, if it is one of its two. */
const locale = () => ((process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '').startsWith('ru') ? 'ru' : 'en')

export const clientOf = (url: string, key: string | undefined): Client =>
  openClient({ url, ...(key !== undefined && { key }), locale: locale() })

/** Opens a client by `QUARTET_URL` and `QUARTET_KEY`, otherwise as somebody signed in. A saved key is sent to its own server only. */
export async function signedIn(): Promise<Client> {
  const saved = await readSettings()
  const { QUARTET_URL, QUARTET_KEY } = process.env
  const url = QUARTET_URL || saved.url
  const key = QUARTET_KEY || (url === saved.url ? saved.key : undefined)
  if (!url)
    throw new Stop('No server is known. Sign in with `quartet login --url https://…`, or set QUARTET_URL and QUARTET_KEY.', exits.refused)
  if (!key) throw new Stop(`No key for ${url} is known. Sign in with \`quartet login --url ${url}\`, or set QUARTET_KEY.`, exits.refused)
  return clientOf(url, key)
}

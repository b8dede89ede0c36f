import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { endKey, signInByCode } from './device.ts'
import { clientOf, deleteSettings, readSettings, saveSettings, settingsFile } from './settings.ts'
import { exits, Stop } from './stop.ts'

/** Reads a line, of a terminal without showing it: keys stay out of the screen and of the history of the shell. */
async function readSecret(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, terminal: false })
  if (process.stdin.isTTY) {
    process.stderr.write(question)
    process.stdin.setRawMode(true)
    let typed = ''
    for await (const chunk of process.stdin) {
      for (const letter of String(chunk)) {
        if (letter === '\u0003') throw new Stop('', exits.interrupted)
        if (letter === '\r' || letter === '\n') return (process.stdin.setRawMode(false), process.stderr.write('\n'), typed.trim())
        typed = letter === '\u007f' ? typed.slice(0, -1) : `${typed}${letter}`
      }
    }
    return typed.trim()
  }
  for await (const line of lines) return (lines.close(), line.trim())
  return ''
}

/** Reads a key that somebody has made in the settings. */
async function readKey(origin: string): Promise<string> {
  process.stderr.write(`Make a key at ${origin}/profile/settings with “read”, “generate” and “library”.\n`)
  const key = await readSecret('Paste it here: ')
  if (!/^qk_\S+$/.test(key)) throw new Stop('This is no key. Keys begin with qk_.', exits.usage)
  return key
}

/** `quartet login`: gets a key through the browser, or checks one that is pasted, and saves it with the address of its server. */
export async function login(args: string[], signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({ args, options: { url: { type: 'string' }, key: { type: 'boolean' } } })
  const url = values.url ?? process.env['QUARTET_URL'] ?? (await readSettings()).url
  if (!url) throw new Stop('Name the server: `quartet login --url https://quartet.example`.', exits.usage)
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new Stop(`${url} is no address. It begins with https://.`, exits.usage)
  const origin = url.replace(/\/+$/, '')
  const key = values.key ? await readKey(origin) : await signInByCode(origin, signal)
  const { available } = await clientOf(origin, key).call('GET /v1/tokens', {})
  await saveSettings({ url: origin, key })
  console.log(`Signed in at ${origin}: ${available} tokens. The key is in ${settingsFile()}, which only you can read.`)
}

/** `quartet logout`: forgets the key, and ends it on the server if it came through the browser; another stays valid until it is revoked there. */
export async function logout(args: string[]): Promise<void> {
  parseArgs({ args, options: {} })
  const { url, key } = await readSettings()
  await deleteSettings()
  if (url && key) await endKey(url, key)
  console.log(
    url ? `Signed out. A key that you made yourself stays valid until you revoke it at ${url}/profile/settings.` : 'Nobody was signed in.',
  )
}

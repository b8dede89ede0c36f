import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
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

/** `quartet login`: checks a key and saves it with the address of its server. */
export async function login(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { url: { type: 'string' } } })
  const url = values.url ?? process.env['QUARTET_URL'] ?? (await readSettings()).url
  if (!url) throw new Stop('Name the server: `quartet login --url https://quartet.example`.', exits.usage)
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new Stop(`${url} is no address. It begins with https://.`, exits.usage)
  const origin = url.replace(/\/+$/, '')
  process.stderr.write(`Make a key at ${origin}/profile/settings with “read”, “generate” and “library”.\n`)
  const key = await readSecret('Paste it here: ')
  if (!/^qk_\S+$/.test(key)) throw new Stop('This is no key. Keys begin with qk_.', exits.usage)
  const { available } = await clientOf(origin, key).call('GET /v1/tokens', {})
  await saveSettings({ url: origin, key })
  console.log(`Signed in at ${origin}: ${available} tokens. The key is in ${settingsFile()}, which only you can read.`)
}

/** `quartet logout`: forgets the key, which stays valid until it is revoked on the server. */
export async function logout(args: string[]): Promise<void> {
  parseArgs({ args, options: {} })
  const { url } = await readSettings()
  await deleteSettings()
  console.log(url ? `Signed out. Revoke the key at ${url}/profile/settings if nobody else uses it.` : 'Nobody was signed in.')
}

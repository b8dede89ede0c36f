#!/usr/bin/env node
import { generate } from './generate.ts'
import { balance, library, models } from './lists.ts'
import { login, logout } from './login.ts'
import { signedIn } from './settings.ts'
import { exits, Stop, stopOf } from './stop.ts'

const help = `quartet login [--url URL] [--key]            sign in through the browser; --key reads a key from the terminal or the input
quartet generate KIND "PROMPT" [-o FILE]     make an image, video, audio or text; the flags are those of \`quartet models NAME\`
    -m, --model NAME      another model than the usual one
    -o, --output FILE     a file, a folder, or - for the output; several results are FILE, FILE-2 …
    -i, --input [ROLE=]FILE   a file to work on; may be repeated
    --max-price N         refuse a higher price, in tokens
quartet models [KIND|NAME]                   list models, or the flags of one
quartet balance                              show the tokens
quartet library [list|search WORDS|download ID…] [-t KIND] [-n NUMBER] [-o FILE]
quartet logout                               forget the key

--json prints what the API answers. QUARTET_URL and QUARTET_KEY win over the saved ones. A prompt - is read from the input.
Exit codes: 0 done, 1 failed, 2 wrong usage or input, 3 not signed in, 4 not enough tokens or over a limit, 5 the run failed, 6 server unreachable or busy.`

const commands = { generate, models, balance, library }
const isCommand = (name: string): name is keyof typeof commands => name in commands

const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort(new Stop('Stopped.', exits.interrupted)))
// The reader of a pipe may leave early, as `head` does.
process.stdout.on('error', () => process.exit(exits.failed))

const [name = 'help', ...args] = process.argv.slice(2)
try {
  if (name === 'login') await login(args, stopping.signal)
  else if (name === 'logout') await logout(args)
  else if (isCommand(name)) await commands[name](await signedIn(), args, stopping.signal)
  else if (['help', '--help', '-h'].includes(name)) console.log(help)
  else throw new Stop(`There is no command ${name}.\n\n${help}`, exits.usage)
} catch (error) {
  const { message, code } = stopOf(error)
  if (message) process.stderr.write(`${message}\n`)
  process.exitCode = code
}

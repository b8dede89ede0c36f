/**
 * Runs a command of operators, for instance `node scripts/command.mjs doctor`. Before the first start there is no Node that runs TypeScript,
 * and nothing that the command imports: it ends with one line.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { messages } from '../app/server/preflight/messages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [, , name = ''] = process.argv
// The build compiles the texts, after everything is installed.
const isBuilt = Boolean(process.features.typescript) && existsSync(join(root, 'src/locales/en/server.ts'))
if (isBuilt) {
  const script = join(root, 'scripts', `${name}.ts`)
  // The command reads its own arguments, after its path.
  process.argv.splice(1, 2, script)
  await import(pathToFileURL(script).href)
} else {
  console.error(messages.notInstalled(name))
  process.exitCode = 1
}

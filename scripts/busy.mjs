// Runs a command while as many processes as the machine has cores do nothing but compute: `node scripts/busy.mjs npm test`.
// With `--stops`, a random process of the command is also stopped for a moment, again and again. What passes here does not depend on time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const args = process.argv.slice(2)
const stops = args[0] === '--stops'
const [command, ...rest] = stops ? args.slice(1) : args
if (command === undefined) {
  console.error('Usage: node scripts/busy.mjs [--stops] COMMAND [ARGUMENT …]')
  process.exit(2)
}

const spin =
  'process.on("disconnect", () => process.exit()); const turn = () => { for (let i = 0; i < 1e7; i += 1); setImmediate(turn) }; turn()'
const stdio = ['ignore', 'ignore', 'ignore', 'ipc']
const spinning = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', spin], { stdio }))
const child = spawn(command, rest, { stdio: 'inherit' })
if (stops) void stopAtRandom(child.pid)
const [status, signal] = await once(child, 'exit')
for (const one of spinning) one.kill()
process.exit(signal ? 1 : status)

/** Stops a random process for up to two seconds, every few seconds. */
async function stopAtRandom(ancestor) {
  for (;;) {
    await sleep(Math.random() * 5_000)
    const candidates = descendantsOf(ancestor)
    const pid = candidates[Math.floor(Math.random() * candidates.length)]
    if (pid === undefined) continue
    for (const name of ['SIGSTOP', 'SIGCONT']) {
      try {
        process.kill(pid, name)
      } catch {
        // It has ended.
      }
      await sleep(name === 'SIGSTOP' ? Math.random() * 2_000 : 0)
    }
  }
}

/** Process ids of everything that the process has started, directly or indirectly; Linux only. */
function descendantsOf(ancestor) {
  const parents = new Map()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended.
    }
  }
  const isBelow = (pid) => pid !== undefined && pid > 1 && (parents.get(pid) === ancestor || isBelow(parents.get(pid)))
  return [...parents.keys()].filter(isBelow)
}

// `npm test`: installs, checks, builds and runs every test, from a fresh clone. A failing step does not stop the others, and the last line
// sums them up. `--quick` runs the checks and the unit tests only; TEST_FULL=1 adds the long campaigns. No test is tried twice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { engineKey, passedAt, recordPass } from './engine-key.mjs'
import { compileCatalogues, install, node, root } from './prepare.mjs'

const startedAt = Date.now()
const cpuAtStart = machineCpuSeconds()
const isQuick = process.argv.includes('--quick')
const isFull = process.env.TEST_FULL === '1'
/** Minutes after which everything ends, whatever happens. The full run has no limit of its own. */
const limitMinutes = 75

install({ withTools: true })
compileCatalogues()

const reports = mkdtempSync(join(tmpdir(), 'quartet-reports-'))
const bin = (name) => join(root, 'node_modules/.bin', name)
const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
/** Servers and workers start dozens of times: from the second start, Node reads what it has compiled. */
const compiled = join(root, 'node_modules/.cache/quartet-tests')
const linesKept = 40
const total = { passed: 0, failed: 0 }
/** Failed tests, and the last output of steps that failed without naming one. */
const failures = []
const running = new Map()

/**
 * CPU seconds of the whole machine since its start; null where /proc is missing. The counters of child processes would leave out browsers,
 * which are killed and whose own processes nobody waits for.
 */
function machineCpuSeconds() {
  if (!existsSync('/proc/stat')) return null
  // Ticks of 10 ms: user, nice, system, idle, iowait, irq, softirq.
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/ +/).slice(1).map(Number)
  return (user + nice + system + irq + softirq) / 100
}

/** Runs one command, which counts as one test unless it writes a `report` (see tests/reporting). Returns whether it passed. */
async function step(name, command, args, { env = {}, report, isQuiet = false } = {}) {
  const from = Date.now()
  // A process group of its own, which can be ended with everything that it has started.
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  })
  running.set(name, child)
  let last = []
  for (const [source, target] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    // Only whole lines, because parallel steps print into the same terminal.
    createInterface({ input: source }).on('line', (line) => {
      if (!isQuiet) target.write(`${line}\n`)
      last = [...last.slice(1 - linesKept), line]
    })
  }
  const closed = once(child, 'close')
  const [status] = await once(child, 'exit')
  // The pipe still contains the last output; a process left behind must not hold the pipe open.
  await Promise.race([closed, sleep(2_000)])
  running.delete(name)
  const written = report && existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  const { passed, failed, failures: named } = written ?? { passed: status === 0 ? 1 : 0, failed: 0, failures: [] }
  failures.push(...named)
  if (status !== 0 && failed === 0)
    failures.push({ place: name, name: `ended with ${status ?? child.signalCode}`, reason: last.join('\n') })
  total.passed += passed
  total.failed += status !== 0 && failed === 0 ? 1 : failed
  console.log(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'}, ${((Date.now() - from) / 1000).toFixed(1)} s`)
  return status === 0
}

/** Ends what is running: first with a request to say what it is doing, then for good. */
async function endAll(reason) {
  console.log(`\n── ${reason}; still running: ${[...running.keys()].join(', ')}`)
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    for (const { pid } of running.values()) {
      try {
        process.kill(-pid, signal)
      } catch {
        // It has just ended.
      }
    }
    await sleep(10_000)
  }
}
if (!isFull) setTimeout(() => void endAll(`the ${limitMinutes} minutes of a run are over`), limitMinutes * 60_000).unref()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void endAll(`interrupted by ${signal}`).then(() => process.exit(1)))

const check = (name, command, args, env = {}) => step(name, bin(command), args, { isQuiet: true, env })

/** Excludes the tests tagged `full`, except in a full run. */
const briefly = isFull ? [] : ['--tags-filter=!full']

function vitest(name, args) {
  const report = join(reports, `${name}.json`)
  return step(name, bin('vitest'), ['run', ...briefly, ...args], { env: { VITEST_REPORT: report }, report })
}

/** Runs the engine's tests unless they have passed with this engine, or everything is asked for. */
function engineTests() {
  const key = engineKey(root)
  const passed = isFull || process.env.CI_ENGINE === 'always' ? undefined : passedAt(key)
  console.log(`── engine tests: ${passed ? `not run, because key ${key} is unchanged since they passed at ${passed}` : `run, key ${key}`}`)
  return { args: passed ? ['--project=!engine'] : [], record: () => passed || recordPass(key) }
}

console.log('\n── checks, in parallel')
await Promise.all([
  ...(isQuick ? [] : [step('build', node, ['scripts/prepare.mjs', '--with-tools'], { isQuiet: true })]),
  // By default several checkers each check the types that files share, which costs twice the CPU time. The compiler, a Go program, ends with
  // most of its memory in use: collecting it less often saves 3 of 21 s for an eighth more memory.
  check('types', 'tsc', ['--noEmit', '--checkers', '1'], { GOGC: '400' }),
  check('lint', 'oxlint', []),
  check('format', 'oxfmt', ['--check', '.']),
  ...(isQuick
    ? []
    : [
        check('unused code and dependencies', 'knip', []),
        // Reads all types, for 29 s of CPU time, so usual runs leave it out.
        ...(isFull ? [step('promises', 'npm', ['run', 'lint:promises'], { isQuiet: true })] : []),
        check('every message is translated', 'lingui', ['check', 'missing']),
        check('catalogs match the sources', 'lingui', ['check', 'sync', '--overwrite', '--workers', '1']),
      ]),
])

if (isQuick) await vitest('unit tests', ['--project=unit', '--project=component'])
else {
  const engine = engineTests()
  const report = join(reports, 'browser.json')
  // One after the other, because each keeps two cores busy: in parallel, what waits for its turn is asked again and again, and renders, which
  // have the lowest priority, starve. That took half as much CPU time again.
  const passed = await vitest('unit, API and system tests', engine.args)
  if (passed) engine.record()
  await step('browser tests', bin('playwright'), ['test'], { env: { PLAYWRIGHT_REPORT: report }, report })
}

rmSync(reports, { recursive: true, force: true })
for (const { place, name, reason, command } of failures)
  console.log(`\n✗ ${place}  ${name}\n${reason.replaceAll(/^/gm, '    ')}${command ? `\n    ${command}` : ''}`)
const cpu = cpuAtStart === null ? '' : `, ${Math.round((machineCpuSeconds() ?? 0) - cpuAtStart)} s of CPU time on this machine`
console.log(`\n${Math.round((Date.now() - startedAt) / 1000)} s of wall time${cpu}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

// `npm test`: installs, checks, builds and runs every test, from a fresh clone. A failing step does not stop the others, and the last line
// sums them up. `--quick` runs the checks and the unit tests only; TEST_FULL=1 adds the long campaigns. No test is tried twice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { compileCatalogues, install, node, root } from './prepare.mjs'

const startedAt = Date.now()
const cpuAtStart = machineCpuSeconds()
const isQuick = process.argv.includes('--quick')

install({ withTools: true })
compileCatalogues()

const reports = mkdtempSync(join(tmpdir(), 'quartet-reports-'))
const bin = (name) => join(root, 'node_modules/.bin', name)
const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
/** Servers and workers start dozens of times: from the second start, Node reads what it has compiled. */
const compiled = join(root, 'node_modules/.cache/quartet-tests')
const linesKept = 80
const total = { passed: 0, failed: 0 }
const failures = []

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

/** Runs one command, which counts as one test unless it writes a `report` that `count` can read. */
async function step(name, command, args, { env = {}, report, count, isQuiet = false } = {}) {
  if (!isQuiet) console.log(`\n── ${name}`)
  const from = Date.now()
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  })
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
  const counts =
    report && existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: status === 0 ? 1 : 0, failed: 0 }
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  if (status !== 0) failures.push({ name, last: last.join('\n') })
  total.passed += counts.passed
  total.failed += counts.failed
  console.log(`   ${name}: ${status === 0 ? 'passed' : 'FAILED'}, ${((Date.now() - from) / 1000).toFixed(1)} s`)
}

const check = (name, command, args) => step(name, bin(command), args, { isQuiet: true })

/** Excludes the tests tagged `full`, except in a full run. */
const briefly = process.env.TEST_FULL === '1' ? [] : ['--tags-filter=!full']

function vitest(name, args) {
  const report = join(reports, 'vitest.json')
  return step(name, bin('vitest'), ['run', ...briefly, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args], {
    report,
    count: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  })
}

console.log('\n── checks, in parallel')
await Promise.all([
  ...(isQuick ? [] : [step('build', node, ['scripts/prepare.mjs', '--with-tools'], { isQuiet: true })]),
  // By default several checkers each check the types that files share, which costs twice the CPU time.
  check('types', 'tsc', ['--noEmit', '--checkers', '1']),
  check('lint', 'oxlint', []),
  check('format', 'oxfmt', ['--check', '.']),
  ...(isQuick
    ? []
    : [
        check('unused code and dependencies', 'knip', []),
        check('every message is translated', 'lingui', ['check', 'missing']),
        check('catalogs match the sources', 'lingui', ['check', 'sync']),
      ]),
])

if (isQuick) await vitest('unit tests', ['--project=unit'])
else {
  const report = join(reports, 'browser.json')
  // In parallel, because each waits for other processes about half of the time.
  await Promise.all([
    vitest('unit, API, engine, system and PostgreSQL tests', []),
    step('browser tests', bin('playwright'), ['test', '--reporter=list,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      report,
      count: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected }),
    }),
  ])
}

rmSync(reports, { recursive: true, force: true })
// The output of a step that failed early has been scrolled out of sight.
for (const { name, last } of failures) console.log(`\n── failed: ${name}. Its last output:\n${last}`)
const cpu = cpuAtStart === null ? '' : `, ${Math.round((machineCpuSeconds() ?? 0) - cpuAtStart)} s of CPU time on this machine`
console.log(`\n${Math.round((Date.now() - startedAt) / 1000)} s of wall time${cpu}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

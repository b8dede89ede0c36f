// Everything that must hold, from a fresh clone: installs what it needs, checks the code, runs the tests and ends with one line that
// counts them. A part that fails does not keep the others from running.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build, compileCatalogues, install, node, root } from './prepare.mjs'

install({ withTools: true })
compileCatalogues()

const reports = mkdtempSync(join(tmpdir(), 'quartet-reports-'))
const bin = (name) => join(root, 'node_modules/.bin', name)
const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
let passed = 0
let failed = 0
let flaky = 0
/** As many of its last lines as say why a part failed. */
const linesKept = 80
const failures = []
const begun = Date.now()

/** Seconds of processor time of all children that have ended, theirs included; null where the system does not tell. */
function childrenCpuSeconds() {
  if (!existsSync('/proc/self/stat')) return null
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // Fields 16 and 17, in ticks of a hundredth of a second; the second field may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** A step that either holds or does not counts as one. `report`: the step counts its tests itself, into that file. */
async function step(name, command, args, { env = {}, report, count } = {}) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path, TEST_RETRIES: '1', ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  })
  let last = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.setEncoding('utf8').on('data', (text) => {
      to.write(text)
      last = (last + text).split('\n').slice(-linesKept).join('\n')
    })
  }
  const closed = once(child, 'close')
  const [status] = await once(child, 'exit')
  // What it has written last is still on its way; a process that it left behind must not keep us.
  await Promise.race([closed, sleep(2_000)])
  const counts =
    report && existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: status === 0 ? 1 : 0, failed: 0 }
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  if (status !== 0) failures.push({ name, last })
  passed += counts.passed
  failed += counts.failed
  flaky += counts.flaky ?? 0
  console.log(`   ${name}: ${status === 0 ? 'ok' : 'failed'}, ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

const vitestCounts = ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests })
const playwrightCounts = ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, flaky: stats.flaky })

await step('format', bin('oxfmt'), ['--check', '.'])
await step('lint', bin('oxlint'), [])
await step('translations are complete', bin('lingui'), ['check', 'missing'])
await step('catalogues match the sources', bin('lingui'), ['check', 'sync'])
await step('unused code and dependencies', bin('knip'), [])
console.log('\n── build')
build()
await step('types', bin('tsc'), ['--noEmit'])
const unit = join(reports, 'unit.json')
await step('unit, API and system tests', bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`], {
  report: unit,
  count: vitestCounts,
})
const postgres = join(reports, 'postgres.json')
await step('the same core on PostgreSQL', node, ['scripts/test-postgres.ts'], {
  env: { TEST_REPORT: postgres },
  report: postgres,
  count: vitestCounts,
})
const browser = join(reports, 'browser.json')
await step('browser tests', bin('playwright'), ['test', '--reporter=list,json'], {
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browser },
  report: browser,
  count: playwrightCounts,
})

rmSync(reports, { recursive: true, force: true })
// What failed at the beginning is far above by now.
for (const { name, last } of failures) console.log(`\n── failed: ${name}, which ended with\n${last}`)
if (flaky > 0) console.log(`\n${flaky} browser tests passed only at the second try: they are named above.`)
const cpu = childrenCpuSeconds()
console.log(`\n${Math.round((Date.now() - begun) / 1000)} s on the clock${cpu === null ? '' : `, ${Math.round(cpu)} s of processor time`}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

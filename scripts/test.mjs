// Everything that must hold, from a fresh clone: installs what it needs, checks the code, runs the tests and ends with one line that
// counts them. A part that fails does not keep the others from running.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, compileCatalogues, install, node, root } from './prepare.mjs'

install({ withTools: true })
compileCatalogues()

const reports = mkdtempSync(join(tmpdir(), 'quartet-reports-'))
const bin = (name) => join(root, 'node_modules/.bin', name)
const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
let passed = 0
let failed = 0
let flaky = 0

/** A step that either holds or does not counts as one. `report`: the step counts its tests itself, into that file. */
function step(name, command, args, { env = {}, report, count } = {}) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path, TEST_RETRIES: '1', ...env },
  })
  const counts =
    report && existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: status === 0 ? 1 : 0, failed: 0 }
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  passed += counts.passed
  failed += counts.failed
  flaky += counts.flaky ?? 0
  console.log(`   ${name}: ${status === 0 ? 'ok' : 'failed'}, ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

const vitestCounts = ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests })
const playwrightCounts = ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, flaky: stats.flaky })

step('format', bin('oxfmt'), ['--check', '.'])
step('lint', bin('oxlint'), [])
step('translations are complete', bin('lingui'), ['check', 'missing'])
step('catalogues match the sources', bin('lingui'), ['check', 'sync'])
step('unused code and dependencies', bin('knip'), [])
console.log('\n── build')
build()
step('types', bin('tsc'), ['--noEmit'])
const unit = join(reports, 'unit.json')
step('unit, API and system tests', bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`], {
  report: unit,
  count: vitestCounts,
})
const postgres = join(reports, 'postgres.json')
step('the same core on PostgreSQL', node, ['scripts/test-postgres.ts'], {
  env: { TEST_REPORT: postgres },
  report: postgres,
  count: vitestCounts,
})
const browser = join(reports, 'browser.json')
step('browser tests', bin('playwright'), ['test', '--reporter=list,json'], {
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browser },
  report: browser,
  count: playwrightCounts,
})

rmSync(reports, { recursive: true, force: true })
if (flaky > 0) console.log(`\n${flaky} browser tests passed only at the second try: they are named above.`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

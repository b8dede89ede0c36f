import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isFull } from '#tests/fixtures/campaign.ts'

const folder = 'ops/prometheus'

function promtool(...args: string[]): string {
  return execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' })
}

function hasPromtool(): boolean {
  try {
    promtool('--version')
    return true
  } catch {
    return false
  }
}

test('the alert rules fire in their scenarios and at no other time', () => {
  if (!hasPromtool()) {
    // It comes with Prometheus (Debian: the package `prometheus`).
    if (isFull) expect.fail('promtool is missing: install Prometheus. A full run tests the alert rules.')
    process.stderr.write('promtool is not installed: the scenarios of the alert rules are not tested.\n')
    return
  }
  promtool('check', 'rules', `${folder}/alerts.yml`)
  promtool('test', 'rules', `${folder}/alerts.test.yml`, `${folder}/alerts-days.test.yml`)
})

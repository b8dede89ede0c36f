import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quartet-command-'))
  for (const name of ['scripts/command.mjs', 'app/server/preflight']) cpSync(join(checkout, name), join(root, name), { recursive: true })
  writeFileSync(join(root, 'scripts/doctor.ts'), 'const given: string[] = process.argv.slice(1); console.log(JSON.stringify(given))')
})
afterEach(() => rmSync(root, { recursive: true }))

const run = (...flags: string[]) =>
  spawnSync(process.execPath, [...flags, join(root, 'scripts/command.mjs'), 'doctor', '--all'], { encoding: 'utf8' })

/** Leaves what a build compiles. */
function build() {
  mkdirSync(join(root, 'src/locales/en'), { recursive: true })
  writeFileSync(join(root, 'src/locales/en/server.ts'), '')
}

const refusal = 'Quartet is not installed in this folder yet, which doctor needs: run "npm start" or "npm run build", then try again.\n'

test('a command before the first start ends with one line that says what to do', () => {
  expect(run()).toMatchObject({ status: 1, stdout: '', stderr: refusal })
})

test('a command under a Node that runs no TypeScript ends with the same line', () => {
  build()
  expect(run('--no-experimental-strip-types')).toMatchObject({ status: 1, stdout: '', stderr: refusal })
})

test('an installed command receives its arguments', () => {
  build()
  const { status, stdout } = run()
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual([join(root, 'scripts/doctor.ts'), '--all'])
})

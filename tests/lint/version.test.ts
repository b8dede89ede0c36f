import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { version } from '#app/server/version.ts'

const root = join(import.meta.dirname, '../..')
const packageSchema = v.object({ version: v.string() })

test('a build with changes since the last release has a version of its own', () => {
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const [, unreleased = '', last] = /^## \[Unreleased\]$([\s\S]*?)^## \[([\d.]+)\]/m.exec(changes) ?? []
  const released = v.parse(packageSchema, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version
  expect(released).toBe(last)
  expect(version).toBe(/^- /m.test(unreleased) ? `${released}+unreleased` : released)
})

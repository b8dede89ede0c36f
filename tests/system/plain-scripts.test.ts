import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const assets = fileURLToPath(new URL('../../dist/client/assets', import.meta.url))
const scripts = readdirSync(assets).filter((name) => /^plain-.*\.js$/.test(name))

test('the build has a script for each sort of plain page', () => {
  expect(scripts.map((name) => name.split('-')[1]).toSorted()).toEqual(['document', 'home', 'shared'])
})

// A part of the app that a plain page loaded would bring the app's entry along.
test.each(scripts)('%s is complete: it imports no other module, neither at once nor later', (name) => {
  const { module, errors } = parseSync(name, readFileSync(join(assets, name), 'utf8'))
  expect(errors).toEqual([])
  expect([...module.staticImports, ...module.dynamicImports]).toEqual([])
})

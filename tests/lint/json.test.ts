import { readFileSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Matches a value from JSON that a cast gives a type, instead of a schema or a check. `app/json.d.ts` refuses annotations. */
const cast = /(?:JSON\.parse\((?:[^()]|\([^()]*\))*\)|\.json\(\)\)?) as (?!unknown\b)/

test('a cast of parsed JSON is found', () => {
  expect('const model = JSON.parse(text.slice(1)) as Model').toMatch(cast)
  expect('const { id } = (await answer.json()) as Model').toMatch(cast)
  expect('const model = v.parse(schema, JSON.parse(text)) // as a model').not.toMatch(cast)
})

test('no value from JSON gets its type by a cast', () => {
  const sources = globSync('{app,engine,scripts,tests}/**/*.{ts,tsx}', { cwd: root })
  const found = sources.filter((path) => !path.endsWith('lint/json.test.ts') && cast.test(readFileSync(join(root, path), 'utf8')))
  expect(sources.length).toBeGreaterThan(1_000)
  expect(found).toEqual([])
})

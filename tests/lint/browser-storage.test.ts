import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Lines between the beginning of a `try` and the use of the storage in it. */
const reach = 12

/** Browsers that block cookies throw at the name itself, so an unguarded use ends the page. */
test('every use of the browser’s storage is in a try, because blocked storage throws', () => {
  const files = globSync('app/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.|^app\/server\//.test(file))
  const uses = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, index) =>
      /\b(?:local|session)Storage\b/.test(line) && !/^\s*(?:\/\/|\*|\/\*\*)/.test(line) ? [{ file, lines, index }] : [],
    )
  })
  const unguarded = uses.filter(({ lines, index }) => !/\btry ?\{/.test(lines.slice(Math.max(0, index - reach), index + 1).join('\n')))
  expect(unguarded.map(({ file, index }) => `${file}:${index + 1}`)).toEqual([])
  expect(uses.length).toBeGreaterThan(15)
})

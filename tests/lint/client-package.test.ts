import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientTypes } from '../../scripts/snapshots/client-types.ts'

const folder = join(import.meta.dirname, '../../packages/client/src')
const sources = readdirSync(folder)
  .filter((name) => name !== 'api.ts')
  .map((name) => ({ name, source: readFileSync(join(folder, name), 'utf8') }))

test(`${clientTypes.file} fits the document of the API`, async () => {
  expect(await clientTypes.generate(), `${clientTypes.file} differs from the API: run \`npm run snapshots\` and review the diff`).toBe(
    clientTypes.read(),
  )
})

test('the client uses nothing that browsers and edge runtimes do not have', () => {
  for (const { name, source } of sources) {
    const imported = [...source.matchAll(/from '([^']+)'/g)].map(([, path = '']) => path)
    expect([name, imported.filter((path) => !path.startsWith('./'))]).toEqual([name, []])
    expect([name, source.match(/\b(?:process|Buffer|require|window|document)\b\./g)]).toEqual([name, null])
  }
})

test('the client has at most 400 lines of code', () => {
  const lines = sources.flatMap(({ source }) => source.split('\n')).filter((line) => line.trim() !== '')
  expect(lines.length).toBeLessThanOrEqual(400)
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { engineKey } from '../../scripts/engine-key.mjs'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'engine-key-'))
  for (const [path, content] of Object.entries(files)) await write(path, content)
})
afterEach(() => rm(root, { recursive: true }))

async function write(path: string, content: string) {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
}

const lockWith = (versions: Record<string, string>) =>
  JSON.stringify({
    packages: Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [
        `node_modules/${name}`,
        { version, integrity: version, ...(name === 'painter' && { dependencies: { brush: '*' } }) },
      ]),
    ),
  })
const versions = { painter: '1.0.0', brush: '1.0.0', unrelated: '1.0.0', vitest: '5.0.0' }
const files = {
  'engine/draw.ts': `import { paint } from 'painter'\nexport const draw = paint`,
  'vitest.config.ts': '',
  'tests/fixtures/campaign.ts': '',
  'package-lock.json': lockWith(versions),
  'node_modules/node/package.json': '{ "version": "24.0.0" }',
}

test.each([
  ['a file of the engine', 'engine/draw.ts', `import { paint } from 'painter'\nexport const draw = () => paint`],
  ['a file beside the others', 'engine/more.ts', ''],
  ['a package that it loads', 'package-lock.json', lockWith({ ...versions, painter: '1.0.1' })],
  ['a package of such a package', 'package-lock.json', lockWith({ ...versions, brush: '1.0.1' })],
  ['Node', 'node_modules/node/package.json', '{ "version": "24.0.1" }'],
  ['the settings of the tests', 'vitest.config.ts', '// changed'],
])('the engine’s tests run again after a change of %s', async (_, path, content) => {
  const before = engineKey(root)
  await write(path, content)
  expect(engineKey(root)).not.toBe(before)
})

test('the engine’s tests do not run again after a change of another package', async () => {
  const before = engineKey(root)
  await write('package-lock.json', lockWith({ ...versions, unrelated: '2.0.0' }))
  expect(engineKey(root)).toBe(before)
})

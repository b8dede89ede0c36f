import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startRegistry } from '#tests/fakes/npm-registry.ts'
import { installPackages } from './install-packages.ts'

type Packages = Parameters<typeof startRegistry>[1]

async function open(packages: Packages) {
  const folder = await mkdtemp(join(tmpdir(), 'packages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const registry = await startRegistry(folder, packages)
  onTestFinished(() => registry[Symbol.asyncDispose]())
  const into = join(folder, 'into')
  await mkdir(into)
  let bytes = 0
  const install = (optional: string[] = [], signal = new AbortController().signal) =>
    installPackages({
      lockFile: registry.lockFile,
      optional,
      into,
      registry: registry.url,
      signal,
      onBytes: (count) => (bytes = count),
      pauseMs: 1,
    })
  return { registry, into, install, bytes: () => bytes }
}

const file = (text: string) => ({ name: 'package/index.js', text })

test('packages of the lockfile are installed with the binary of this platform only', async () => {
  const { registry, into, install, bytes } = await open({
    plain: { files: [file('plain'), { name: 'package/bin/run', text: 'run', mode: '755' }] },
    '@scope/linux': { files: [file('linux')], optional: true },
    '@scope/mac': { files: [file('mac')], optional: true },
  })
  registry.statuses.push(503)
  await install(['@scope/linux'])
  expect(await readdir(join(into, 'node_modules', '@scope'))).toEqual(['linux'])
  expect(await readFile(join(into, 'node_modules/plain/index.js'), 'utf8')).toBe('plain')
  expect((await stat(join(into, 'node_modules/plain/bin/run'))).mode & 0o111).not.toBe(0)
  expect(registry.asked).not.toContain('/@scope/mac/-/mac-1.0.0.tgz')
  expect(bytes()).toBeGreaterThan(100)
})

test('a package that differs from its integrity is refused', async () => {
  const { install } = await open({ plain: { files: [file('plain')], corrupt: true } })
  await expect(install()).rejects.toMatchObject({ reason: 'wrong_checksum' })
})

test('a platform without a binary is refused before anything is downloaded', async () => {
  const { registry, install } = await open({ plain: { files: [file('plain')] } })
  await expect(install(['@scope/sunos'])).rejects.toMatchObject({ reason: 'no_runtime' })
  expect(registry.asked).toEqual([])
})

test('links and devices of an archive are not made', async () => {
  const special = ['1', '2', '3', '6'].map((type) => ({ name: `package/special${type}`, text: '', type }))
  const { into, install } = await open({ evil: { files: [...special, file('inside')] } })
  await install()
  const made = (await readdir(into, { recursive: true })).toSorted()
  expect(made).toEqual(['node_modules', 'node_modules/evil', 'node_modules/evil/index.js'])
})

test.each(['package/../../../escaped.js', 'package//escaped.js', 'package/C:/escaped.js'])(
  'an archive with the file %s writes nothing outside its folder',
  async (name) => {
    const { into, install } = await open({ evil: { files: [{ name, text: 'out' }] } })
    await install().catch((error: unknown) => expect(String(error)).toContain('outside'))
    const made = await readdir(dirname(into), { recursive: true })
    expect(made.filter((path) => path.endsWith('escaped.js') && !path.includes('/evil/'))).toEqual([])
  },
)

test('a registry that stays silent about a package fails the installation', async () => {
  const { registry, install } = await open({ plain: { files: [file('plain')] } })
  registry.statuses.push(500, 500, 500)
  await expect(install()).rejects.toMatchObject({ reason: 'runtime_failed' })
})

test('a canceled installation stops', async () => {
  const { install } = await open({ plain: { files: [file('plain')] } })
  const stopping = new AbortController()
  stopping.abort(new Error('stopped'))
  await expect(install([], stopping.signal)).rejects.toThrow('stopped')
})

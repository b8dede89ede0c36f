import fs from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { startProxy } from '#tests/fakes/proxy-server.ts'
import { fetchWithin } from './egress/fetch-within.ts'
import { useProxies } from './egress/proxies.ts'
import { readInstallation } from './installation.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quartet-installation-'))
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
  vi.stubEnv('ENV_FILE', 'off')
  // With the embedded database, an own folder would need space.
  vi.stubEnv('ROLES', 'worker')
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/none')
  vi.stubEnv('SECRET', 'a secret of an installation that is long enough')
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'])
    for (const written of [name, name.toLowerCase()]) vi.stubEnv(written, undefined)
})
afterEach(async () => {
  useProxies({})
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test('services are reached through the proxy of the environment or of the file of variables', async () => {
  await using service = await startMediaServer(() => ({ json: { ok: true } }))
  await using proxy = await startProxy(service.url)
  const ask = () => fetchWithin(['http://api.example.com'])('http://api.example.com/v1')
  vi.stubEnv('HTTP_PROXY', proxy.url)
  readInstallation()
  expect((await ask()).status).toBe(200)

  vi.stubEnv('HTTP_PROXY', undefined)
  await writeFile(join(folder, 'variables'), `HTTP_PROXY="${proxy.url}"\r\n`)
  vi.stubEnv('ENV_FILE', join(folder, 'variables'))
  expect(readInstallation().sources.fromFile).toEqual(['HTTP_PROXY'])
  expect((await ask()).status).toBe(200)
  expect(proxy.calls).toHaveLength(2)
})

test('a proxy that is none is refused with its variable', () => {
  vi.stubEnv('HTTPS_PROXY', 'socks5://proxy.example:1080')
  expect(readInstallation).toThrow(/^HTTPS_PROXY must be the address of an HTTP proxy/)
})

test('a data folder with a part that another account owns is refused', async () => {
  const part = join(folder, 'data/files')
  await mkdir(part, { recursive: true })
  readInstallation()
  // Root may write to everything, and would leave files that the owner cannot open.
  await (process.getuid?.() === 0 ? chown(part, 61_184, 61_184) : chmod(part, 0o500))
  expect(readInstallation).toThrow(join(folder, 'data'))
})

test('a file of variables that cannot be read is named', async () => {
  await mkdir(join(folder, '.env'))
  vi.stubEnv('ENV_FILE', join(folder, '.env'))
  expect(readInstallation).toThrow(`The file ${join(folder, '.env')} cannot be read (EISDIR)`)
})

test('a first start on a disk without space is refused before anything is created, and a later one is not', async () => {
  vi.stubEnv('DATABASE_URL', undefined)
  vi.stubEnv('ROLES', undefined)
  const measured = vi.spyOn(fs, 'statfsSync').mockReturnValue({ ...fs.statfsSync(folder), bavail: 12_000, bsize: 1000 })
  try {
    expect(readInstallation).toThrow(`The disk is full: ${join(folder, 'data')} has 12 MB free, and 100 MB are needed.`)
    expect(fs.existsSync(join(folder, 'data'))).toBe(false)
    await mkdir(join(folder, 'data/db'), { recursive: true })
    readInstallation()
  } finally {
    measured.mockRestore()
  }
})

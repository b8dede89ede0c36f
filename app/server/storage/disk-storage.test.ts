import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testStorage, makeFile, text } from '#tests/conformance/storage.ts'
import { openDiskStorage } from './disk-storage.ts'
import type { Storage } from './storage.ts'

describe('files in a folder', () => {
  testStorage((folder) => openDiskStorage(join(folder, 'files')))
})

const key = 'ab/ab0192e4-0000-7000-8000-000000000001.png'
let folder: string
let storage: Storage
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quartet-storage-'))
  storage = await openDiskStorage(join(folder, 'files'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const left = () => readdir(join(folder, 'files', '.incoming'))

test('a stream that is cancelled closes its file', async () => {
  await storage.putFile(key, await makeFile(folder, randomBytes(1_000_000)))
  // Only files of this storage: other test files share the process.
  const openFiles = async () => {
    const descriptors = await readdir('/proc/self/fd').catch(() => [])
    const targets = await Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
    return targets.filter((target) => target.startsWith(folder)).length
  }
  for (let round = 0; round < 20; round += 1) {
    const reader = (await storage.read(key)).getReader()
    await reader.read()
    await reader.cancel()
  }
  expect(await openFiles()).toBe(0)
})

test('a file on another disk is copied in and then removed there', async ({ skip }) => {
  const elsewhere = '/dev/shm'
  const [here, there] = await Promise.all([stat(folder), stat(elsewhere).catch(() => undefined)])
  if (!there || there.dev === here.dev) skip('there is no second disk')
  const source = await makeFile(elsewhere, 'from afar')
  expect(await storage.putFile(key, source)).toMatchObject({ bytes: 9 })
  expect(await text(await storage.read(key))).toBe('from afar')
  await expect(stat(source)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await left()).toEqual([])
})

test('files are readable by their owner only, through the folder', async () => {
  expect((await stat(join(folder, 'files'))).mode & 0o077).toBe(0)
})

test('a local copy of a missing file leaves nothing behind', async () => {
  await expect(storage.openLocal(key)).rejects.toMatchObject({ code: 'not_found' })
  expect(await left()).toEqual([])
})

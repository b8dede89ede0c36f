import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDiskStorage, type Storage } from './storage.ts'

const key = 'ab/ab0192e4-0000-7000-8000-000000000001.png'
let folder: string
let storage: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quartet-storage-'))
  storage = await openDiskStorage(join(folder, 'files'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function makeFile(data: Buffer | string, directory = folder): Promise<string> {
  const path = join(directory, `source-${randomBytes(4).toString('hex')}`)
  await writeFile(path, data)
  return path
}

async function content(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function text(stream: ReadableStream<Uint8Array>): Promise<string> {
  return (await content(stream)).toString()
}

test('a stored file is read back whole, and its size and SHA-256 are reported', async () => {
  const original = randomBytes(700_001)
  const put = await storage.putFile(key, await makeFile(original))
  expect(put).toEqual({ bytes: original.length, sha256: createHash('sha256').update(original).digest('hex') })
  expect((await content(await storage.read(key))).equals(original)).toBe(true)
})

test('the source is moved, not copied', async () => {
  const source = await makeFile('moved')
  await storage.putFile(key, source)
  await expect(stat(source)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('storing a key again replaces the file', async () => {
  await storage.putFile(key, await makeFile('first'))
  await storage.putFile(key, await makeFile('second'))
  expect(await text(await storage.read(key))).toBe('second')
})

test('an empty file is stored as a file', async () => {
  expect(await storage.putFile(key, await makeFile(''))).toMatchObject({ bytes: 0 })
  expect(await text(await storage.read(key))).toBe('')
})

describe('a range', () => {
  beforeEach(async () => {
    await storage.putFile(key, await makeFile('0123456789'))
  })

  test.each([
    [{ start: 0, end: 0 }, '0'],
    [{ start: 2, end: 4 }, '234'],
    [{ start: 7, end: 9 }, '789'],
    [{ start: 7, end: 1000 }, '789'],
    [{ start: 10, end: 20 }, ''],
  ])('the range %o includes both its ends and stops where the file does', async (range, expected) => {
    expect(await text(await storage.read(key, range))).toBe(expected)
  })

  test.each([
    { start: -1, end: 3 },
    { start: 4, end: 3 },
    { start: 0.5, end: 3 },
    { start: 0, end: Number.NaN },
  ])('the range %o is refused', async (range) => {
    await expect(storage.read(key, range)).rejects.toMatchObject({ code: 'invalid_range' })
  })
})

test('a stream that is cancelled closes its file', async () => {
  await storage.putFile(key, await makeFile(randomBytes(1_000_000)))
  const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length
  const before = await openFiles()
  for (let round = 0; round < 20; round += 1) {
    const reader = (await storage.read(key)).getReader()
    await reader.read()
    await reader.cancel()
  }
  expect(await openFiles()).toBeLessThanOrEqual(before + 2)
})

test('a missing file is not_found, and deleting it succeeds', async () => {
  await expect(storage.read(key)).rejects.toMatchObject({ name: 'StorageError', code: 'not_found' })
  await storage.delete(key)
  await storage.putFile(key, await makeFile('gone'))
  await storage.delete(key)
  await expect(storage.read(key)).rejects.toMatchObject({ code: 'not_found' })
})

test('a folder of the storage is not a file', async () => {
  await storage.putFile(key, await makeFile('x'))
  await expect(storage.read('ab')).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  '',
  '.',
  '..',
  '../x',
  'a/../../x',
  '/etc/passwd',
  'a//b',
  'a/',
  'a/.hidden',
  '.incoming/x',
  'a\\..\\x',
  'a\0b',
  'a/ b',
  'x'.repeat(300),
])('the key %j is refused by every call', async (bad) => {
  const source = await makeFile('secret')
  await expect(storage.putFile(bad, source)).rejects.toMatchObject({ code: 'invalid_key' })
  await expect(storage.read(bad)).rejects.toMatchObject({ code: 'invalid_key' })
  await expect(storage.delete(bad)).rejects.toMatchObject({ code: 'invalid_key' })
  expect(await readFile(source, 'utf8')).toBe('secret')
})

test('a file on another disk is copied in and then removed there', async ({ skip }) => {
  const elsewhere = '/dev/shm'
  const [here, there] = await Promise.all([stat(folder), stat(elsewhere).catch(() => undefined)])
  if (!there || there.dev === here.dev) skip('there is no second disk')
  const source = await makeFile('from afar', elsewhere)
  expect(await storage.putFile(key, source)).toMatchObject({ bytes: 9 })
  expect(await text(await storage.read(key))).toBe('from afar')
  await expect(stat(source)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await readdir(join(folder, 'files', '.incoming'))).toEqual([])
})

test('files are readable by their owner only, through the folder', async () => {
  expect((await stat(join(folder, 'files'))).mode & 0o077).toBe(0)
})

test('a missing source does not change the stored file', async () => {
  await storage.putFile(key, await makeFile('kept'))
  await expect(storage.putFile(key, join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await text(await storage.read(key))).toBe('kept')
})

describe('a local file', () => {
  const left = () => readdir(join(folder, 'files', '.incoming'))

  test('a local copy of a stored file is readable by path, outlives its deletion and is removed on release', async () => {
    await storage.putFile(key, await makeFile('a lake'))
    const local = await storage.openLocal(key)
    await storage.delete(key)
    expect(await readFile(local.path, 'utf8')).toBe('a lake')
    await local[Symbol.asyncDispose]()
    await expect(stat(local.path)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await left()).toEqual([])
  })

  test('a local copy of a missing file is not found, and leaves nothing behind', async () => {
    await expect(storage.openLocal(key)).rejects.toMatchObject({ code: 'not_found' })
    await expect(storage.openLocal('../secret')).rejects.toMatchObject({ code: 'invalid_key' })
    expect(await left()).toEqual([])
  })

  test('a local file that is being written can be stored, or is deleted with its folder', async () => {
    {
      await using kept = storage.openTemp()
      await using dropped = storage.openTemp()
      await writeFile(kept.path, 'kept')
      await writeFile(dropped.path, 'dropped')
      await storage.putFile(key, kept.path)
    }
    expect(await text(await storage.read(key))).toBe('kept')
    expect(await left()).toEqual([])
  })
})

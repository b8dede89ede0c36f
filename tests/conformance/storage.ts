import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Storage } from '#app/server/storage/storage.ts'

const key = 'ab/ab0192e4-0000-7000-8000-000000000001.png'

export async function makeFile(folder: string, data: Buffer | string): Promise<string> {
  const path = join(folder, `source-${randomBytes(4).toString('hex')}`)
  await writeFile(path, data)
  return path
}

export async function content(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const text = async (stream: ReadableStream<Uint8Array>) => (await content(stream)).toString()

/** States what every storage adapter guarantees. `open` opens it empty; its local files belong into the given folder. */
export function testStorage(open: (folder: string) => Promise<Storage>): void {
  let folder: string
  let storage: Storage
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quartet-storage-'))
    storage = await open(folder)
  })
  afterEach(async () => {
    await storage.close?.()
    await rm(folder, { recursive: true, force: true })
  })
  const put = async (data: Buffer | string, to = key) => storage.putFile(to, await makeFile(folder, data))
  const listed = async (prefix?: string) => {
    const keys: string[] = []
    for await (const file of storage.list(prefix)) keys.push(`${file.key} ${file.bytes}`)
    return keys.toSorted()
  }

  test('a stored file is read back whole, and its size and SHA-256 are reported', async () => {
    const original = randomBytes(700_001)
    expect(await put(original)).toEqual({ bytes: original.length, sha256: createHash('sha256').update(original).digest('hex') })
    expect((await content(await storage.read(key))).equals(original)).toBe(true)
    expect((await content(await storage.read(key, { bytes: original.length }))).equals(original)).toBe(true)
    expect(await storage.stat(key)).toEqual({ bytes: original.length })
  })

  test('the source is moved, not copied', async () => {
    const source = await makeFile(folder, 'moved')
    await storage.putFile(key, source)
    await expect(stat(source)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('storing a key again replaces the file', async () => {
    await put('first')
    await put('second')
    expect(await text(await storage.read(key))).toBe('second')
  })

  test('an empty file is stored as a file', async () => {
    expect(await put('')).toMatchObject({ bytes: 0 })
    expect(await text(await storage.read(key, { bytes: 0 }))).toBe('')
  })

  describe('a range', () => {
    beforeEach(() => put('0123456789'))

    test.each([
      [{ start: 0, end: 0 }, '0'],
      [{ start: 2, end: 4 }, '234'],
      [{ start: 7, end: 9 }, '789'],
      [{ start: 7, end: 1000 }, '789'],
      [{ start: 7 }, '789'],
      [{ end: 2, bytes: 10 }, '012'],
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

    test('a file of another size than recorded is damaged, whole and in parts', async () => {
      await expect(storage.read(key, { bytes: 11 })).rejects.toMatchObject({ code: 'damaged' })
      await expect(storage.read(key, { start: 1, end: 2, bytes: 9 })).rejects.toMatchObject({ code: 'damaged' })
    })
  })

  test('a missing file is not_found, and deleting it succeeds', async () => {
    await expect(storage.read(key)).rejects.toMatchObject({ name: 'StorageError', code: 'not_found' })
    await expect(storage.openLocal(key)).rejects.toMatchObject({ code: 'not_found' })
    await expect(storage.copy(key, 'ab/copy')).rejects.toMatchObject({ code: 'not_found' })
    expect(await storage.stat(key)).toBeUndefined()
    await storage.delete(key)
    await put('gone')
    await storage.delete(key)
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a folder of the storage is not a file', async () => {
    await put('x')
    await expect(storage.read('ab')).rejects.toMatchObject({ code: 'not_found' })
    expect(await storage.stat('ab')).toBeUndefined()
  })

  test('a copy has the content of its source and outlives it', async () => {
    await put('a lake')
    await storage.copy(key, 'cd/copy')
    await storage.delete(key)
    expect(await text(await storage.read('cd/copy', { bytes: 6 }))).toBe('a lake')
  })

  test('the list names every file with its size, or those below a prefix', async () => {
    expect(await listed()).toEqual([])
    await put('1', 'ab/one')
    await put('22', 'ab/two/2')
    await put('333', 'uploads/ab/three')
    expect(await listed()).toEqual(['ab/one 1', 'ab/two/2 2', 'uploads/ab/three 3'])
    expect(await listed('uploads/')).toEqual(['uploads/ab/three 3'])
    expect(await listed('ab/two')).toEqual(['ab/two/2 2'])
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
    const source = await makeFile(folder, 'secret')
    for (const call of [
      () => storage.putFile(bad, source),
      () => storage.read(bad),
      () => storage.openLocal(bad),
      () => storage.stat(bad),
      () => storage.copy(bad, key),
      () => storage.copy(key, bad),
      () => storage.delete(bad),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'invalid_key' })
    expect(await readFile(source, 'utf8')).toBe('secret')
  })

  test('a missing source does not change the stored file', async () => {
    await put('kept')
    await expect(storage.putFile(key, join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await text(await storage.read(key))).toBe('kept')
  })

  test('a local copy of a stored file is readable by path, outlives its deletion and is removed on release', async () => {
    await put('a lake')
    const local = await storage.openLocal(key)
    await storage.delete(key)
    expect(await readFile(local.path, 'utf8')).toBe('a lake')
    await local[Symbol.asyncDispose]()
    await expect(stat(local.path)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a local file that is being written can be stored, or is deleted with its folder', async () => {
    const dropped = storage.openTemp()
    {
      await using kept = storage.openTemp()
      await using _ = dropped
      await writeFile(kept.path, 'kept')
      await writeFile(dropped.path, 'dropped')
      await storage.putFile(key, kept.path)
    }
    expect(await text(await storage.read(key))).toBe('kept')
    await expect(stat(dropped.path)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a check reports that files can be stored and how much room the local disk has, and leaves nothing behind', async () => {
    expect(await storage.check()).toEqual({ writable: true, freeBytes: expect.any(Number), error: null })
    expect(await listed()).toEqual([])
  })
}

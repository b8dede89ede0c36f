import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { text } from '#tests/conformance/storage.ts'
import { createUser } from '#tests/factories/users.ts'
import { makesAFile, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { files, uploads } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { installation } from '#app/server/db/schema/installation.ts'
import { tokenEntries } from '#app/server/db/schema/tokens.ts'
import { openDiskStorage } from '#app/server/storage/disk-storage.ts'
import { readMarker, writeMarker } from '#app/server/storage/marker.ts'
import { moveFiles } from '#app/server/storage/move-files.ts'
import { type Storage, StorageError } from '#app/server/storage/storage.ts'
import { withFallback } from '#app/server/storage/with-fallback.ts'
import { createGeneration } from '../generations/create-generation.ts'
import { runGeneration } from '../runs/run-generation.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { checkFiles } from './check-files.ts'
import { openDiskWatch } from './disk-watch.ts'
import { adoptStorage, proveStorage } from './prove-storage.ts'

const provider = scriptedProvider()
let runtime: TestRuntime
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime[Symbol.asyncDispose]())

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quartet-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function put(storage: Storage, key: string, data: string): Promise<void> {
  await using temp = storage.openTemp()
  await writeFile(temp.path, data)
  await storage.putFile(key, temp.path)
}
async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.toSorted()
}
const openFolder = (name: string) => openDiskStorage(join(folder, name))

describe('a run whose result cannot be stored', () => {
  async function run(failures: number, code: 'unavailable' | 'no_space') {
    provider.script = makesAFile(folder)
    const { db, queue, providers, progress, logger } = runtime
    const { id: userId } = await createUser(runtime, { tokens: 10 })
    const { id } = await createGeneration(db, {
      queue,
      providers,
      userId,
      input: { model: 'image-10', prompt: 'a lake', options: {}, inputs: [] },
    })
    let left = failures
    const storage: Storage = {
      ...runtime.storage,
      async putFile(key, path) {
        // The poster is stored, and the picture is not.
        if (key.endsWith('/0') && left > 0) {
          left -= 1
          throw new StorageError(code)
        }
        return runtime.storage.putFile(key, path)
      },
    }
    const attempt = () =>
      runGeneration(db, { worker: { id: uuidv7(), queue, providers, storage, progress, logger }, id, controller: new AbortController() })
    const state = async () => {
      const [row] = await db.select().from(generations).where(eq(generations.id, id))
      const entries = await db.select().from(tokenEntries).where(eq(tokenEntries.generationId, id)).orderBy(tokenEntries.id)
      return { status: row?.status, errorCode: row?.errorCode, entries: entries.map(({ kind, amount }) => `${kind} ${amount}`) }
    }
    return { attempt, state, id }
  }

  test('a storage that is away postpones the run, which is made again and charged once, with no file left over', async () => {
    const { attempt, state, id } = await run(1, 'unavailable')
    await attempt()
    expect(await state()).toEqual({ status: 'queued', errorCode: null, entries: ['hold 10'] })
    await attempt()
    expect(await state()).toEqual({ status: 'succeeded', errorCode: null, entries: ['hold 10', 'settle 10'] })
    expect((await keysOf(runtime.storage)).filter((key) => key.includes(id))).toHaveLength(2)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test.each([
    ['unavailable', 'storage_unavailable', 5],
    ['no_space', 'storage_full', 1],
  ] as const)('a storage that stays %s ends the run as %s, free of charge', async (code, errorCode, attempts) => {
    const { attempt, state, id } = await run(100, code)
    for (let count = 0; count < attempts; count += 1) await attempt()
    expect(await state()).toEqual({ status: 'failed', errorCode, entries: ['hold 10', 'release 10'] })
    expect((await keysOf(runtime.storage)).filter((key) => key.includes(id))).toEqual([])
    expect(await auditLedger(runtime.db)).toEqual([])
  })
})

describe('processes that share a database', () => {
  beforeEach(() => runtime.db.delete(installation))
  const prove = (store: Storage, { fallback, alone = false }: { fallback?: Storage; alone?: boolean } = {}) =>
    proveStorage(runtime.db, { store, fallback, alone })
  const asBucket = (storage: Storage): Storage => ({ ...storage, kind: 's3' })

  test('the first start marks the storage, processes with the same one start, and one with another is refused', async () => {
    const shared = await openFolder('shared')
    await Promise.all([prove(shared), prove(await openFolder('shared'))])
    await prove(await openFolder('shared'))
    await expect(prove(await openFolder('own'))).rejects.toThrow(/is not the storage that the other processes/)
    expect(await keysOf(await openFolder('own'))).toEqual([])
  })

  test('an adopted storage replaces the one before, for a restored database', async () => {
    await prove(await openFolder('lost'))
    const restored = await openFolder('restored')
    await expect(prove(restored)).rejects.toThrow(/is not the storage/)
    await adoptStorage(runtime.db, { store: restored, fallback: undefined })
    await prove(restored)
  })

  test('a storage of another installation is refused', async () => {
    const foreign = await openFolder('foreign')
    await writeMarker(foreign, { installation: uuidv7(), complete: true })
    await expect(prove(foreign)).rejects.toThrow(/another installation/)
  })

  test('a folder next to an embedded database is marked again if it was emptied', async () => {
    await prove(await openFolder('first'), { alone: true })
    await prove(await openFolder('emptied'), { alone: true })
    expect(await keysOf(await openFolder('emptied'))).toEqual(['installation.json'])
  })

  test('a storage that does not answer stops the start with one sentence', async () => {
    const away = { ...(await openFolder('away')), read: () => Promise.reject(new StorageError('unavailable')) }
    await expect(prove(away)).rejects.toThrow(/^The files in .* cannot be reached/)
  })

  test('another kind of storage needs the old one as fallback until everything is moved', async () => {
    const [old, store] = [await openFolder('old'), asBucket(await openFolder('new'))]
    await prove(old)
    await put(old, 'ab/lake', 'a lake')
    await expect(prove(store)).rejects.toThrow(/start with FILES_FALLBACK=folder/)
    await prove(store, { fallback: old })
    await expect(prove(store)).rejects.toThrow(/still being moved/)
    const marker = await readMarker(store)
    await moveFiles({ from: old, to: store })
    if (marker) await writeMarker(store, { ...marker, complete: true })
    await prove(store)
    expect(await text(await store.read('ab/lake'))).toBe('a lake')
  })
})

describe('a move', () => {
  test('files are served from both places meanwhile, an interrupted move resumes, and a deleted file does not come back', async () => {
    const [old, store] = [await openFolder('old'), await openFolder('new')]
    const served = withFallback(store, old)
    const keys = ['a/1', 'a/2', 'a/3', 'a/4']
    for (const key of keys) await put(old, key, `content of ${key}`)
    await put(served, 'b/new', 'new')

    const interrupted = moveFiles({
      from: old,
      to: store,
      onProgress({ moved }) {
        if (moved === 2) throw new Error('killed')
      },
    })
    await expect(interrupted).rejects.toThrow('killed')
    for (const key of keys) expect(await text(await served.read(key))).toBe(`content of ${key}`)
    expect(await keysOf(served)).toEqual([...keys, 'b/new'])

    // The person deletes a file while it is being copied.
    const deleting: Storage = {
      ...store,
      async putFile(key, path) {
        await served.delete(key)
        return store.putFile(key, path)
      },
    }
    const moved = await keysOf(store)
    const [left = ''] = keys.filter((key) => !moved.includes(key))
    const rest: Storage = { ...old, list: () => old.list(left) }
    expect(await moveFiles({ from: rest, to: deleting })).toMatchObject({ moved: 0, deletedMeanwhile: 1 })
    expect(await served.stat(left)).toBeUndefined()

    expect(await moveFiles({ from: old, to: store })).toMatchObject({ moved: 1, alreadyThere: 2, failed: [] })
    expect(await keysOf(store)).toEqual([...keys.filter((key) => key !== left), 'b/new'])
  })
})

test('a check finds missing, damaged and orphaned files, and repairs what loses nothing', async () => {
  const storage = await openFolder('checked')
  const { id: userId } = await createUser(runtime)
  const row = async (key: string, data: string | null, changes: Partial<typeof uploads.$inferInsert> = {}) => {
    if (data !== null) await put(storage, key, data)
    const sha256 = 'd'.repeat(64)
    await runtime.db.insert(uploads).values({
      id: uuidv7(),
      userId,
      type: 'text',
      storageKey: key,
      mediaType: 'text/plain',
      bytes: data?.length ?? 3,
      sha256,
      ...changes,
    })
  }
  await row('own/missing', null)
  await row('own/short', 'abc', { bytes: 4 })
  await row('own/other', 'abc')
  await put(storage, 'own/orphan', 'x')
  await writeMarker(storage, { installation: uuidv7(), complete: true })
  const others = await runtime.db.select({ key: files.storageKey }).from(files)
  for (const { key } of others) await put(storage, key, '')
  const now = new Date(Date.now() + 25 * 60 * 60_000)
  const found = async (options: object = {}) => {
    const report = await checkFiles(runtime.db, { storage, now, ...options })
    const ours = (keys: string[]) => keys.filter((key) => key.startsWith('own/'))
    return { missing: ours(report.missing), damaged: ours(report.damaged), orphans: ours(report.orphans) }
  }
  expect(await found()).toEqual({ missing: ['own/missing'], damaged: ['own/short'], orphans: ['own/orphan'] })
  expect((await found({ deep: true })).damaged).toEqual(['own/short', 'own/other'])
  // A run stores its files before their rows.
  expect((await found({ now: new Date() })).orphans).toEqual([])
  await found({ repair: true })
  expect(await found()).toEqual({ missing: ['own/missing'], damaged: ['own/short'], orphans: [] })
})

test('below the floor new work is refused, and a full disk is logged once a minute', async () => {
  let [free, now] = [100, 0]
  const error = vi.spyOn(runtime.logger, 'error')
  const { logger } = runtime
  const disk = openDiskWatch({ dataDir: folder, logger, floorBytes: 50, freeOf: async () => free, now: () => now })
  await disk.requireRoom()
  free = 49
  now = 10_000
  await expect(disk.requireRoom()).rejects.toMatchObject({ code: 'storage_full', retryAfter: 60 })
  for (; now < 60_000; now += 10_000) expect(disk.report(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe(true)
  expect(error).toHaveBeenCalledTimes(1)
  now = 70_000
  disk.report(new StorageError('no_space'))
  expect(error).toHaveBeenCalledTimes(2)
  expect(disk.report(new StorageError('unavailable'))).toBe(false)
  free = 51
  now = 80_000
  await disk.requireRoom()
})

import { eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { insertWorks } from '#tests/factories/works.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { beside } from '#tests/fixtures/one-connection.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { waitingLocks } from '#tests/fixtures/waiting-locks.ts'
import { files, uploads } from '#app/server/db/schema/files.ts'
import { storageTotals, workSizes } from '#app/server/db/schema/storage.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { changeMany } from './change-many.ts'
import { purgeFiles } from './purge-generations.ts'
import { readStorageUse } from './storage-use.ts'

let runtime: TestRuntime
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider() })
})
afterAll(() => runtime[Symbol.asyncDispose]())

async function addWork(userId: string): Promise<string> {
  const [id = ''] = await insertWorks(runtime.db, userId, [{ charged: 0, chargedMilli: 0 }])
  return id
}
const fileOf = (userId: string, generationId: string, bytes: number) => {
  const id = uuidv7()
  return { id, userId, generationId, storageKey: `none/${id}`, mediaType: 'image/png', bytes, sha256: 'f'.repeat(64) }
}
const change = (userId: string, action: 'trash' | 'restore' | 'purge', ids: string[]) =>
  changeMany(runtime.db, { queue: runtime.queue, providers: runtime.providers, userId, change: { action, ids } })
const use = (userId: string) => readStorageUse(runtime.db, { userId, locale: 'en' })

test('the total stays the sum while results, uploads, trash and deletions of a person run in parallel', async () => {
  const { db, storage } = runtime
  const { id: userId } = await createUser(runtime)
  const works: string[] = []
  for (let n = 0; n < 12; n += 1) works.push(await addWork(userId))
  const half = works.slice(0, 6)
  const removable = works.slice(0, 3)

  const acts = works.flatMap((work, n) => {
    const uploadId = uuidv7()
    const upload = { id: uploadId, userId, type: 'text', storageKey: uploadId, mediaType: 'text/plain', bytes: 7 + n, sha256: '' } as const
    return [
      // Results with posters, as a run writes them, in a transaction that may roll back.
      () =>
        db.transaction((tx) =>
          tx.insert(files).values([fileOf(userId, work, 1_000 + n), fileOf(userId, work, 0), fileOf(userId, work, 10)]),
        ),
      () =>
        db
          .transaction(async (tx) => {
            await tx.insert(files).values(fileOf(userId, work, 5_000))
            throw new Error('rolled back')
          })
          .catch(() => undefined),
      () => db.insert(uploads).values(upload),
      () => db.delete(uploads).where(eq(uploads.bytes, 7 + n - 1)),
      () => change(userId, 'trash', [work]),
      () => change(userId, 'restore', [work]),
      () => db.update(files).set({ bytes: 3 }).where(eq(files.bytes, 10)),
    ]
  })
  await Promise.all(acts.map((act) => act()))
  await Promise.all([
    change(userId, 'trash', half),
    ...works.map((work) => db.insert(files).values(fileOf(userId, work, 77))),
    db.delete(files).where(inArray(files.generationId, works.slice(9))),
  ])
  await Promise.all([
    change(userId, 'purge', removable).then(() => purgeFiles(db, { storage, userId })),
    change(userId, 'restore', half.slice(3)),
    ...removable.map((work) => db.insert(files).values(fileOf(userId, work, 5))),
  ])

  expect(await auditLedger(db)).toEqual([])
  const { rows } = await db.execute<{ used: number }>(sql`
    select ((select coalesce(sum(bytes), 0) from files where user_id = ${userId}) + (select coalesce(sum(bytes), 0) from uploads where user_id = ${userId}))::int as used`)
  expect(await use(userId)).toMatchObject({ used_bytes: rows[0]?.used })

  await change(userId, 'trash', works)
  await change(userId, 'purge', works)
  await purgeFiles(db, { storage, userId })
  await db.delete(uploads).where(eq(uploads.userId, userId))
  expect(await use(userId)).toMatchObject({ used_bytes: 0, largest: [] })
  expect(await auditLedger(db)).toEqual([])
})

test.runIf(process.env.TEST_DATABASE_URL)('a work that is trashed while its file is being counted is counted in the trash', async () => {
  const { db } = runtime
  const { id: userId } = await createUser(runtime)
  const [first, work] = [await addWork(userId), await addWork(userId)]
  await db.insert(files).values(fileOf(userId, first, 1))
  let trashed: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await tx.insert(files).values(fileOf(userId, work, 40))
    await tx.execute(sql`set constraints all immediate`)
    let ended = false
    trashed = beside(() => change(userId, 'trash', [work])).finally(() => (ended = true))
    await expect.poll(async () => ended || (await waitingLocks(runtime.handle.pool)) > 0).toBe(true)
  })
  await trashed
  expect(await use(userId)).toMatchObject({ results_bytes: 1, trash_bytes: 40 })
  expect(await auditLedger(db)).toEqual([])
})

test('the audit finds a total and a size that are not the sum', async () => {
  const { db } = runtime
  const { id: userId } = await createUser(runtime)
  const work = await addWork(userId)
  await db.insert(files).values(fileOf(userId, work, 40))
  await db.update(storageTotals).set({ results: 41 }).where(eq(storageTotals.userId, userId))
  expect(await auditLedger(db)).toEqual([
    { invariant: 'a person’s storage is the sum of their files', subject: userId, detail: '41/0/0 bytes but the files have 40/0/0' },
  ])
  await db.update(storageTotals).set({ results: 40 }).where(eq(storageTotals.userId, userId))
  // Without triggers, which would change the total as well.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.update(workSizes).set({ bytes: 39 }).where(eq(workSizes.generationId, work))
  })
  expect(await auditLedger(db)).toEqual([
    { invariant: 'the size of a work is the sum of its files', subject: work, detail: '39 bytes but its files have 40' },
  ])
})

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { makeBareDatabase, makeDataDir, openPatiently, openTestDatabase } from '#tests/fixtures/database.ts'
import { findPostgres } from '#tests/fixtures/postgres.ts'
import { auditLedger } from '../core/tokens/audit-ledger.ts'
import { grantTokens } from '../core/tokens/grant-tokens.ts'
import { type DatabaseHandle, openDatabase } from '../db/database.ts'
import { uploads } from '../db/schema/files.ts'
import { openDiskStorage } from '../storage/disk-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup, verifyBackup } from './restore-backup.ts'
import { scheduleBackups } from './schedule-backups.ts'
import { serveSnapshots } from './snapshot-socket.ts'

const postgres = await findPostgres()
/** The npm package has no `pg_dump`, so backups are made of the embedded database then. */
const onPostgres = process.env.TEST_DATABASE_URL !== undefined && existsSync(join(postgres?.bin ?? '', 'pg_dump'))
/** Each opens several databases, which takes long where they are embedded. */
const patiently = { timeout: 180_000 }
const secret = 'a secret of an installation that is long enough'

/** Disposed in reverse after each test. */
let opened = new AsyncDisposableStack()
beforeEach(async () => {
  // The programs of the server that the tests run on.
  vi.stubEnv('PATH', `${postgres?.bin}${delimiter}${process.env.PATH}`)
})
afterEach(async () => {
  const done = opened
  opened = new AsyncDisposableStack()
  await done.disposeAsync()
  vi.unstubAllEnvs()
})

async function makeFolder(folder = mkdtemp(join(tmpdir(), 'quartet-backup-'))): Promise<string> {
  const path = await folder
  opened.defer(() => rm(path, { recursive: true, force: true }))
  return path
}

type Source = { handle: DatabaseHandle; env: { DATA_DIR: string; DATABASE_URL?: string; SECRET?: string }; storage: Storage }

/** An installation that is running: its database is open. */
async function openSource(): Promise<Source> {
  const dataDir = await makeFolder(onPostgres ? undefined : makeDataDir())
  const storage = await openDiskStorage(join(dataDir, 'files'))
  if (onPostgres) {
    const handle = await openTestDatabase()
    opened.defer(() => handle.close())
    return { handle, storage, env: { DATA_DIR: dataDir, SECRET: secret, ...(handle.options.url && { DATABASE_URL: handle.options.url }) } }
  }
  // A grant waits for the copy, which takes long on a busy machine.
  const handle = await openPatiently({ dataDir })
  opened.defer(() => handle.close())
  if (!handle.copyTo) throw new Error('The embedded database copies itself.')
  opened.defer(await serveSnapshots({ dataDir, copyTo: handle.copyTo, logger: { info() {}, warn() {}, error() {} } }))
  await writeFile(join(dataDir, 'secret'), `${secret}\n`)
  return { handle, storage, env: { DATA_DIR: dataDir } }
}

async function addFile({ handle, storage }: Source, userId: string, content: string): Promise<string> {
  const storageKey = `${userId}/${uuidv7()}`
  await using temp = storage.openTemp()
  await writeFile(temp.path, content)
  const stored = await storage.putFile(storageKey, temp.path)
  await handle.db.insert(uploads).values({ ...stored, id: uuidv7(), userId, type: 'image', storageKey, mediaType: 'image/png' })
  return storageKey
}

/** Grants tokens with rising numbers until it is stopped; returns the last number. */
function keepGranting({ handle }: Source, userId: string) {
  let count = 0
  let stopped = false
  const ended = (async () => {
    for (; !stopped; count += 1)
      await handle.db.transaction((tx) =>
        grantTokens(tx, { userId, source: 'grant', amount: 1, expiresAt: null, reason: String(count + 1) }),
      )
  })()
  const stop = async () => {
    stopped = true
    await ended
  }
  opened.defer(stop)
  return { count: () => count, stop }
}

const grantsOf = async ({ db }: DatabaseHandle, userId: string) => {
  const { rows } = await db.execute<{ reason: number }>(
    sql`select reason::int as reason from token_entries where user_id = ${userId} order by reason::int`,
  )
  return rows.map(({ reason }) => reason)
}

async function makeTarget() {
  const dataDir = join(await makeFolder(), 'restored')
  return { DATA_DIR: dataDir, ...(onPostgres && { DATABASE_URL: (await makeBareDatabase()).url, SECRET: secret }) }
}

describe('a backup of a running installation', () => {
  test('a restore gives the state of one moment, with files and secret, and overwrites nothing', patiently, async () => {
    const source = await openSource()
    const people = await Promise.all([createUser(source.handle), createUser(source.handle)])
    const [ann, ben] = people
    const present = await addFile(source, ann.id, 'an image')
    const gone = await addFile(source, ann.id, 'an image that is deleted')
    await source.storage.delete(gone)
    const writers = people.map(({ id }) => keepGranting(source, id))
    await expect.poll(() => Math.min(...writers.map(({ count }) => count()))).toBeGreaterThan(5)

    const folder = await makeFolder()
    const file = join(folder, 'backup.tar.gz')
    const before = writers.map(({ count }) => count())
    const made = await makeBackup({ env: source.env, storage: source.storage, file, mode: 'include' })
    const after = writers.map(({ count }) => count() + 1)
    for (const writer of writers) await writer.stop()

    expect(made).toMatchObject({ missing: 1, altered: [], manifest: { audited: true, files: { count: 2, mode: 'include' } } })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['backup.tar.gz'])
    // The process that has the database open deletes its copy once the connection has ended.
    await expect.poll(() => readdir(join(source.env.DATA_DIR, 'scratch')).catch(() => []), { timeout: 60_000 }).toEqual([])
    await expect(makeBackup({ env: source.env, storage: source.storage, file, mode: 'include' })).rejects.toThrow('exists')

    const target = await makeTarget()
    const storage = () => openDiskStorage(join(target.DATA_DIR, 'files'))
    expect(await restoreBackup({ env: target, storage, file })).toMatchObject({ files: 1, hasOtherSecret: false })
    await expect(restoreBackup({ env: target, storage, file })).rejects.toThrow('a restore overwrites nothing')

    const restored = await openDatabase({ dataDir: target.DATA_DIR, ...(target.DATABASE_URL && { url: target.DATABASE_URL }) })
    opened.defer(() => restored.close())
    expect(await auditLedger(restored.db)).toEqual([])
    for (const [index, { id }] of [ann, ben].entries()) {
      const grants = await grantsOf(restored, id)
      // Nothing in between is missing, so every transaction is there whole or not at all.
      expect(grants).toEqual(grants.map((_reason, at) => at + 1))
      expect(grants.length).toBeGreaterThanOrEqual(before[index] ?? 0)
      expect(grants.length).toBeLessThanOrEqual(after[index] ?? 0)
    }
    expect(await readFile(join(target.DATA_DIR, 'files', present), 'utf8')).toBe('an image')
    if (!onPostgres) expect(await readFile(join(target.DATA_DIR, 'secret'), 'utf8')).toBe(`${secret}\n`)
    expect((await readdir(target.DATA_DIR)).filter((name) => name.startsWith('restore-'))).toEqual([])
  })

  test('a check restores it into a place of its own, and refuses a damaged or truncated one', patiently, async () => {
    const source = await openSource()
    const { id } = await createUser(source.handle, { tokens: 10 })
    await addFile(source, id, 'a file in the storage')
    const folder = await makeFolder()
    const file = join(folder, 'backup.tar')
    await makeBackup({ env: source.env, storage: source.storage, file, mode: 'reference' })
    expect(await verifyBackup({ env: source.env, file })).toMatchObject({ files: 0, manifest: { files: { count: 1, mode: 'reference' } } })

    const bytes = await readFile(file)
    const at = bytes.indexOf(secret)
    bytes.write('A', at)
    await writeFile(file, bytes)
    await expect(verifyBackup({ env: source.env, file })).rejects.toThrow('does not match its checksums')
    await truncate(file, bytes.length - 200_000)
    await expect(verifyBackup({ env: source.env, file })).rejects.toThrow('incomplete')
    await writeFile(file, createHash('sha256').digest())
    await expect(verifyBackup({ env: source.env, file })).rejects.toThrow('damaged or incomplete')
  })

  test.runIf(onPostgres)('a missing program of PostgreSQL is named', async () => {
    const source = await openSource()
    vi.stubEnv('PATH', '/nowhere')
    const file = join(await makeFolder(), 'backup.tar')
    const attempt = makeBackup({ env: source.env, storage: source.storage, file, mode: 'include' })
    await expect(attempt).rejects.toThrow('pg_dump is not on the path')
    expect(existsSync(file)).toBe(false)
  })
})

describe.skipIf(onPostgres)('scheduled backups', () => {
  const logger = { info: vi.fn(), error: vi.fn() }
  // The embedded database has one process, so no lock is taken.
  const handle = { kind: 'pglite' as const, pool: new pg.Pool() }

  test('one is made when the newest is too old, and only the newest are kept', async () => {
    const folder = join(await makeFolder(), 'backups')
    await mkdir(folder)
    const ages = [50, 40, 30]
    for (const hours of ages) {
      const path = join(folder, `quartet-202601${hours}T000000Z.tar.gz`)
      await writeFile(path, '')
      const time = Date.now() / 1000 - hours * 3600
      await utimes(path, time, time)
    }
    await writeFile(join(folder, 'mine.tar.gz'), '')
    const env = { BACKUP_DIR: folder, BACKUP_EVERY: 24 * 3_600_000, BACKUP_KEEP: 2, BACKUP_FILES: 'include' as const }
    const make = vi.fn((file: string) => writeFile(file, 'new'))
    const stop = scheduleBackups({ env, handle, logger, make })
    await expect.poll(() => logger.info.mock.calls).toHaveLength(1)
    await stop()
    const kept = await readdir(folder)
    expect(kept).toHaveLength(3)
    expect(kept).toEqual(expect.arrayContaining(['mine.tar.gz', 'quartet-20260130T000000Z.tar.gz']))

    await scheduleBackups({ env, handle, logger, make })()
    expect(make).toHaveBeenCalledOnce()
  })

  test('a failure is reported and deletes nothing', async () => {
    const folder = await makeFolder()
    const env = { BACKUP_DIR: folder, BACKUP_EVERY: 1, BACKUP_KEEP: 1, BACKUP_FILES: 'include' as const }
    const old = join(folder, 'quartet-20260101T000000Z.tar.gz')
    await writeFile(old, 'old')
    // A backup of this moment would not be due.
    await utimes(old, 0, 0)
    const stop = scheduleBackups({ env, handle, logger, make: () => Promise.reject(new Error('no room')) })
    await expect.poll(() => logger.error.mock.calls).toHaveLength(1)
    await stop()
    expect(await readdir(folder)).toContain('quartet-20260101T000000Z.tar.gz')
  })
})

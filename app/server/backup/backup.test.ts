import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import { makeBareDatabase, makeDataDir, openPatiently, openTestDatabase } from '#tests/fixtures/database.ts'
import { once, repeats } from '#tests/fixtures/once.ts'
import { findPostgres } from '#tests/fixtures/postgres.ts'
import { auditLedger } from '../core/money/tokens/audit-ledger.ts'
import { grantTokens } from '../core/money/tokens/grant-tokens.ts'
import { type DatabaseHandle, openDatabase } from '../db/database.ts'
import { uploads } from '../db/schema/files.ts'
import { openDiskStorage } from '../storage/disk-storage.ts'
import type { Storage } from '../storage/storage.ts'
import type { BackupOutcome } from '../core/operation/operations/record-backup.ts'
import { makeBackup } from './make-backup.ts'
import { noteBackup } from './note-backup.ts'
import { restoreBackup, verifyBackup } from './restore-backup.ts'
import { scheduleBackups } from './schedule-backups.ts'
import { serveSnapshots } from './snapshot-socket.ts'

const postgres = await findPostgres()
/** The npm package has no `pg_dump`, so backups are made of the embedded database then. */
const onPostgres = process.env.TEST_DATABASE_URL !== undefined && existsSync(join(postgres?.bin ?? '', 'pg_dump'))
/** Each opens several databases, which takes long where they are embedded. */
const patiently = { timeout: 180_000 }
const oncePatiently = { ...patiently, ...once }
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

/** Runs an operator's command as a process of its own. */
function runScript(
  [script = '', ...given]: string[],
  env: Source['env'],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [`scripts/${script}`, ...given],
      { env: { ...process.env, ...env } },
      (_error, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    )
  })
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
    for (; !stopped; count += 1) {
      await handle.db.transaction((tx) =>
        grantTokens(tx, { userId, source: 'grant', amount: 1, expiresAt: null, reason: String(count + 1) }),
      )
      // The backup gets the processor in between.
      await sleep(5)
    }
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

    expect(made).toMatchObject({
      missing: [gone],
      deleted: 0,
      altered: [],
      manifest: { audited: true, files: { count: 2, mode: 'include' } },
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    // The commands run the same functions on both databases, and the embedded one takes seconds to open.
    if (!repeats || isFull) {
      const [again, printed, checked] = await Promise.all([
        runScript(['backup.ts', join(await makeFolder(), 'again.tar.gz')], source.env),
        runScript(['restore.ts', '--secret', file], source.env),
        runScript(['backup.ts', 'verify', file], source.env),
      ])
      expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining(`missing  ${gone}`) })
      expect(checked).toMatchObject({ code: 1, stderr: expect.stringContaining('INCOMPLETE: 1 of 2 files') })
      expect(printed).toEqual({ code: 0, stdout: `${secret}\n`, stderr: '' })
    }
    expect(await readdir(folder)).toEqual(['backup.tar.gz'])
    // The process that has the database open deletes its copy once the connection has ended.
    await expect.poll(() => readdir(join(source.env.DATA_DIR, 'scratch')).catch(() => [])).toEqual([])
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

  test('a check restores it into a place of its own, and refuses a damaged or truncated one', oncePatiently, async () => {
    const source = await openSource()
    const { id } = await createUser(source.handle, { tokens: 10 })
    await addFile(source, id, 'a file in the storage')
    await source.storage.delete(await addFile(source, id, 'a lost file'))
    const folder = await makeFolder()
    const file = join(folder, 'backup.tar')
    await makeBackup({ env: source.env, storage: source.storage, file, mode: 'reference' })
    const verified = await verifyBackup({ env: source.env, file, scratch: folder })
    expect(verified).toMatchObject({ files: 0, lost: 1, manifest: { files: { count: 2, mode: 'reference' } } })
    expect(await readdir(folder)).toEqual(['backup.tar'])
    const nowhere = join(folder, 'not there')
    await expect(verifyBackup({ env: source.env, file, scratch: nowhere })).rejects.toThrow(
      `The folder ${nowhere} cannot be written to (ENOENT): set TMPDIR`,
    )

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

  test('a file that is deleted while the backup is made is not missing, and a damaged one is listed', oncePatiently, async () => {
    const source = await openSource()
    const { id } = await createUser(source.handle)
    const [deleted, damaged] = [await addFile(source, id, 'deleted meanwhile'), await addFile(source, id, 'an image')]
    await writeFile(join(source.env.DATA_DIR, 'files', damaged), 'an imagE')
    const storage: Storage = {
      ...source.storage,
      async openLocal(key) {
        if (key === deleted) {
          await source.handle.db.delete(uploads).where(eq(uploads.storageKey, key))
          await source.storage.delete(key)
        }
        return source.storage.openLocal(key)
      },
    }
    const file = join(await makeFolder(), 'backup.tar')
    const made = await makeBackup({ env: source.env, storage, file, mode: 'include' })
    expect(made).toMatchObject({ deleted: 1, missing: [], altered: [damaged] })
  })

  test('a restore that failed or was killed leaves nothing, and can be repeated', oncePatiently, async () => {
    const source = await openSource()
    const { id } = await createUser(source.handle)
    const keys = [await addFile(source, id, 'one'), await addFile(source, id, 'two')]
    const file = join(await makeFolder(), 'backup.tar')
    await makeBackup({ env: source.env, storage: source.storage, file, mode: 'include' })

    const target = await makeTarget()
    const open = () => openDiskStorage(join(target.DATA_DIR, 'files'))
    let stored = 0
    const failing = async (): Promise<Storage> => {
      const storage = await open()
      const putFile: Storage['putFile'] = (key, path) =>
        (stored += 1) === 2 ? Promise.reject(new Error('the disk is gone')) : storage.putFile(key, path)
      return { ...storage, putFile }
    }
    await expect(restoreBackup({ env: target, storage: failing, file })).rejects.toThrow('the disk is gone')
    expect((await readdir(target.DATA_DIR)).filter((name) => /restore|files|secret|db/.test(name))).toEqual([])

    // A killed one has left its draft, and files that it had stored.
    const draft = join(target.DATA_DIR, `restore-${randomUUID()}`)
    await mkdir(join(draft, 'db'), { recursive: true })
    await writeFile(join(draft, 'secret'), secret)
    await mkdir(join(target.DATA_DIR, 'files', id), { recursive: true })
    await writeFile(join(target.DATA_DIR, 'files', keys[0] ?? ''), 'half')
    await expect(restoreBackup({ env: target, storage: open, file })).rejects.toThrow('a restore overwrites nothing')
    expect(existsSync(draft)).toBe(false)
    await writeFile(join(target.DATA_DIR, 'restore-unfinished'), '')
    expect(await restoreBackup({ env: target, storage: open, file })).toMatchObject({ files: 2 })
    expect(await readFile(join(target.DATA_DIR, 'files', keys[0] ?? ''), 'utf8')).toBe('one')
    expect((await readdir(target.DATA_DIR)).filter((name) => name.startsWith('restore-'))).toEqual([])
  })

  test.runIf(onPostgres)('a missing program of PostgreSQL is named', async () => {
    const source = await openSource()
    vi.stubEnv('PATH', '/nowhere')
    const file = join(await makeFolder(), 'backup.tar')
    const attempt = makeBackup({ env: source.env, storage: source.storage, file, mode: 'include' })
    await expect(attempt).rejects.toThrow('pg_dump is not on the path')
    expect(existsSync(file)).toBe(false)
    const target = await makeTarget()
    const storage = () => Promise.reject(new Error('it was not needed'))
    // Before the archive is read: there is none.
    await expect(restoreBackup({ env: target, storage, file })).rejects.toThrow('pg_restore is not on the path')
  })
})

describe.skipIf(onPostgres)('scheduled backups', () => {
  const logger = { info: vi.fn(), error: vi.fn() }
  // The embedded database has one process, so no lock is taken.
  const handle = { kind: 'pglite' as const, pool: new pg.Pool() }
  const hour = 3_600_000

  async function openSchedule(change: Partial<Parameters<typeof scheduleBackups>[0]['env']> = {}) {
    const folder = join(await makeFolder(), 'backups')
    await mkdir(folder)
    const events: BackupOutcome[] = []
    const env = { BACKUP_DIR: folder, BACKUP_EVERY: 24 * hour, BACKUP_KEEP: 2, BACKUP_FILES: 'include' as const, DATA_DIR: folder }
    const options = {
      env: { ...env, BACKUP_TRIAL_EVERY: null, ...change },
      handle,
      logger,
      record: async (event: BackupOutcome) => void events.push(event),
      make: vi.fn(async (file: string) => {
        await writeFile(file, 'new')
        return { bytes: 3, lost: 0 }
      }),
    }
    async function add(name: string, hours: number) {
      const path = join(folder, name)
      await writeFile(path, '')
      const time = (Date.now() - hours * hour) / 1000
      await utimes(path, time, time)
    }
    return { folder, options, events, add }
  }

  test('one is made when the newest is too old, and only the newest are kept', async () => {
    const { folder, options, events, add } = await openSchedule()
    for (const hours of [50, 40, 30]) await add(`quartet-202601${hours}T000000Z.tar.gz`, hours)
    await add('mine.tar.gz', 0)
    const stop = scheduleBackups(options)
    await expect.poll(() => events).toEqual([{ outcome: 'made', bytes: 3 }])
    await stop()
    const kept = await readdir(folder)
    expect(kept).toHaveLength(3)
    expect(kept).toEqual(expect.arrayContaining(['mine.tar.gz', 'quartet-20260130T000000Z.tar.gz']))

    await scheduleBackups(options)()
    expect(options.make).toHaveBeenCalledOnce()
  })

  test('one that lacks files has failed: nothing is deleted until a complete one follows', async () => {
    const { folder, options, events, add } = await openSchedule({ BACKUP_KEEP: 1 })
    const good = ['quartet-20260101T000000Z.tar.gz', 'quartet-20260102T000000Z.tar.gz']
    for (const [index, name] of good.entries()) await add(name, 60 - index)
    await add('quartet-20260103T000000Z.incomplete.tar.gz', 30)
    options.make.mockImplementationOnce(async (file) => {
      await writeFile(file, 'without files')
      return { bytes: 13, lost: 22 }
    })
    const stop = scheduleBackups(options)
    await expect.poll(() => events).toEqual([{ outcome: 'failed', missing: 22 }])
    await stop()
    const names = await readdir(folder)
    expect(names).toEqual(expect.arrayContaining(good))
    // The newest incomplete archive replaces the one before.
    expect(names.filter((name) => name.includes('.incomplete.'))).toHaveLength(1)
    expect(names).toHaveLength(3)

    const again = scheduleBackups(options)
    await expect.poll(() => events.at(-1)).toEqual({ outcome: 'made', bytes: 3 })
    await again()
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^quartet-\d{8}T\d{6}Z\.tar\.gz$/)])
  })

  test('a failure is reported and deletes nothing', async () => {
    const { folder, options, events, add } = await openSchedule()
    await add('quartet-20260101T000000Z.tar.gz', 60)
    options.make.mockRejectedValue(new Error('no room'))
    const stop = scheduleBackups(options)
    await expect.poll(() => events).toEqual([{ outcome: 'failed', missing: null }])
    await stop()
    expect(await readdir(folder)).toEqual(['quartet-20260101T000000Z.tar.gz'])
  })

  test('the newest is restored on trial when it is time, and after a failure once a newer one exists', async () => {
    const { folder, options, events, add } = await openSchedule({ BACKUP_TRIAL_EVERY: 24 * hour })
    await add('quartet-20260101T000000Z.tar.gz', 5)
    const restore = vi.fn(async (_file: string) => undefined)
    const run = async (last: { hours: number; passed: boolean } | null) => {
      restore.mockClear()
      const lastTrial = async () => last && { at: new Date(Date.now() - last.hours * hour), passed: last.passed }
      await scheduleBackups({ ...options, restore, lastTrial })()
      return restore.mock.calls.map(([file]) => file)
    }
    const newest = join(folder, 'quartet-20260101T000000Z.tar.gz')
    expect(await run(null)).toEqual([newest])
    expect(events).toEqual([{ outcome: 'trial_passed' }])
    expect(await run({ hours: 23, passed: true })).toEqual([])
    expect(await run({ hours: 25, passed: true })).toEqual([newest])
    expect(await run({ hours: 4, passed: false })).toEqual([])
    expect(await run({ hours: 6, passed: false })).toEqual([newest])
    restore.mockRejectedValueOnce(new Error('damaged'))
    const stop = scheduleBackups({ ...options, restore })
    await expect.poll(() => events.at(-1)).toEqual({ outcome: 'trial_failed' })
    await stop()
  })

  test('a backup by the command and the schedule are stored, and "off" ends the schedule', async () => {
    const { options, events } = await openSchedule()
    const declare = vi.fn(async () => undefined)
    const at = new Date()
    await noteBackup({ DATA_DIR: options.env.DATA_DIR }, { at, bytes: 7 })
    await scheduleBackups({ ...options, declare })()
    expect(events[0]).toEqual({ outcome: 'by_hand', at, bytes: 7 })
    const { BACKUP_DIR: _, ...unset } = options.env
    for (const env of [unset, { ...unset, BACKUP_DIR: 'off' }]) await scheduleBackups({ ...options, env, declare })()
    expect(declare.mock.calls).toEqual([[{ everySeconds: 86_400, keep: 2 }], [null], [null]])
    expect(events.filter(({ outcome }) => outcome === 'by_hand')).toHaveLength(1)
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { makeDataDir } from '#tests/fixtures/database.ts'
import { type DatabaseHandle, openDatabase } from './database.ts'
import { users } from './schema/users.ts'

const patiently = { timeout: 180_000 }

/** These tests apply to the embedded database only. */
describe('a data folder', () => {
  let root: string
  let dataDir: string
  const handles: DatabaseHandle[] = []
  const children: ChildProcess[] = []

  beforeEach(async () => {
    root = await makeDataDir()
    dataDir = root
  })
  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child)
    for (const handle of handles.splice(0)) await handle.close()
    await rm(root, { recursive: true, force: true })
  })

  async function open(options: { onFatal?: (error: Error) => void } = {}) {
    const handle = await openDatabase({ dataDir, ...options })
    handles.push(handle)
    return handle
  }

  async function startWriting(onLine: (line: string) => void) {
    const program = fileURLToPath(new URL('./database.test-process.ts', import.meta.url))
    const child = spawn(process.execPath, ['--liftoff-only', program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const ready = Promise.withResolvers<void>()
    let listener = (_line: string) => {
      listener = onLine
      ready.resolve()
    }
    // Listens from the start: several lines may arrive at once.
    createInterface({ input: child.stdout }).on('line', (line) => listener(line))
    await ready.promise
    return child
  }

  async function kill(child: ChildProcess) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  test('a data folder is created for its owner only and migrated', { tags: 'full' }, async () => {
    dataDir = join(dataDir, 'deeper', 'data')
    const { db } = await open()
    expect(await db.select().from(users)).toEqual([])
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  })

  test('a data folder keeps its rows when it is closed, moved and opened again, and is refused to a second opening in the same process', async () => {
    const first = await openDatabase({ dataDir })
    await addPerson(first)
    await first.close()
    dataDir = `${root}/moved`
    await mkdir(dataDir)
    await rename(`${root}/db`, `${dataDir}/db`)
    const second = await open()
    expect(await second.db.$count(users)).toBe(1)
    await expect(open()).rejects.toMatchObject({ code: 'in_use' })
  })

  test('a data folder is refused to a second process, and has every acknowledged row after the first was killed while writing', async () => {
    const acknowledged: string[] = []
    const rounds = repetitions(1, 20)
    for (let round = 0; round < rounds; round += 1) {
      const before = acknowledged.length
      const child = await startWriting((id) => acknowledged.push(id))
      await expect(open()).rejects.toMatchObject({ name: 'DataDirError', code: 'in_use', message: expect.stringContaining(dataDir) })
      await vi.waitFor(() => expect(acknowledged.length - before).toBeGreaterThan(20 + 20 * round), patiently)
      await kill(child)
    }
    const { db } = await open()
    const ids = new Set((await db.select({ id: users.id }).from(users)).map(({ id }) => id))
    expect(acknowledged.length).toBeGreaterThan(20)
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    // In each round, one row may be committed without being printed.
    expect(ids.size - acknowledged.length).toBeLessThanOrEqual(rounds)
  })

  test.each([
    ['below a file', async (path: string) => writeFile(join(path, 'file'), ''), 'file/data'],
    ['that is a file', async (path: string) => writeFile(join(path, 'file'), ''), 'file'],
    [
      'with a folder where its lock belongs',
      async (path: string) => void (await mkdir(join(path, 'data', 'lock'), { recursive: true })),
      'data',
    ],
  ])('a data folder %s is reported as not_writable in one line', async (_name, prepare, path) => {
    await prepare(dataDir)
    dataDir = join(dataDir, path)
    await expect(open()).rejects.toMatchObject({ code: 'not_writable', message: expect.stringMatching(/^The data folder .+\.$/) })
  })

  test('a data folder that cannot be opened on a full disk is reported as disk_full, with the folder and what is free', async () => {
    await writeFile(join(dataDir, 'file'), '')
    dataDir = join(dataDir, 'file')
    const measured = vi.spyOn(fs, 'statfsSync').mockReturnValue({ ...fs.statfsSync(root), bavail: 3000, bsize: 1000 })
    try {
      await expect(open()).rejects.toMatchObject({
        code: 'disk_full',
        message: `The disk is full: ${dataDir} has 3 MB free. Free some space, then start again.`,
      })
    } finally {
      measured.mockRestore()
    }
  })

  test('a data folder that cannot be created is reported as not_writable in one line', async () => {
    // Root may write anywhere except in the kernel's own file systems.
    const isRoot = process.getuid?.() === 0
    const parent = isRoot ? '/sys' : join(dataDir, 'read-only')
    if (!isRoot) await mkdir(parent, { mode: 0o500 })
    dataDir = join(parent, 'data')
    await expect(open()).rejects.toMatchObject({ code: 'not_writable', message: expect.stringMatching(/^The data folder .+\.$/) })
  })

  test('a log that cannot be written ends the database: onFatal is called once, and queries fail instead of waiting', async () => {
    const onFatal = vi.fn()
    const { pool } = await open({ onFatal })
    await rm(join(dataDir, 'db', 'pg_wal'), { recursive: true })
    const writing = async () => {
      await pool.query('select pg_switch_wal()')
      await pool.query('create table long as select repeat(md5(i::text), 10) from generate_series(1, 100000) i')
    }
    await expect(writing()).rejects.toThrow()
    await vi.waitFor(() => expect(onFatal).toHaveBeenCalledOnce(), patiently)
    await expect(pool.query('select 1')).rejects.toThrow('The database thread failed.')
    expect(onFatal).toHaveBeenCalledOnce()
  })
})

async function addPerson({ db }: DatabaseHandle) {
  const id = crypto.randomUUID()
  await db.insert(users).values({ id, email: `${id}@example.com`, locale: 'en', referralCode: id, termsAcceptedAt: new Date() })
}

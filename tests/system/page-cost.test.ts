import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFilmSchema } from '#app/contract/films/films.ts'
import { createFilm } from '#app/server/core/making/films/create-film.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { openDiskStorage } from '#app/server/storage/disk-storage.ts'
import { createUser } from '#tests/factories/users.ts'
import { signIn } from '#tests/fixtures/api-client.ts'
import { makeDataDir, makeFolder } from '#tests/fixtures/database.ts'
import { type PageCost, pageOpener, preloadCounter, startCounting } from '#tests/fixtures/page-cost.ts'
import { type ServerProcess, startServer, variablesOfDatabase } from '#tests/fixtures/server.ts'
import { fillLibrary } from '../../scripts/bench/library-fill.ts'
import { longFilm } from '../../scripts/bench/long-film.ts'

/** Limits for the cost of members' pages, in figures that do not depend on the machine. */
let dataDir: string
let server: ServerProcess
let costOf: (path: string) => Promise<PageCost>
let open: ReturnType<typeof pageOpener>
let film: string
beforeAll(async () => {
  const database = await variablesOfDatabase()
  dataDir = await (database ? makeFolder() : makeDataDir())
  const credentials = { email: 'ann@example.com', password: 'velvet anchor biscuit orbit' }
  const handle = await openDatabase({ dataDir, ...(database && { url: database.DATABASE_URL }) })
  try {
    const { id } = await createUser(handle, { ...credentials, tokens: 1_000 })
    film = await createFilm(handle.db, { userId: id, locale: 'en', input: v.parse(createFilmSchema, { document: longFilm }) })
    await fillLibrary(handle.db, { storage: await openDiskStorage(join(dataDir, 'files')), userId: id, count: 40 })
  } finally {
    await handle.close()
  }
  const file = join(dataDir, 'statements')
  server = await startServer({ built: true, dataDir, env: { ...database, ...preloadCounter(file) } })
  open = pageOpener(server.url, (await signIn(server.url, credentials)).tokens)
  costOf = startCounting(file, open)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test('a dashboard with 40 works takes 1 statement, which also checks the session, and comes in one piece', async () => {
  const { statements, whole } = await costOf('/dashboard')
  expect(statements, statements.join('\n')).toHaveLength(1)
  expect(statements[0]).toContain('from "sessions"')
  expect(whole).toBe(true)
})

test('a dashboard with 40 works stays within 26 kB compressed and 450 elements', async () => {
  const { bytes, elements } = await costOf('/dashboard')
  expect(bytes).toBeLessThanOrEqual(26_000)
  expect(elements).toBeLessThanOrEqual(450)
})

test('a studio of sounds takes 1 statement and stays within 450 elements', async () => {
  const { statements, elements } = await costOf('/dashboard/audio')
  expect(statements, statements.join('\n')).toHaveLength(1)
  expect(elements).toBeLessThanOrEqual(450)
})

test('a studio of texts takes 1 statement, its list of conversations included', async () => {
  const { statements } = await costOf('/dashboard/text')
  expect(statements, statements.join('\n')).toHaveLength(1)
})

test('a studio with 20 works, the draft and the running works takes 1 statement, and stays within 26 kB compressed and 450 elements', async () => {
  const { statements, bytes, elements } = await costOf('/dashboard/image')
  expect(statements, statements.join('\n')).toHaveLength(1)
  expect(bytes).toBeLessThanOrEqual(26_000)
  expect(elements).toBeLessThanOrEqual(450)
})

test('a film of 30 shots takes at most 3 statements and 150 kB of HTML', async () => {
  const path = `/dashboard?film=${film}`
  const { statements } = await costOf(path)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(3)
  const { html } = await open(path)
  expect(html).toContain('The keeper climbs stair 30 with a lamp.')
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(150_000)
})

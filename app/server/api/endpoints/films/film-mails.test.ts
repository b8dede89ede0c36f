import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { filmDocumentSchema, type FilmInput } from '#app/contract/films/film-document.ts'
import { createBrowser } from '#tests/factories/push.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { withFilms } from '#tests/fakes/film-provider.ts'
import { makesAFile, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { beside } from '#tests/fixtures/one-connection.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { waitingLocks } from '#tests/fixtures/waiting-locks.ts'
import { createFilm } from '#app/server/core/making/films/create-film.ts'
import { makeFilm } from '#app/server/core/making/films/make-film.ts'
import { mailFinishedRun } from '#app/server/core/making/runs/mail-finished-run.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { pushMessages } from '#app/server/db/schema/push.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { ProviderError, type ProviderModel, type RunRequest } from '#app/server/providers/provider.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { createApi } from '../../api.ts'

const text = (message: string) => ({ id: `test.${message}`, message })
const draws: ProviderModel = {
  provider: 'scripted',
  id: 'draws',
  name: text('draws'),
  description: text('draws'),
  unavailable: null,
  inputs: [],
  type: 'image',
  price: { base: 4, per: null },
  options: {},
  prompt: { placeholder: text('Words'), maxLength: 200, examples: [] },
}
const document: FilmInput = {
  v: 1,
  language: 'en',
  title: 'The keeper',
  models: { still: { model: 'draws' } },
  order: ['shotaa', 'shotbb', 'shotcc'],
  shots: { shotaa: { action: 'A fox waits.' }, shotbb: { action: 'A door opens.' }, shotcc: { action: 'It rains.' } },
}

const scripted = scriptedProvider()
const mails: Mail[] = []
/** The runs whose mail was planned, whether or not it is sent. */
const planned: string[] = []
let failing: (request: RunRequest) => boolean = () => false
let runtime: TestRuntime
let queue: Queue
beforeAll(async () => {
  const provider = withFilms({ ...scripted, models: async () => [draws], run: (request, context) => scripted.script(request, context) })
  runtime = await openTestRuntime({ provider, env: { SESSION_LIMITS: 'off' } })
  const file = makesAFile(runtime.scratchDir)
  scripted.script = async (request, context) => {
    if (failing(request)) throw new ProviderError('refused', 'scripted')
    return file(request, context)
  }
  queue = {
    ...runtime.queue,
    async enqueue(tx, name, data, ...rest) {
      if (name === 'mail-done' && 'generation_id' in data) planned.push(data.generation_id)
      return runtime.queue.enqueue(tx, name, data, ...rest)
    },
  }
})
afterAll(() => runtime[Symbol.asyncDispose]())

/** A make of three pictures that was started so many seconds ago. */
async function make({ seconds = 90, locale = 'en' as 'en' | 'ru' } = {}) {
  planned.length = 0
  const { db, providers } = runtime
  const user = await createUser(runtime, { tokens: 100, mailWhenDone: true, locale })
  const browser = await createBrowser(runtime, user, ['run_ended'])
  const id = await createFilm(db, { userId: user.id, locale, input: { document: v.parse(filmDocumentSchema, document) } })
  const { id: makeId } = await makeFilm(db, { queue, providers, userId: user.id, id, input: { what: 'stills', again: false } })
  const created = sql`now() - make_interval(secs => ${seconds})`
  const runs = await db
    .update(generations)
    .set({ createdAt: created })
    .where(eq(generations.userId, user.id))
    .returning({ id: generations.id })
  const ids = runs.map((run) => run.id).toSorted()
  return { user, browser, id, makeId, ids }
}

function end(id: string) {
  const { providers, storage, progress, logger } = runtime
  const worker = { id: uuidv7(), queue, providers, storage, progress, logger }
  return runGeneration(runtime.db, { worker, id, controller: new AbortController() })
}

async function mailOf(generationId: string) {
  mails.length = 0
  await mailFinishedRun(runtime.db, {
    mailer: { send: async (mail) => void mails.push(mail) },
    siteUrl: 'https://quartet.example',
    generationId,
  })
  return mails[0]
}

test('a make of several runs is one email and one notification, when the last has ended, with what is ready and what failed', async () => {
  failing = ({ prompt }) => prompt.includes('door')
  const { browser, id, ids } = await make()
  for (const run of ids) {
    expect(planned).toEqual([])
    await end(run)
  }
  expect(planned).toEqual([ids.at(-1)])
  const path = `/dashboard?film=${id}`
  expect(await browser.planned()).toEqual([{ kind: 'run_ended', path, values: { status: 'succeeded', ready: 2, failed: 1 } }])
  const mail = await mailOf(ids.at(-1) ?? '')
  expect(mail?.subject).toBe('2 parts of your film are ready, 1 failed')
  expect(mail?.text).toContain('Your film: “The keeper”')
  expect(mail?.text).toContain('No tokens were charged for what failed.')
  expect(mail?.text).toContain(`https://quartet.example${path}`)
  failing = () => false
})

test('a make that took less than a minute is not mailed', async () => {
  const { browser, ids } = await make({ seconds: 10 })
  for (const run of ids) await end(run)
  expect([planned, await browser.planned()]).toEqual([[], []])
})

test('of two last runs that end together, one mails and none is lost; the Russian email counts its parts', async ({ skip }) => {
  const { handle, db } = runtime
  if (!('pool' in handle)) return skip('The embedded database has one connection: no two transactions end together.')
  const { user, ids, makeId } = await make({ locale: 'ru' })
  const [first = '', ...last] = ids
  await end(first)
  // Both have written their ends before either gets the account.
  const { both } = await db.transaction(async (tx) => {
    await tx.select().from(tokenAccounts).where(eq(tokenAccounts.userId, user.id)).for('update')
    const both = beside(() => Promise.all(last.map(end)))
    await expect.poll(() => waitingLocks(handle.pool)).toBe(2)
    // A promise would be waited for before the commit.
    return { both }
  })
  await both
  expect(planned).toHaveLength(1)
  expect(await db.$count(pushMessages, eq(pushMessages.subject, makeId))).toBe(1)
  const mail = await mailOf(planned[0] ?? '')
  expect(mail?.subject).toBe('Готовы 3 части вашего фильма')
})

test('a run says how far its make is', async () => {
  const { user, id, makeId, ids } = await make()
  const api = createApi(runtime)
  const { token } = await createSession(runtime, runtime.keys, user)
  const [first = '', second = '', third = ''] = ids
  const read = async (run: string) =>
    v.parse(generationSchema, await (await callApi(api, 'GET', `/v1/generations/${run}`, { token })).json()).film
  await end(first)
  const progress = { runs: 3, ended: 1, failed: 0, canceled: 0 }
  expect(await read(third)).toEqual({ id, part: 'still:shotcc', make: makeId, waits: false, title: 'The keeper', progress })
  await callApi(api, 'POST', `/v1/generations/${second}/cancel`, { token })
  expect(await read(third)).toMatchObject({ progress: { ...progress, ended: 2, canceled: 1 } })
})

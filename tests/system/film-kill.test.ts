import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import type { FilmInput } from '#app/contract/films/film-document.ts'
import { filmMakeSchema, filmSchema } from '#app/contract/films/films.ts'
import { isWornOut } from '#app/server/core/making/runs/claim.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { type DatabaseHandle, openDatabase } from '#app/server/db/database.ts'
import { filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { generationSources } from '#app/server/db/schema/generation-sources.ts'
import { tokenAccounts, tokenEntries } from '#app/server/db/schema/tokens.ts'
import { createUser } from '#tests/factories/users.ts'
import { answerFilmParts, filmServiceModels } from '#tests/fakes/providers/film-services.ts'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { type S3Server, startS3Server } from '#tests/fakes/s3/s3-server.ts'
import { Refusal, signIn } from '#tests/fixtures/api-client.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { makeDataDir } from '#tests/fixtures/database.ts'
import { makeFilm, makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { isRunning, type Process } from '#tests/fixtures/processes.ts'
import { type ServerProcess, startServer, variablesOfDatabase } from '#tests/fixtures/server.ts'

/** `FILM_KILLS=25` overrides the number of kills. */
const kills = Number(process.env.FILM_KILLS ?? repetitions(3, 100))
/** Milliseconds from one kill to the next at most, so that some fall between two runs of the same make. */
const longestPauseMs = 3_000
const patienceMs = 900_000
const shots = 12
/** A picture and a video for each shot, and the film of them. */
const runsOfMake = 2 * shots + 1

const names = Array.from({ length: shots }, (_, index) => `shot${String.fromCodePoint(97 + index).repeat(2)}`)
const document: FilmInput = {
  v: 1,
  language: 'en',
  title: 'The keeper',
  models: { still: { model: 'openai/picture' }, clip: { model: 'openai/clip' } },
  order: names,
  shots: Object.fromEntries(names.map((name, index) => [name, { action: `The keeper climbs step ${index + 1}.`, seconds: 0.5 }])),
}
const credentials = { email: 'ann@example.com', password: 'velvet anchor biscuit' }

let folder: string
let service: Awaited<ReturnType<typeof startMediaServer>>
let serviceEnv: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quartet-film-kill-'))
  const media = { picture: await makePicture(), film: await makeFilm(), sound: makeSound() }
  service = await startMediaServer(answerFilmParts(media))
  const models = join(folder, 'models.yaml')
  await writeFile(models, filmServiceModels)
  serviceEnv = {
    OPENAI_API_KEY: 'sk-films',
    OPENAI_BASE_URL: `${service.url}/openai`,
    MODELS_FILE: models,
    OLLAMA_URL: 'off',
    LOG_LEVEL: 'warn',
  }
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Calls until it is answered, as a client does while a server restarts. */
async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429) throw error
      await sleep(200)
    }
  }
}

/** A person who makes films at a server that may be dead at any moment. */
async function director(url: string) {
  let token = ''
  const signedIn = async () => void (token = (await untilAnswered(() => signIn(url, credentials))).tokens.token)
  async function call<S extends v.GenericSchema>(
    schema: S,
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<v.InferOutput<S>> {
    return untilAnswered(async () => {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const answer: unknown = await response.json()
      if (response.ok) return v.parse(schema, answer)
      const { code, detail } = v.parse(errorBodySchema, answer)
      if (code === 'unauthorized') await signedIn()
      throw new Refusal(`${method} ${path}`, code === 'unauthorized' ? 503 : response.status, code, detail)
    })
  }
  await signedIn()
  return {
    /** Makes everything of a new film, with the same keys until there is an answer. */
    async make() {
      const { id } = await call(filmSchema, 'POST', '/films', { document }, randomUUID())
      const { make, runs } = await call(filmMakeSchema, 'POST', `/films/${id}/make`, { what: 'all' }, randomUUID())
      expect(runs).toHaveLength(runsOfMake)
      return { id, make }
    },
    isUnderWay: async (id: string) => (await call(filmSchema, 'GET', `/films/${id}`)).make !== null,
  }
}

type Killing = {
  url: string
  /** Kills a process with SIGKILL, and starts it again. */
  strike(): Promise<void>
}

/** Kills until the number is reached, and starts a make as soon as the one before has ended. Returns the number of makes. */
async function killWhileMaking({ url, strike }: Killing): Promise<number> {
  const ann = await director(url)
  let makes = 0
  let current: string | undefined
  let under = Promise.resolve()
  for (let kill = 0; kill < kills; kill += 1) {
    if (current === undefined || !(await ann.isUnderWay(current))) {
      makes += 1
      // Some makes are on their way when their server dies.
      under = ann.make().then(({ id }) => void (current = id))
      if (kill % 2 === 0) await under
    }
    await sleep(randomInt(longestPauseMs))
    await strike()
    await under
  }
  const last = current
  if (last !== undefined) await expect.poll(() => ann.isUnderWay(last), { timeout: patienceMs, interval: 500 }).toBe(false)
  return makes
}

/** Checks what every make has come to, and what it has cost. */
async function expectSound({ db }: DatabaseHandle, makes: number): Promise<void> {
  const runs = await db
    .select({ run: generations, part: filmTakes.part })
    .from(generations)
    .innerJoin(filmTakes, eq(filmTakes.generationId, generations.id))
  expect(runs).toHaveLength(makes * runsOfMake)
  expect(runs.filter(({ run }) => run.finishedAt === null)).toEqual([])
  expect(await db.$count(generationSources)).toBe(0)
  const entries = await db
    .select({
      id: tokenEntries.generationId,
      holds: sql<number>`(count(*) filter (where ${tokenEntries.kind} = 'hold'))::int`,
      settles: sql<number>`(count(*) filter (where ${tokenEntries.kind} = 'settle'))::int`,
      settled: sql<number>`coalesce(sum(${tokenEntries.milli}) filter (where ${tokenEntries.kind} = 'settle'), 0)::int`,
    })
    .from(tokenEntries)
    .where(sql`${tokenEntries.generationId} is not null`)
    .groupBy(tokenEntries.generationId)
  const moneyOf = new Map(entries.map((entry) => [entry.id, entry]))
  for (const { run } of runs) {
    const money = moneyOf.get(run.id)
    const isPaid = run.status === 'succeeded'
    expect({ ...money, status: run.status }).toMatchObject({ holds: 1, settles: isPaid ? 1 : 0, settled: isPaid ? run.chargedMilli : 0 })
  }
  const sum = (numbers: (number | null)[]) => numbers.reduce((all: number, one) => all + (one ?? 0), 0)
  expect(sum(entries.map(({ settled }) => settled))).toBe(sum(runs.map(({ run }) => run.chargedMilli)))
  const [account] = await db.select().from(tokenAccounts)
  expect(account?.held).toBe(0)
  expect(await auditLedger(db)).toEqual([])
  // A picture whose answer died with its worker fails free and cancels its video. The film is made all the same, unless more kills
  // interrupted it than a run survives.
  expect(runs.filter(({ part, run }) => part === 'film' && run.status !== 'succeeded' && !isWornOut(run))).toEqual([])
  // The cause of a fault of ours, which a kill alone never is, and which the log of a killed process may not have.
  for (const { part, run } of runs)
    if (run.errorCode === 'internal') {
      const { model, attempts, interruptions, serviceStatus, callFailure, operation } = run
      console.info(part, { model, attempts, interruptions, serviceStatus, callFailure, hasOperation: operation !== null })
    }
  console.info(
    `${makes} makes: ${JSON.stringify(Object.fromEntries(Object.entries(Object.groupBy(runs, ({ run }) => run.errorCode ?? run.status)).map(([status, of]) => [status, of?.length])))}`,
  )
}

const seed = async (options: Parameters<typeof openDatabase>[0]) => {
  const handle = await openDatabase(options)
  await createUser(handle, { ...credentials, tokens: 1_000_000 })
  return handle
}

describe(`makes of ${runsOfMake} runs, and ${kills} kills at random moments`, () => {
  test(
    'with workers apart: every run ends once, no wait is left, and what is charged is what was settled',
    { tags: ['full'], timeout: 3_600_000 },
    async ({ skip }) => {
      const database = await variablesOfDatabase()
      if (!database) return skip('There is no PostgreSQL.')
      const handle = await seed({ url: database.DATABASE_URL, dataDir: join(folder, 'seed') })
      await using stack = new AsyncDisposableStack()
      stack.defer(() => handle.close())
      const s3: S3Server = stack.use(await startS3Server())
      const roles = new Map<string, ServerProcess>()
      stack.defer(async () => {
        for (const role of roles.values()) await role[Symbol.asyncDispose]()
      })
      onTestFailed(() => console.error([...roles].map(([name, role]) => `${name}: ${role.stdout().slice(-3_000)}`).join('\n')))
      for (const name of ['api', 'worker-1', 'worker-2']) {
        const env = { ...serviceEnv, ...s3.env, ...database, ROLES: name.replace(/-\d$/, '') }
        roles.set(name, await startServer({ dataDir: join(folder, name), built: true, env }))
      }
      const makes = await killWhileMaking({
        url: roles.get('api')?.url ?? '',
        async strike() {
          const [name, role] = [...roles][randomInt(roles.size)] ?? []
          if (!name || !role) throw new Error('no role')
          await role.kill('SIGKILL')
          roles.set(name, await role.restart())
        },
      })
      for (const role of roles.values()) expect(await role.kill('SIGTERM')).toEqual({ code: 0, signal: null })
      await expectSound(handle, makes)
    },
  )

  test('embedded, as one process: the same, and no engine is left over', { tags: ['full'], timeout: 3_600_000 }, async () => {
    const dataDir = await makeDataDir()
    await (await seed({ dataDir })).close()
    const engines: Process[] = []
    await using stack = new AsyncDisposableStack()
    stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    let server = await startServer({ dataDir, built: true, env: { ...serviceEnv, ROLES: 'api,worker' } })
    stack.defer(() => server[Symbol.asyncDispose]())
    onTestFailed(() => console.error(server.stdout().slice(-5_000)))
    const makes = await killWhileMaking({
      url: server.url,
      async strike() {
        engines.push(...server.children())
        await server.kill('SIGKILL')
        server = await server.restart()
      },
    })
    engines.push(...server.children())
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    const handle = await openDatabase({ dataDir })
    stack.defer(() => handle.close())
    await expectSound(handle, makes)
    expect(engines.filter(isRunning)).toEqual([])
  })
})

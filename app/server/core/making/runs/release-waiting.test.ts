import { setTimeout as sleep } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { watchConflicts } from '#tests/fixtures/watch-conflicts.ts'
import { waitingLocks } from '#tests/fixtures/waiting-locks.ts'
import { countWithin } from '#tests/fixtures/count-statements.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { generationSources } from '#app/server/db/schema/generation-sources.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenAccounts, tokenEntries } from '#app/server/db/schema/tokens.ts'
import { ProviderError, type RunContext } from '#app/server/providers/provider.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { cancelGeneration } from '../generations/cancel-generation.ts'
import { prepareRun } from '../generations/create-generation.ts'
import { readRuns } from '../generations/several-runs.ts'
import { type RunToStart, startRuns } from '../generations/start-runs.ts'
import { lockWaiting, type Wait } from '../generations/waits.ts'
import { releaseForgotten } from './release-waiting.ts'

const provider = scriptedProvider()
let runtime: TestRuntime
let script: (id: string, context: RunContext) => Promise<void>
/** How often the service was asked, by run. */
const asked = new Map<string, number>()
const conflicts = watchConflicts()

beforeAll(async () => {
  runtime = await openTestRuntime({ provider, work: true, env: { WORKER_CONCURRENCY: '8' } })
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  asked.clear()
  script = async () => undefined
  provider.script = async ({ generationId }, context) => {
    asked.set(generationId, (asked.get(generationId) ?? 0) + 1)
    await script(generationId, context)
    return { text: 'done', files: [] }
  }
})

type Node = { id: string; waits?: Wait[] }

/** Starts runs of a person with these tokens. `within` may replace the transaction. Without `reads` they have no inputs, for lack of which they fail. */
async function start(nodes: readonly Node[], { tokens = 1_000, within = (tx: Transaction) => tx, reads = true } = {}) {
  const { id: userId } = await createUser(runtime, { tokens })
  const { db, queue, providers } = runtime
  const input = { model: 'text-1', prompt: 'a lake', options: {}, inputs: [] }
  const [prepared] = await readRuns(providers, [await prepareRun(db, { providers, userId, input })])
  if (!prepared) throw new Error('no run')
  const runs = nodes.map(({ id, waits = [] }): RunToStart => {
    const inputs = (reads ? waits : []).map(({ sourceId }) => ({ generation_id: sourceId, role: 'reference' as const }))
    return { prepared, values: { id, prompt: 'a lake', inputs }, waits }
  })
  await db.transaction(async (given) => {
    const tx = within(given)
    await startRuns(tx, { queue, providers, userId, apiKeyId: null, account: await lockAccount(tx, userId), runs, maxPrice: undefined })
  })
  return userId
}

async function rowsOf(userId: string) {
  const rows = await runtime.db.select().from(generations).where(eq(generations.userId, userId)).orderBy(generations.id)
  return new Map(rows.map((row) => [row.id, row]))
}
const unfinished = (userId: string) => runtime.db.$count(generations, sql`user_id = ${userId} and status in ('queued', 'running')`)
const entriesOf = (userId: string) => runtime.db.select().from(tokenEntries).where(eq(tokenEntries.userId, userId))

/** Resolves once the run is stopped, or let go. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: () => resolve() }
}

/** Holds the lock of a row until its end. */
async function hold(lock: string, id: string) {
  const client = await runtime.handle.pool.connect()
  await client.query('begin')
  await client.query(lock, [id])
  let isHeld = true
  async function end() {
    if (!isHeld) return
    isHeld = false
    await client.query('rollback')
    client.release()
  }
  return { end, [Symbol.asyncDispose]: end }
}

describe('waiting runs', () => {
  const ends = ['succeeded', 'failed', 'canceled'] as const
  const outcomes = {
    result: { succeeded: 'succeeded', failed: 'canceled', canceled: 'canceled' },
    attempt: { succeeded: 'succeeded', failed: 'succeeded', canceled: 'canceled' },
    end: { succeeded: 'succeeded', failed: 'succeeded', canceled: 'succeeded' },
  } as const

  test.each(ends)('a run whose source has %s starts if it needs no more, and is canceled free of charge otherwise', async (end) => {
    const source = uuidv7()
    const targets = (['result', 'attempt', 'end'] as const).map((need) => ({ id: uuidv7(), waits: [{ sourceId: source, need }] }))
    const { passed, open } = gate()
    script = async (id, { signal }) => {
      if (id !== source) return
      await Promise.race([passed, new Promise((resolve) => signal.addEventListener('abort', resolve))])
      if (end === 'failed') throw new ProviderError('internal', 'scripted')
    }
    const userId = await start([{ id: source }, ...targets])
    await expect.poll(() => asked.get(source)).toBe(1)
    expect([...(await rowsOf(userId)).values()].map(({ status }) => status)).toEqual(['running', 'queued', 'queued', 'queued'])
    if (end === 'canceled') await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id: source })
    open()
    await expect.poll(() => unfinished(userId)).toBe(0)
    const rows = await rowsOf(userId)
    for (const { id, waits } of targets) {
      const need = waits[0]?.need ?? 'end'
      expect([need, rows.get(id)?.status]).toEqual([need, outcomes[need][end]])
      expect(rows.get(id)?.inputs).toHaveLength(end === 'succeeded' ? 1 : 0)
    }
    const charged = [...rows.values()].filter(({ status }) => status === 'succeeded').length
    const [account] = await runtime.db.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
    expect(account).toMatchObject({ available: 1_000 - charged, held: 0 })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a run with several sources is unknown to the release before, and is released if that ended one of them', async () => {
    const [first, second, target] = [uuidv7(), uuidv7(), uuidv7()]
    const { passed, open } = gate()
    script = async (id) => (id === second ? passed : undefined)
    const waits = [first, second].map((sourceId) => ({ sourceId, need: 'end' as const }))
    const userId = await start([{ id: first }, { id: second }, { id: target, waits }])
    // That release starts runs whose `waits_for` is a run that has ended.
    expect((await rowsOf(userId)).get(target)?.waitsFor).toBe(target)
    await expect.poll(async () => (await rowsOf(userId)).get(first)?.status).toBe('succeeded')
    // It leaves the rows of what it ends.
    await runtime.db.insert(generationSources).values({ sourceId: first, targetId: target, need: 'end' })
    open()
    await expect.poll(async () => (await rowsOf(userId)).get(second)?.status).toBe('succeeded')
    await releaseForgotten(runtime.db, runtime.queue)
    await expect.poll(() => unfinished(userId)).toBe(0)
    expect(asked.get(target)).toBe(1)
    expect(await runtime.db.$count(generationSources)).toBe(0)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test.runIf(process.env.TEST_DATABASE_URL)(
    'runs behind one that ends are locked from the older to the younger, also through others, whatever order they are stored in',
    async () => {
      // An index would return them in order even if nothing asked for it.
      const asStored = async (tx: Transaction) => {
        for (const scan of ['indexscan', 'bitmapscan', 'indexonlyscan']) await tx.execute(sql.raw(`set local enable_${scan} = off`))
      }
      const waits = (sourceId: string): Wait[] => [{ sourceId, need: 'end' }]
      /** Starts the three runs, and updates the older of those that wait, so that it is stored again. */
      const startAndUpdate = async () => {
        const [source, near, far] = [uuidv7(), uuidv7(), uuidv7()]
        const { passed, open } = gate()
        script = async (id) => (id === source ? passed : undefined)
        const userId = await start([{ id: source }, { id: near, waits: waits(source) }, { id: far, waits: waits(near) }])
        await expect.poll(() => asked.get(source)).toBe(1)
        const rows = await runtime.db.transaction(async (tx) => {
          await tx
            .update(generations)
            .set({ updatedAt: sql`now()` })
            .where(eq(generations.id, near))
          await asStored(tx)
          return tx
            .select({ id: generations.id })
            .from(generations)
            .where(inArray(generations.id, [near, far]))
        })
        return { source, near, far, open, userId, isReversed: rows[0]?.id === far }
      }
      let started = await startAndUpdate()
      // Where rows were deleted, the update finds room before the younger one; each further three leave less of it.
      while (!started.isReversed) {
        const { userId, open } = started
        open()
        await expect.poll(() => unfinished(userId)).toBe(0)
        started = await startAndUpdate()
      }
      const { source, near, far, open, userId } = started
      await using holding = await hold('select from generations where id = $1 for no key update', near)
      const locking = runtime.db.transaction(async (tx) => {
        await asStored(tx)
        return lockWaiting(tx, source)
      })
      await expect.poll(() => waitingLocks(runtime.handle.pool)).toBeGreaterThan(0)
      // It waits for the older one, and does not hold the younger one yet.
      const { rowCount } = await runtime.handle.pool.query('select from generations where id = $1 for no key update skip locked', [far])
      await holding.end()
      open()
      expect([rowCount, await locking]).toEqual([1, true])
      await expect.poll(() => unfinished(userId)).toBe(0)
    },
  )

  test.runIf(process.env.TEST_DATABASE_URL)('the second of two sources that end at once starts what waits for both', async () => {
    const [one, two, target] = [uuidv7(), uuidv7(), uuidv7()]
    const { passed, open } = gate()
    script = async (id) => (id === target ? undefined : passed)
    const waits = [one, two].map((sourceId) => ({ sourceId, need: 'end' as const }))
    const userId = await start([{ id: one }, { id: two }, { id: target, waits }])
    await expect.poll(() => asked.size).toBe(2)
    // The account comes last, so neither end commits before the other one runs.
    await using holding = await hold('select from token_accounts where user_id = $1 for update', userId)
    open()
    await expect.poll(() => waitingLocks(runtime.handle.pool)).toBe(2)
    await holding.end()
    const afterBoth = async () => {
      const rows = await rowsOf(userId)
      const ended = [one, two].every((id) => rows.get(id)?.status === 'succeeded')
      return ended ? rows.get(target)?.waitsFor : 'not ended'
    }
    // Read at once: the sweep for what was forgotten would hide a run that neither of them has started.
    const found: Awaited<ReturnType<typeof afterBoth>>[] = []
    await expect.poll(async () => found[found.push(await afterBoth()) - 1]).not.toBe('not ended')
    expect(found.at(-1)).toBeNull()
    await expect.poll(() => unfinished(userId)).toBe(0)
    expect(asked.get(target)).toBe(1)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('the audit reports a run whose source has ended, and one without a source', async () => {
    const [ended, waiting] = [uuidv7(), uuidv7()]
    const userId = await start([{ id: ended }, { id: waiting }])
    await expect.poll(() => unfinished(userId)).toBe(0)
    const undo = new Error('undone')
    const broken: string[] = []
    const look = async (tx: Transaction) =>
      void broken.push(...(await auditLedger(tx)).map(({ invariant, subject }) => `${subject} ${invariant}`))
    const turn = runtime.db.transaction(async (tx) => {
      await tx.insert(generationSources).values({ sourceId: ended, targetId: waiting, need: 'end' })
      await look(tx)
      await tx.delete(generationSources)
      await tx.update(generations).set({ status: 'queued', waitsFor: waiting }).where(eq(generations.id, waiting))
      await look(tx)
      throw undo
    })
    await expect(turn).rejects.toBe(undo)
    expect(broken).toEqual(
      expect.arrayContaining([
        `${waiting} a run waits for an unfinished run of its person`,
        `${waiting} a run that waits has a run to wait for`,
      ]),
    )
  })
})

test('60 runs start with one hold each in at most 20 statements, and none starts if tokens for one are missing', async () => {
  const sources = Array.from({ length: 30 }, () => uuidv7())
  const nodes = [
    ...sources.map((id) => ({ id })),
    ...sources.map((sourceId) => ({ id: uuidv7(), waits: [{ sourceId, need: 'result' as const }] })),
  ]
  const { count, within } = countWithin()
  await expect(start(nodes, { tokens: 59 })).rejects.toMatchObject({ code: 'not_enough_tokens', missing: 1 })
  const userId = await start(nodes, { tokens: 60, within })
  expect(count.statements).toBeLessThanOrEqual(20)
  await expect.poll(() => unfinished(userId)).toBe(0)
  const entries = await entriesOf(userId)
  expect(entries.filter(({ kind, amount }) => kind === 'hold' && amount === 1)).toHaveLength(60)
  expect(entries.filter(({ kind, amount }) => kind === 'settle' && amount === 1)).toHaveLength(60)
  expect(await auditLedger(runtime.db)).toEqual([])
})

/** Graphs of 14 runs: the first five start at once, each other one waits for up to four before it. A fifth fails, a tenth is canceled. */
function graph(): Node[] {
  const nodes: Node[] = []
  for (let place = 0; place < 14; place += 1) {
    const sources = place < 5 ? [] : [...new Set(Array.from({ length: 1 + random(4) }, () => nodes[random(place)]?.id ?? ''))]
    nodes.push({
      id: uuidv7(),
      waits: sources.map((sourceId) => ({ sourceId, need: (['result', 'attempt', 'end'] as const)[random(3)] ?? 'end' })),
    })
  }
  return nodes
}
/** Resolves for several runs at once, so that their ends meet. */
function meeting(): () => Promise<void> {
  let waiting: (() => void)[] = []
  const leave = () => {
    for (const go of waiting) go()
    waiting = []
  }
  return async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 5) leave()
      else setTimeout(leave, 30)
    })
  }
}
const random = (below: number) => Math.floor(Math.random() * below)

async function storm(rounds: number) {
  const found = { runs: 0, canceled: 0, stuck: 0, twice: 0, early: 0, wrong: 0 }
  conflicts.length = 0
  const meet = meeting()
  for (let round = 0; round < rounds; round += 1) {
    const graphs = [graph(), graph()]
    const nodes = new Map(graphs.flat().map((node) => [node.id, node]))
    const owners = new Map<string, string>()
    script = async (id) => {
      const waits = nodes.get(id)?.waits ?? []
      const ids = waits.map(({ sourceId }) => sourceId)
      const sources = ids.length > 0 ? await runtime.db.select().from(generations).where(inArray(generations.id, ids)) : []
      for (const { sourceId, need } of waits) {
        const status = sources.find((source) => source.id === sourceId)?.status
        if (status === 'queued' || status === 'running') found.early += 1
        if (status !== 'succeeded' && (need === 'result' || (need === 'attempt' && status === 'canceled'))) found.wrong += 1
      }
      await (random(4) === 0 ? sleep(random(80)) : meet())
      const userId = owners.get(id)
      if (userId !== undefined && random(10) === 0)
        await cancelGeneration(runtime.db, {
          providers: runtime.providers,
          userId,
          id: random(2) === 0 ? id : ([...nodes.keys()][random(14)] ?? id),
        }).catch(() => undefined)
      if (random(5) === 0) throw new ProviderError('refused', 'scripted')
    }
    const users = await Promise.all(
      graphs.map(async (own) => {
        const userId = await start(own, { reads: false })
        for (const { id } of own) owners.set(id, userId)
        return userId
      }),
    )
    const left = async () => (await Promise.all(users.map(unfinished))).reduce((sum, count) => sum + count, 0)
    await expect
      .poll(left)
      .toBe(0)
      .catch(() => undefined)
    found.stuck += await left()
    for (const row of (await Promise.all(users.map(rowsOf))).flatMap((rows) => [...rows.values()])) {
      found.runs += 1
      if (row.status === 'canceled') found.canceled += 1
    }
    const { rows: jobs } = await runtime.db.execute(sql`
      select 1 from pgboss.job where name = 'run-generation' and data->>'generation_id' in (${sql.join(
        [...nodes.keys()].map((id) => sql`${id}`),
        sql`, `,
      )})
      group by data->>'generation_id' having count(*) > 1`)
    found.twice += jobs.length + [...asked.values()].filter((times) => times > 1).length
    asked.clear()
  }
  return found
}

async function expectCalm(rounds: number) {
  const { runs, canceled, ...faults } = await storm(rounds)
  expect(faults).toEqual({ stuck: 0, twice: 0, early: 0, wrong: 0 })
  expect(conflicts).toEqual([])
  expect(runs).toBe(rounds * 28)
  expect(canceled).toBeGreaterThan(0)
  expect(await runtime.db.$count(generationSources)).toBe(0)
  expect(await auditLedger(runtime.db)).toEqual([])
}

test('no run of graphs that end in parallel is stuck, started twice or early, and no end deadlocks', () => expectCalm(2))

test('no run of many graphs is stuck, started twice or early, and no end deadlocks', { tags: 'full', timeout: 600_000 }, () =>
  expectCalm(60),
)

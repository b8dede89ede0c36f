import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { problemCode } from '#tests/fixtures/read-response.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenAccounts, tokenEntries } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { cancelGeneration } from '../../making/generations/cancel-generation.ts'
import { createGeneration } from '../../making/generations/create-generation.ts'
import { quoteGeneration } from '../../making/generations/quote-generation.ts'
import { retryGeneration } from '../../making/generations/retry-generation.ts'
import { runGeneration } from '../../making/runs/run-generation.ts'
import { auditLedger } from './audit-ledger.ts'
import { exportEntries } from './export-entries.ts'
import { readExportUrl, signExportUrl } from './export-link.ts'
import { getBalance } from './get-balance.ts'
import { getLimits } from './get-limits.ts'
import { grantTokens } from './grant-tokens.ts'
import { listEntries } from './list-entries.ts'
import { setLimits } from './set-limits.ts'

const provider = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  provider.script = succeeds
})

const submit = (userId: string, prompt = 'a lake', model = 'image-10') =>
  createGeneration(runtime.db, {
    queue: runtime.queue,
    providers: runtime.providers,
    userId,
    input: { model, prompt, options: {}, inputs: [] },
  })
const run = (id: string) => {
  const { queue, providers, storage, progress, logger } = runtime
  return runGeneration(runtime.db, {
    worker: { id: uuidv7(), queue, providers, storage, progress, logger },
    id,
    controller: new AbortController(),
  })
}
async function make(userId: string, prompt?: string) {
  const { id } = await submit(userId, prompt)
  await run(id)
  return id
}
/** Moves the token entries of a run into the past. */
const moveBack = (generationId: string, interval: string) =>
  runtime.db
    .update(tokenEntries)
    .set({ createdAt: sql`${tokenEntries.createdAt} - ${interval}::interval` })
    .where(eq(tokenEntries.generationId, generationId))

describe('a person’s own limits', () => {
  test('a person’s own limit on a run refuses a higher price with the limit, and accepts an equal one', async () => {
    const { id } = await createUser(runtime, { tokens: 100 })
    await setLimits(runtime.db, id, { per_run: 9, per_day: null })
    await expect(submit(id)).rejects.toMatchObject({ code: 'over_run_limit', budget: { limit: 9, left: 9, price: 10 } })
    await setLimits(runtime.db, id, { per_run: 10, per_day: null })
    await submit(id)
    expect(await runtime.db.$count(generations, eq(generations.userId, id))).toBe(1)
  })

  test('a person’s own limit on a day is enforced over any number of simultaneous submits', async () => {
    const { id } = await createUser(runtime, { tokens: 1000 })
    await setLimits(runtime.db, id, { per_run: null, per_day: 55 })
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => problemCode(submit(id))))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'over_daily_limit')).toHaveLength(35)
    expect(await getLimits(runtime.db, id)).toMatchObject({ per_day: 55, spent_today: 50 })
    await expect(submit(id)).rejects.toMatchObject({ budget: { limit: 55, left: 5, price: 10 } })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a person’s own limits count a run that was released as nothing', async () => {
    const { id } = await createUser(runtime, { tokens: 100 })
    await setLimits(runtime.db, id, { per_run: null, per_day: 10 })
    const first = await submit(id)
    expect(await problemCode(submit(id))).toBe('over_daily_limit')
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId: id, id: first.id })
    expect(await getLimits(runtime.db, id)).toMatchObject({ spent_today: 0 })
    await make(id)
    expect(await problemCode(submit(id))).toBe('over_daily_limit')
  })

  test('a person’s own limits apply to a retry of a finished run', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const id = await make(userId)
    await setLimits(runtime.db, userId, { per_run: 5, per_day: null })
    const { db, queue, providers } = runtime
    expect(await problemCode(retryGeneration(db, { queue, providers, userId, id }))).toBe('over_run_limit')
  })

  test('a person’s own limits are part of the quote', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const input = { model: 'image-10', prompt: 'a lake', options: {}, inputs: [] }
    const quote = () => quoteGeneration(runtime.db, { providers: runtime.providers, userId, locale: 'en', input })
    expect(await quote()).toMatchObject({ over_limit: null })
    await setLimits(runtime.db, userId, { per_run: 4, per_day: 100 })
    expect(await quote()).toMatchObject({ price: 10, missing: 0, over_limit: { per: 'run', limit: 4, left: 4 } })
    await setLimits(runtime.db, userId, { per_run: null, per_day: 7 })
    expect(await quote()).toMatchObject({ over_limit: { per: 'day', limit: 7, left: 7 } })
  })

  test('a person’s own limits reset at midnight in their time zone', async () => {
    const { id } = await createUser(runtime, { tokens: 100 })
    await setLimits(runtime.db, id, { per_run: null, per_day: 10 })
    const yesterday = await make(id)
    const { rows } = await runtime.db.execute<{ hour: number }>(sql`select extract(hour from now() at time zone 'UTC')::int as hour`)
    const hour = rows[0]?.hour ?? 0
    // A time zone in which it is between midnight and one o'clock: this many hours behind UTC (`Etc/GMT+5` is five), or ahead if that is
    // nearer.
    const behind = (hours: number) => (hours === 0 ? 'Etc/GMT' : hours <= 12 ? `Etc/GMT+${hours}` : `Etc/GMT-${24 - hours}`)
    await moveBack(yesterday, '61 minutes')
    const moveTo = (timeZone: string) => runtime.db.update(users).set({ timeZone }).where(eq(users.id, id))
    await moveTo(behind(hour))
    expect(await getLimits(runtime.db, id)).toMatchObject({ spent_today: 0, time_zone: behind(hour) })
    await moveTo(behind(hour === 23 ? 0 : hour + 1))
    expect(await getLimits(runtime.db, id)).toMatchObject({ spent_today: 10 })
    expect(await problemCode(submit(id))).toBe('over_daily_limit')
  })

  test('a person’s own limit of zero or less cannot be set', async () => {
    const { id } = await createUser(runtime)
    for (const limit of [{ runLimit: 0 }, { dailyLimit: -5 }])
      await expect(runtime.db.update(tokenAccounts).set(limit).where(eq(tokenAccounts.userId, id))).rejects.toThrow()
  })
})

describe('the ledger', () => {
  test('the ledger is filtered by kind, time and search terms, and paged within the filter', async () => {
    const { id } = await createUser(runtime, { tokens: 1000 })
    const foxes = [await make(id, 'a fox in the snow'), await make(id, 'foxes at night')]
    await make(id, 'a lighthouse')
    const { id: canceled } = await submit(id, 'the last fox')
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId: id, id: canceled })

    const kinds = async (query: Parameters<typeof listEntries>[2]) =>
      (await listEntries(runtime.db, id, { limit: 50, ...query })).items.map(({ kind }) => kind)
    expect(await kinds({ kind__in: ['grant'] })).toEqual(['grant'])
    expect(await kinds({ kind__in: ['settle', 'release'] })).toEqual(['release', 'settle', 'settle', 'settle'])
    expect(await kinds({ q: 'fox', kind__in: ['settle'] })).toHaveLength(2)
    expect(await kinds({ q: 'fox' })).toHaveLength(6)
    expect(await kinds({ q: 'whale' })).toEqual([])

    for (const fox of foxes) await moveBack(fox, '40 days')
    const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString()
    expect(await kinds({ q: 'fox', to: monthAgo })).toHaveLength(4)
    expect(await kinds({ q: 'fox', from: monthAgo })).toHaveLength(2)

    const first = await listEntries(runtime.db, id, { kind__in: ['settle'], limit: 2 })
    const second = await listEntries(runtime.db, id, { kind__in: ['settle'], limit: 2, cursor: first.next_cursor ?? '' })
    expect(first.items).toHaveLength(2)
    expect(second).toMatchObject({ items: [{ generation: { id: foxes[0] } }], next_cursor: null })
  })

  test('the ledger is filtered by days in the person’s time zone, the last one included', async () => {
    const { id } = await createUser(runtime, { tokens: 100, timeZone: 'Asia/Tokyo' })
    const at = (time: string) =>
      runtime.db
        .update(tokenEntries)
        .set({ createdAt: new Date(time) })
        .where(eq(tokenEntries.userId, id))
    const has = async (filter: { from?: string; to?: string }) => (await listEntries(runtime.db, id, filter)).items.length === 1
    await at('2026-11-19T15:00:00Z')
    expect(await Promise.all([has({ from: '2026-11-20' }), has({ to: '2026-11-20' }), has({ to: '2026-11-19' })])).toEqual([
      true,
      true,
      false,
    ])
    await at('2026-11-20T14:59:59Z')
    expect(await Promise.all([has({ from: '2026-11-21' }), has({ to: '2026-11-20' })])).toEqual([false, true])
  })

  test('the ledger shows with each entry of a run all that happened to its tokens, also where that is filtered out', async () => {
    const { id } = await createUser(runtime, { tokens: 100 })
    await make(id)
    const { items } = await listEntries(runtime.db, id, { kind__in: ['settle'] })
    expect(items[0]?.generation?.receipt).toMatchObject([
      { kind: 'hold', amount: 10 },
      { kind: 'settle', amount: 10 },
    ])
  })

  test('the ledger is visible to its owner only', async () => {
    const ann = await createUser(runtime, { tokens: 100 })
    const eve = await createUser(runtime)
    await make(ann.id, 'a secret fox')
    expect((await listEntries(runtime.db, eve.id, { q: 'fox' })).items).toEqual([])
  })
})

describe('the ledger as a file', () => {
  const read = async (userId: string, filter = {}) => new Response(await exportEntries(runtime.db, { userId, filter })).text()

  test('the ledger as a file has every entry once, and its changes add up to the balance', async () => {
    const { id } = await createUser(runtime, { tokens: 100 })
    await make(id)
    await submit(id)
    for (let index = 0; index < 1100; index += 550)
      await runtime.db
        .insert(tokenEntries)
        .values(Array.from({ length: 550 }, () => ({ id: uuidv7(), userId: id, kind: 'grant' as const, amount: 1, reason: null })))
    const [head, ...lines] = (await read(id)).replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(head).toBe('created_at,kind,amount,change,source,type,model,title,prompt,reason,generation_id,id,milli')
    expect(lines).toHaveLength(1104)
    expect(new Set(lines.map((line) => line.split(',').at(-2))).size).toBe(1104)
    expect(lines.reduce((sum, line) => sum + Number(line.split(',')[3]), 0)).toBe(100 - 10 + 1100)
  })

  test('the ledger as a file escapes quotation marks, line breaks, commas and spreadsheet formulas', async () => {
    const { id } = await createUser(runtime, { tokens: 100 })
    await submit(id, '=HYPERLINK("https://evil.example","сюда")')
    await submit(id, 'first line\nsecond, line')
    const csv = await read(id, { kind__in: ['hold'] })
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"",""сюда"")"`)
    expect(csv).toContain('"first line\nsecond, line"')
  })

  test('the link to the ledger as a file cannot be changed and expires soon', async () => {
    const { keys } = runtime
    const { id } = await createUser(runtime)
    const wanted = { userId: id, filter: { kind__in: ['grant' as const, 'settle' as const], q: 'лиса' } }
    const link = signExportUrl(keys, wanted).split('/').at(-1) ?? ''
    expect(readExportUrl(keys, link)).toEqual(wanted)
    expect(() => readExportUrl(keys, link, Date.now() + 6 * 60_000)).toThrow('not_found')
    const [content = '', signature = ''] = link.split('.')
    const forged = Buffer.from(Buffer.from(content, 'base64url').toString().replace(id, uuidv7())).toString('base64url')
    for (const wrong of [`${forged}.${signature}`, `${content}.`, content, '', '.'])
      expect(() => readExportUrl(keys, wrong)).toThrow('not_found')
  })
})

describe('the balance', () => {
  test('the balance reports how long it lasts and that it is low', async () => {
    const { id } = await createUser(runtime, { tokens: 70 })
    expect(await getBalance(runtime.db, id)).toMatchObject({ low: false, forecast: { days_left: null } })
    for (const [index, ago] of ['1 day', '5 days', '6 days', '20 days'].entries()) await moveBack(await make(id, `no. ${index}`), ago)
    // 30 tokens spent in fourteen days, 30 left.
    expect(await getBalance(runtime.db, id)).toMatchObject({ available: 30, low: false, forecast: { spent: 30, days: 14, days_left: 14 } })
    await make(id)
    await make(id)
    expect(await getBalance(runtime.db, id)).toMatchObject({ available: 10, low: true })
  })

  test('the balance is not low while it lasts, however small the daily use', async () => {
    const { id } = await createUser(runtime)
    await runtime.db.transaction((tx) => grantTokens(tx, { userId: id, source: 'pack', amount: 500, expiresAt: null, reason: null }))
    for (let index = 0; index < 12; index += 1) await make(id, `no. ${index}`)
    expect(await getBalance(runtime.db, id)).toMatchObject({ available: 380, low: false, forecast: { days_left: null } })
  })
})

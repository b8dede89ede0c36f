import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { config } from '#config'
import { openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts'
import type { SlotLimits } from '#app/server/providers/slots.ts'
import { openServiceSlots, openSharedSlots, type ServiceSlots } from './service-slots.ts'

let database: TestDatabase
let processes: ServiceSlots[]
beforeAll(async () => {
  database = await openTestDatabase()
  processes = [openSharedSlots(database.db), openSharedSlots(database.db)]
})
afterAll(async () => {
  for (const one of processes) one.close()
  await database.close()
})
beforeEach(() => database.db.execute(sql`truncate service_slots, service_pauses`))

const open = (limits: SlotLimits, service = 'cloud') => processes.map((one) => one.open(service, limits))
async function take(slots: ReturnType<ServiceSlots['open']> | undefined) {
  const admission = await slots?.take()
  return admission && 'slot' in admission ? admission.slot : undefined
}
const passes = (seconds: number) =>
  database.db.execute(sql`
    with slots as (update service_slots set started_at = started_at - make_interval(secs => ${seconds}), until = until - make_interval(secs => ${seconds}))
    update service_pauses set until = until - make_interval(secs => ${seconds})`)

test('however many runs of two processes start at once, a service has no more than it allows', async () => {
  const [one, other] = open({ concurrent: 5, perMinute: null })
  const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => take(index % 2 === 0 ? one : other)))
  const slots = taken.flatMap((slot) => slot ?? [])
  expect(slots).toHaveLength(5)
  await slots[0]?.[Symbol.asyncDispose]()
  await slots[0]?.[Symbol.asyncDispose]()
  expect(await take(other)).toBeDefined()
  expect(await take(one)).toBeUndefined()
  expect(await take(open({ concurrent: 1, perMinute: null }, 'another')[0])).toBeDefined()
})

test('two processes together start no more runs in a minute than a service allows', async () => {
  const [one, other] = open({ concurrent: 99, perMinute: 2 })
  await (await take(one))?.[Symbol.asyncDispose]()
  await passes(20)
  await (await take(other))?.[Symbol.asyncDispose]()
  const refusal = await one?.take()
  expect(refusal && 'waitMs' in refusal && Math.round(refusal.waitMs / 1000)).toBe(40)
  await passes(40)
  expect(await take(one)).toBeDefined()
  expect(await take(other)).toBeUndefined()
})

test('the places of a process that died are free when the leases of its runs are', async () => {
  const [one, other] = open({ concurrent: 1, perMinute: null })
  expect(await take(one)).toBeDefined()
  await passes(config.generations.leaseSeconds - 1)
  expect(await take(other)).toBeUndefined()
  await passes(1)
  expect(await take(other)).toBeDefined()
})

test('a pause that a service asks of one process holds for the other, and a shorter one does not end it', async () => {
  const [one, other] = open({ concurrent: 99, perMinute: null })
  const slot = await take(one)
  await slot?.pause(60_000)
  await slot?.pause(1_000)
  await passes(50)
  expect(await take(other)).toBeUndefined()
  await passes(10)
  expect(await take(other)).toBeDefined()
})

test('a fallback takes a place in any case, which later runs find taken', async () => {
  const [one, other] = open({ concurrent: 1, perMinute: null })
  await take(one)
  const urgent = await one?.take({ always: true })
  expect(urgent && 'slot' in urgent).toBe(true)
  expect(await take(other)).toBeUndefined()
})

test('each process has the places at a service of its own machine, and the embedded database counts in memory', async () => {
  const near = open({ concurrent: 1, perMinute: null, ofProcess: true }, 'local')
  for (const slots of near) expect(await take(slots)).toBeDefined()
  const embedded = openServiceSlots({ kind: 'pglite', db: database.db }).open('cloud', { concurrent: 1, perMinute: null })
  expect(await take(embedded)).toBeDefined()
  expect(await take(embedded)).toBeUndefined()
  expect(await database.db.$count(sql`service_slots`)).toBe(0)
})

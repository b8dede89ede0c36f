import { expect, test } from 'vitest'
import { openSlots } from './slots.ts'

function openAt(limits: { concurrent: number; perMinute: number | null }) {
  const clock = { now: 0 }
  const slots = openSlots(limits, () => clock.now)
  const take = async () => {
    const admission = await slots.take()
    return 'slot' in admission ? admission.slot : undefined
  }
  return { clock, slots, take }
}

test('a full service gives no place until one is free again, and a place is given back once', async () => {
  const { take } = openAt({ concurrent: 2, perMinute: null })
  const first = await take()
  expect(await take()).toBeDefined()
  expect(await take()).toBeUndefined()
  await first?.[Symbol.asyncDispose]()
  await first?.[Symbol.asyncDispose]()
  expect(await take()).toBeDefined()
  expect(await take()).toBeUndefined()
})

test('no more runs start within any minute than the limit allows', async () => {
  const { clock, slots, take } = openAt({ concurrent: 99, perMinute: 2 })
  await (await take())?.[Symbol.asyncDispose]()
  clock.now = 20_000
  await (await take())?.[Symbol.asyncDispose]()
  clock.now = 50_000
  expect(await slots.take()).toEqual({ waitMs: 10_000 })
  clock.now = 60_000
  expect(await take()).toBeDefined()
  expect(await slots.take()).toEqual({ waitMs: 20_000 })
})

test('a service that reported a retry time is called by nobody until then', async () => {
  const { clock, slots, take } = openAt({ concurrent: 99, perMinute: null })
  await (await take())?.pause(30_000)
  expect(await slots.take()).toEqual({ waitMs: 30_000 })
  clock.now = 30_000
  expect(await take()).toBeDefined()
})

import { expect, test } from 'vitest'
import { openSlots } from './slots.ts'

function openAt(limits: { concurrent: number; perMinute: number | null }) {
  const clock = { now: 0 }
  const slots = openSlots(limits, () => clock.now)
  const take = () => {
    const admission = slots.take()
    return 'slot' in admission ? admission.slot : undefined
  }
  return { clock, slots, take }
}

test('a full service gives no place until one is free again, and a place is given back once', () => {
  const { take } = openAt({ concurrent: 2, perMinute: null })
  const first = take()
  expect(take()).toBeDefined()
  expect(take()).toBeUndefined()
  first?.[Symbol.dispose]()
  first?.[Symbol.dispose]()
  expect(take()).toBeDefined()
  expect(take()).toBeUndefined()
})

test('no more runs start within any minute than the limit allows', () => {
  const { clock, slots, take } = openAt({ concurrent: 99, perMinute: 2 })
  take()?.[Symbol.dispose]()
  clock.now = 20_000
  take()?.[Symbol.dispose]()
  clock.now = 50_000
  expect(slots.take()).toEqual({ waitMs: 10_000 })
  clock.now = 60_000
  expect(take()).toBeDefined()
  expect(slots.take()).toEqual({ waitMs: 20_000 })
})

test('a service that reported a retry time is called by nobody until then', () => {
  const { clock, slots, take } = openAt({ concurrent: 99, perMinute: null })
  take()?.pause(30_000)
  expect(slots.take()).toEqual({ waitMs: 30_000 })
  clock.now = 30_000
  expect(take()).toBeDefined()
})

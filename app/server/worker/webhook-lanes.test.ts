import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openWebhookLanes } from './webhook-lanes.ts'

const logger = pino({ level: 'silent' })

test('a person whose calls never end holds one lane, and others are served meanwhile', async () => {
  const served: string[] = []
  const never = Promise.withResolvers<boolean>()
  const deliver = async (userId: string) => {
    served.push(userId)
    return userId === 'slow' ? never.promise : false
  }
  const lanes = openWebhookLanes({ deliver, logger, persons: 2 })
  for (const userId of ['slow', 'slow', 'ann', 'slow', 'ben']) lanes.wake(userId)
  await expect.poll(() => served).toEqual(['slow', 'ann', 'ben'])
  never.resolve(false)
  await lanes.stop()
})

test('a person with many calls loses the lane after each turn if another waits', async () => {
  const served: string[] = []
  let left = 3
  const deliver = async (userId: string) => {
    served.push(userId)
    left -= userId === 'many' ? 1 : 0
    return userId === 'many' && left > 0
  }
  const lanes = openWebhookLanes({ deliver, logger, persons: 1 })
  lanes.wake('many')
  lanes.wake('ann')
  await expect.poll(() => served).toEqual(['many', 'ann', 'many', 'many'])
  await lanes.stop()
})

test('people whose endpoints never answer hold no lane of those whose endpoints do, however many they are', async () => {
  const served: string[] = []
  const never = Promise.withResolvers<boolean>()
  const dead = Array.from({ length: 6 }, (_, index) => `dead ${index}`)
  const deliver = async (userId: string) => {
    served.push(userId)
    return userId.startsWith('dead') ? never.promise : false
  }
  const lanes = openWebhookLanes({ deliver, logger, persons: 2, slowPersons: 6, slowAfterMs: 5 })
  for (const userId of [...dead, 'ann', 'ben']) lanes.wake(userId)
  await expect.poll(() => served).toEqual([...dead, 'ann', 'ben'])
  never.resolve(false)
  await lanes.stop()
})

test('people known for slow endpoints wait for a lane for slow ones, and others do not wait for them', async () => {
  const served: string[] = []
  let silence = Promise.withResolvers<boolean>()
  const deliver = async (userId: string) => {
    served.push(userId)
    return userId === 'ann' ? false : silence.promise
  }
  const lanes = openWebhookLanes({ deliver, logger, persons: 1, slowPersons: 1, slowAfterMs: 5 })
  for (const userId of ['dead', 'deaf', 'ann']) lanes.wake(userId)
  // One moves when it is slow; the other then fills the quick lane, because no slow one is left.
  await expect.poll(() => served).toEqual(['dead', 'deaf'])
  const first = silence
  silence = Promise.withResolvers()
  first.resolve(false)
  await expect.poll(() => served).toEqual(['dead', 'deaf', 'ann'])
  for (const userId of ['dead', 'deaf', 'ann']) lanes.wake(userId)
  await expect.poll(() => served.slice(3)).toEqual(['dead', 'ann'])
  silence.resolve(false)
  await expect.poll(() => served.slice(5)).toEqual(['deaf'])
  await lanes.stop()
})

test('calls are collected while runs fill the process, and sent together after a moment', async () => {
  const served: string[] = []
  const deliver = async (userId: string) => (served.push(userId), false)
  let isBusy = true
  const lanes = openWebhookLanes({ deliver, logger, isBusy: () => isBusy, busyMs: 5 })
  for (const userId of ['ann', 'ben', 'ann', 'ann']) lanes.wake(userId)
  expect(served).toEqual([])
  await expect.poll(() => served).toEqual(['ann', 'ben'])
  isBusy = false
  lanes.wake('ann')
  expect(served).toEqual(['ann', 'ben', 'ann'])
  await lanes.stop()
})

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

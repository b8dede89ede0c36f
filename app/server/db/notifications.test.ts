import { expect, test } from 'vitest'
import { signals } from '../signals.ts'
import { createNotifications } from './notifications.ts'

const broken = new Error('broken')
const fail = () => {
  throw broken
}

async function openWithBrokenSubscriber() {
  const errors: unknown[] = []
  const notifications = createNotifications({
    onError: (error, channel) => errors.push([channel, error]),
    listen: () => Promise.resolve(),
    unlisten: () => Promise.resolve(),
  })
  const received: string[] = []
  await notifications.subscribe('news', { onNotify: fail, onGap: fail })
  await notifications.subscribe('news', { onNotify: (payload) => received.push(payload), onGap: () => received.push('gap') })
  return { notifications, errors, received }
}

test('an exception of one subscriber is logged and counted, and the others receive the notification', async () => {
  const { notifications, errors, received } = await openWithBrokenSubscriber()
  const counted: string[] = []
  const stop = signals.notificationFailed.subscribe(({ channel }) => counted.push(channel))
  notifications.dispatch('news', 'one')
  stop()
  expect(received).toEqual(['one'])
  expect(errors).toEqual([['news', broken]])
  expect(counted).toEqual(['news'])
})

test('after a lost connection an exception of one subscriber does not keep the others from reading the rows', async () => {
  const { notifications, errors, received } = await openWithBrokenSubscriber()
  notifications.reportGap()
  expect(received).toEqual(['gap'])
  expect(errors).toEqual([['news', broken]])
})

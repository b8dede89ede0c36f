import type { Logger } from 'pino'
import { pushChannel, wakeDuePushes } from '../core/rules/push/plan-push.ts'
import { sendDuePushes } from '../core/rules/push/send-push.ts'
import { openDeliveries } from '../core/rules/webhooks/deliver.ts'
import { wakeDueDeliveries, webhookChannel } from '../core/rules/webhooks/plan-webhooks.ts'
import type { Database, DatabaseHandle } from '../db/database.ts'
import type { Env } from '../env.ts'
import type { Keys } from '../keys.ts'
import { siteUrl as siteUrlOf } from '../site-url.ts'
import { openWebhookLanes } from './webhook-lanes.ts'

export type SendWebhooksOptions = {
  db: Database
  handle: Pick<DatabaseHandle, 'listen'>
  env: Pick<Env, 'WEBHOOK_ORIGINS' | 'PUBLIC_URL' | 'PORT' | 'HOST'>
  keys: Pick<Keys, 'webhooks' | 'push'>
  logger: Logger
}

/** Sends the calls of people's webhooks and their push notifications when they are announced: as they are planned, and by the sweep when a retry is due. */
export async function sendWebhooks(
  { db, handle, env, keys, logger }: SendWebhooksOptions,
  isBusy: () => boolean,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const how = { ownOrigins: env.WEBHOOK_ORIGINS, logger, signal: stopping.signal }
  const pushes = { ...how, key: keys.push, siteUrl: siteUrlOf(env) }
  const lanesOf = async (channel: string, deliver: (userId: string) => Promise<boolean>) => {
    const lanes = openWebhookLanes({ deliver, logger, isBusy })
    return { lanes, stopListening: await handle.listen(channel, lanes.wake) }
  }
  const opened = [
    await lanesOf(webhookChannel, openDeliveries(db, { ...how, key: keys.webhooks })),
    await lanesOf(pushChannel, (userId) => sendDuePushes(db, userId, pushes)),
  ]
  await wakeDueDeliveries(db)
  await wakeDuePushes(db)
  return async () => {
    for (const { stopListening } of opened) await stopListening()
    stopping.abort()
    await Promise.all(opened.map(({ lanes }) => lanes.stop()))
  }
}

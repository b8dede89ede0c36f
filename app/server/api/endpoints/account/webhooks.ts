import {
  changeWebhookCall,
  createWebhookCall,
  deleteWebhookCall,
  listDeliveriesCall,
  listWebhooksCall,
  resendDeliveryCall,
  rollSecretCall,
  testWebhookCall,
} from '#app/contract/account/webhooks.calls.ts'
import { config } from '#config'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  rollSecret,
  testWebhook,
  type WebhookParts,
} from '#app/server/core/rules/webhooks/endpoints.ts'
import { writeSecurityNotice } from '#app/server/mail/security-notice.ts'
import type { Runtime } from '#app/server/runtime.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { inBackground } from '../../requests/in-background.ts'

/** The parts of this process that webhooks need. */
export const webhookParts = ({ keys, env }: Pick<Runtime, 'keys' | 'env'>): WebhookParts => ({
  key: keys.webhooks,
  ownOrigins: env.WEBHOOK_ORIGINS,
})

export const webhookEndpoints: Endpoint[] = [
  endpoint(listWebhooksCall, {
    async handle({ runtime: { db }, caller: { accountId: userId }, input }) {
      return { items: await listWebhooks(db, { userId, generation: input.query.generation }), most: config.webhooks.maxPerAccount }
    },
  }),
  endpoint(createWebhookCall, {
    async handle({ runtime, caller: { accountId: userId }, input }) {
      const { owner, ...created } = await createWebhook(runtime.db, { ...webhookParts(runtime), userId, input: input.body })
      const event = { kind: 'webhook_added', name: new URL(created.webhook.url).host } as const
      const notice = writeSecurityNotice({ to: owner.email, locale: owner.locale, siteUrl: siteUrl(runtime.env), at: new Date(), event })
      inBackground(runtime, runtime.mailer.send(notice))
      return created
    },
  }),
  endpoint(changeWebhookCall, {
    handle: ({ runtime, caller: { accountId: userId }, input: { params, body } }) =>
      changeWebhook(runtime.db, { userId, id: params.id, ownOrigins: runtime.env.WEBHOOK_ORIGINS, changes: body }),
  }),
  endpoint(deleteWebhookCall, {
    handle: ({ runtime: { db }, caller: { accountId: userId }, input: { params } }) => deleteWebhook(db, { userId, id: params.id }),
  }),
  endpoint(rollSecretCall, {
    handle: ({ runtime: { db, keys }, caller: { accountId: userId }, input: { params, body } }) =>
      rollSecret(db, { userId, id: params.id, key: keys.webhooks, keepHours: body.keep_hours }),
  }),
  endpoint(testWebhookCall, {
    handle: ({ runtime: { db }, caller: { accountId: userId }, input: { params } }) => testWebhook(db, { userId, id: params.id }),
  }),
  endpoint(listDeliveriesCall, {
    handle: ({ runtime: { db }, caller: { accountId: userId }, input: { params, query } }) =>
      listDeliveries(db, { userId, id: params.id, query }),
  }),
  endpoint(resendDeliveryCall, {
    handle: ({ runtime: { db }, caller: { accountId: userId }, input: { params } }) =>
      resendDelivery(db, { userId, id: params.id, delivery: params.delivery }),
  }),
]

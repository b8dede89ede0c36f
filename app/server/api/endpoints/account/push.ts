import { getPushCall, subscribePushCall, unsubscribePushCall } from '#app/contract/account/push.calls.ts'
import { getPush, subscribe, unsubscribe } from '#app/server/core/rules/push/subscriptions.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'

export const pushEndpoints: Endpoint[] = [
  endpoint(getPushCall, {
    handle: ({ runtime: { db, keys }, caller: { userId, sessionId } }) => getPush(db, { key: keys.push, userId, sessionId }),
  }),
  endpoint(subscribePushCall, {
    handle: ({ runtime: { db, keys, env }, caller: { userId, sessionId }, input }) =>
      subscribe(db, { key: keys.push, ownOrigins: env.WEBHOOK_ORIGINS, userId, sessionId, input: input.body }),
  }),
  endpoint(unsubscribePushCall, {
    handle: ({ runtime: { db }, caller: { userId, sessionId } }) => unsubscribe(db, { userId, sessionId }),
  }),
]

import { createServerOnlyFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { getPushCall, subscribePushCall, unsubscribePushCall } from '#app/contract/account/push.calls.ts'
import { type SubscribePush, subscribePushSchema } from '#app/contract/account/push.ts'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import { send } from '#app/server/api-client/send.ts'
import { openSessionApi } from '#app/server/api-client/session.ts'
import type { WebRequestContext } from '#app/server/api-client/transport.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getPush = reads.handler(send(getPushCall))
export const subscribePush = changes.handler(send(subscribePushCall))
export const unsubscribePush = changes.handler(send(unsubscribePushCall))

const answer = (result: ApiResult<unknown>): Response =>
  Response.json(result.ok ? result.data : null, {
    status: result.ok ? 200 : result.error.statusCode || 502,
    headers: { 'cache-control': 'no-store' },
  })

/** Answers the service worker with the server's key and the subscription of its session. */
export const answerPush = createServerOnlyFn(async (context: WebRequestContext | undefined) =>
  answer(await openSessionApi(context).call(getPushCall, undefined)),
)

/** Bytes, several times those of the longest address with its keys. */
const maxBytes = 16 * 1024

/** Replaces the subscription of the session by one that the browser has renewed. */
export const renewPush = createServerOnlyFn(async (request: Request, context: WebRequestContext | undefined) => {
  const bytes = Number(request.headers.get('content-length') ?? Number.NaN)
  if (!(bytes <= maxBytes)) return new Response(null, { status: 413 })
  const input = v.safeParse(subscribePushSchema, await request.json().catch(() => null))
  if (!input.success) return new Response(null, { status: 400 })
  const renewed: SubscribePush = input.output
  return answer(await openSessionApi(context).call(subscribePushCall, renewed))
})

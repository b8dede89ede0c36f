import { config } from '#config'
import { watchAccess } from '../../core/library/events/watch-access.ts'
import type { ApiRequest } from '../endpoint.ts'
import { eventStream, type EventStreamOptions } from './event-stream.ts'
import type { PersonOrKey } from '../requests/identify.ts'

/** Responds with a stream that counts toward the person's limit. It lives no longer than an access token: reconnecting clients authenticate again. */
export async function streamEvents(
  { runtime: { db, hub }, caller, context }: ApiRequest<PersonOrKey, unknown>,
  open: EventStreamOptions['open'],
): Promise<Response> {
  const access = await watchAccess(db, { hub, access: caller, counted: true })
  const maxAge = Math.min(config.auth.token.maxAge * 1000, (access.expiresAt?.getTime() ?? Infinity) - Date.now())
  const until = AbortSignal.any([context.req.raw.signal, access.signal, AbortSignal.timeout(Math.max(0, maxAge))])
  return eventStream({ until, open, onEnd: () => access[Symbol.dispose]() })
}

import type { Context } from 'hono'
import { maxWaitSeconds } from '#app/contract/runs/waiting.ts'
import { followGeneration } from '../core/library/events/follow-generation.ts'
import { StreamEnded } from '../core/library/events/open-streams.ts'
import { watchAccess } from '../core/library/events/watch-access.ts'
import { Problem } from '../core/problem.ts'
import type { ApiRequest } from './endpoint.ts'
import type { PersonOrKey } from './identify.ts'

/** Reads the seconds of the preference `wait` (RFC 7240). Preferences that cannot be read are ignored, as that standard asks. */
export function readPreferredWait(context: Context): number {
  for (const preference of context.req.header('prefer')?.split(',') ?? []) {
    const [, seconds] = /^wait ?= ?"?(\d{1,9})"?(?: ?;|$)/i.exec(preference.trim()) ?? []
    if (seconds !== undefined) return Math.min(Number(seconds), maxWaitSeconds)
  }
  return 0
}

/**
 * Waits until the runs have ended, at most `seconds`, without a connection to the database. Ends early if the client disconnects; throws
 * `unauthorized` if its session or key ends.
 */
export async function waitForEnd(
  { runtime: { db, hub }, caller, context }: ApiRequest<PersonOrKey, unknown>,
  ids: readonly string[],
  seconds: number,
): Promise<void> {
  if (seconds === 0 || ids.length === 0) return
  using access = await watchAccess(db, { hub, access: caller, counted: false })
  const signal = AbortSignal.any([context.req.raw.signal, access.signal, AbortSignal.timeout(seconds * 1000)])
  const untilEnd = async (id: string) => {
    for await (const row of followGeneration(db, { hub, userId: caller.accountId, id, signal })) if (row.finishedAt) return
  }
  try {
    await Promise.all(ids.map(untilEnd))
  } catch (error) {
    if (error instanceof StreamEnded) throw new Problem('unauthorized', { cause: error })
    if (!signal.aborted) throw error
  }
}

/** Waits as the header `Prefer` asks. Returns whether it did, so that the answer is read again. */
export async function waitAsPreferred(
  request: ApiRequest<PersonOrKey, unknown>,
  idsOf: () => Promise<readonly string[]>,
): Promise<boolean> {
  const seconds = readPreferredWait(request.context)
  if (seconds === 0) return false
  await waitForEnd(request, await idsOf(), seconds)
  request.context.header('preference-applied', `wait=${seconds}`)
  return true
}

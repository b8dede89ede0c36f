import type { Context } from 'hono'
import { maxWaitSeconds } from '#app/contract/runs/waiting.ts'
import { followGeneration, type FollowGenerationOptions } from '../../core/library/events/follow-generation.ts'
import { StreamEnded } from '../../core/library/events/open-streams.ts'
import { watchAccess } from '../../core/library/events/watch-access.ts'
import { Problem } from '../../core/problem.ts'
import type { Database } from '../../db/database.ts'
import type { ApiRequest } from '../endpoint.ts'
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
 * Waits for `until`, at most `seconds`, without a connection to the database. Ends early if the client disconnects or `canceled` aborts;
 * throws `unauthorized` if its session or key ends.
 */
export async function waitAtMost(
  { runtime: { db, hub }, caller, context }: ApiRequest<PersonOrKey, unknown>,
  seconds: number,
  until: (signal: AbortSignal) => Promise<void>,
  canceled?: AbortSignal,
): Promise<void> {
  using access = await watchAccess(db, { hub, access: caller, counted: false })
  const ends = [context.req.raw.signal, access.signal, AbortSignal.timeout(seconds * 1000), ...(canceled ? [canceled] : [])]
  const signal = AbortSignal.any(ends)
  try {
    await until(signal)
  } catch (error) {
    if (error instanceof StreamEnded) throw new Problem('unauthorized', { cause: error })
    if (!signal.aborted) throw error
  }
}

/** Follows a run until it has ended; throws the signal's reason when aborted. */
export async function followToEnd(db: Database, options: FollowGenerationOptions): Promise<void> {
  for await (const row of followGeneration(db, options)) if (row.finishedAt) return
}

/** Waits until the runs have ended, as `waitAtMost` does. */
export async function waitForEnd(request: ApiRequest<PersonOrKey, unknown>, ids: readonly string[], seconds: number): Promise<void> {
  if (seconds === 0 || ids.length === 0) return
  const { runtime } = request
  await waitAtMost(request, seconds, async (signal) => {
    await Promise.all(ids.map((id) => followToEnd(runtime.db, { hub: runtime.hub, id, signal })))
  })
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

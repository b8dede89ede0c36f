import type { Database } from '#app/server/db/database.ts'
import type { Env } from '#app/server/env.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { openaiJudge } from '../../making/models/moderation.ts'
import { moderationUrl } from '../../making/models/read-moderation.ts'
import { Problem } from '../../problem.ts'
import { endModerationFailure } from '../../rules/safety/moderation-failures.ts'
import type { Connections } from './open-connections.ts'
import { readModerationKeys } from './open-moderation.ts'

const answerWithinMs = 10_000

/** Asks the moderation service about a harmless text, which costs nothing. Throws if it can't be used. */
export async function tryModeration({
  env,
  db,
  connections,
}: {
  env: Env
  db: Database
  connections: Pick<Connections, 'settings'>
}): Promise<void> {
  const keys = await readModerationKeys(env, connections)
  if (keys.length === 0) throw new Problem('invalid_input', { fields: { moderation: 'moderation_without_key' } })
  try {
    const judge = openaiJudge({ keys: async () => keys, baseUrl: moderationUrl(env) })
    await judge.forbids('a quiet lake', AbortSignal.timeout(answerWithinMs))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Problem('invalid_input', { fields: { moderation: 'moderation_unreachable' }, cause: error })
  }
  await endModerationFailure(db)
}

import type { Database } from '#app/server/db/database.ts'
import type { Env } from '#app/server/env.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { type Judge, openaiJudge, openModeration, type ReadModeration } from '../../making/models/moderation.ts'
import { moderationUrl, readWordsFile } from '../../making/models/read-moderation.ts'
import { findWord } from '../../rules/safety/find-word.ts'
import { addModerationFailure, openFailureEnd } from '../../rules/safety/moderation-failures.ts'
import { readRules } from '../../rules/safety/rules.ts'
import type { Connections } from './open-connections.ts'
import { knownKeys } from './service-keys.ts'

export type ModerationParts = { env: Env; db: Database; connections: Pick<Connections, 'settings'> }

/** Reads the operator's file of words once, and the rules of the browser with every call, so that they apply in every process. */
export async function openModerationReader({ env, db, connections }: ModerationParts): Promise<ReadModeration> {
  const ofFile = await readWordsFile(env)
  const judge = openaiJudge({ keys: () => readModerationKeys(env, connections), baseUrl: moderationUrl(env) })
  const ofService = recordFailures(db, judge)
  return async () => {
    const { wordsEn, wordsRu, checksAnswers, moderation } = await readRules(db)
    const words = checksAnswers ? [...wordsEn, ...wordsRu] : []
    return openModeration([
      ...ofFile,
      ...(words.length > 0 ? [blockedWordsJudge(words)] : []),
      ...(env.MODERATION === 'openai' || moderation === 'openai' ? [ofService] : []),
    ])
  }
}

/** Returns the keys of OpenAI that are on, in their order; also while its models are turned off. */
export async function readModerationKeys(env: Env, connections: Pick<Connections, 'settings'>): Promise<string[]> {
  const { connections: own } = await connections.settings()
  return knownKeys(env, 'openai', own.get('openai')).flatMap(({ key, enabled }) => (enabled && key !== null ? [key] : []))
}

/** Records for all processes whether the service of the judge answers; its first answer ends the failure. */
function recordFailures(db: Database, { name, forbids, forbidsPicture }: Judge): Judge {
  const end = openFailureEnd(db)
  async function record<T>(verdict: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      const answer = await verdict
      await end.answered()
      return answer
    } catch (error) {
      if (error instanceof ProviderError && !signal.aborted) {
        end.failed()
        await addModerationFailure(db)
      }
      throw error
    }
  }
  return {
    name,
    forbids: (text, signal) => record(forbids(text, signal), signal),
    ...(forbidsPicture && { forbidsPicture: (jpeg, signal) => record(forbidsPicture(jpeg, signal), signal) }),
  }
}

const blockedWordsJudge = (words: readonly string[]): Judge => ({
  name: 'the blocked words',
  forbids: async (text) => findWord(words, text) !== undefined,
})

/** Returns what was set in the browser, for the checks of the doctor. */
export async function readBrowserModeration({ env, db, connections }: ModerationParts) {
  const { moderation, checksAnswers } = await readRules(db)
  return { checksAnswers, service: moderation === 'openai', hasKey: (await readModerationKeys(env, connections)).length > 0 }
}

import type { Database } from '../../db/database.ts'
import { type Env, EnvError } from '../../env.ts'
import type { Connections } from '../connections/open-connections.ts'
import { knownKeys } from '../connections/service-keys.ts'
import { readRules } from '../safety/rules.ts'
import { findWord } from '../safety/find-word.ts'
import { type Judge, type Moderation, openaiJudge, openModeration, wordListJudge } from './moderation.ts'

/** Reads the moderation in force, from the environment and the rules that were set in the browser; undefined without one. */
export type ReadModeration = () => Promise<Moderation | undefined>

export type ModerationParts = { env: Env; db: Database; connections: Pick<Connections, 'settings'> }

/** Reads the operator's file of words once, and the rules of the browser with every call, so that they apply in every process. */
export async function openModerationReader({ env, db, connections }: ModerationParts): Promise<ReadModeration> {
  const ofFile = await readWordsFile(env)
  const ofService = openaiJudge({ keys: () => readModerationKeys(env, connections), baseUrl: moderationUrl(env) })
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

export const moderationUrl = (env: Pick<Env, 'OPENAI_BASE_URL'>): string => env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1'

/** Returns the keys of OpenAI that are on, in their order; also while its models are turned off. */
export async function readModerationKeys(env: Env, connections: Pick<Connections, 'settings'>): Promise<string[]> {
  const { connections: own } = await connections.settings()
  return knownKeys(env, 'openai', own.get('openai')).flatMap(({ key, enabled }) => (enabled && key !== null ? [key] : []))
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

/** Reads the moderation of the environment; undefined without one. */
export async function readModeration(env: Env): Promise<Moderation | undefined> {
  const judges = await readWordsFile(env)
  const key = env.OPENAI_API_KEY
  if (env.MODERATION === 'openai' && key) judges.push(openaiJudge({ keys: async () => [key], baseUrl: moderationUrl(env) }))
  return openModeration(judges)
}

async function readWordsFile({ MODERATION_WORDS: path }: Env): Promise<Judge[]> {
  if (path === undefined) return []
  const judge = await wordListJudge(path).catch(() => {
    throw new EnvError('MODERATION_WORDS must be a file that can be read.')
  })
  return [judge]
}

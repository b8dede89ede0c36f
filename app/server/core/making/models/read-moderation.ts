import type { Env } from '#app/server/env.ts'
import { EnvError } from '#app/server/variables/env-error.ts'
import { type Judge, type Moderation, openaiJudge, openModeration, wordListJudge } from './moderation.ts'

export const moderationUrl = (env: Pick<Env, 'OPENAI_BASE_URL'>): string => env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1'

/** Reads the moderation of the environment; undefined without one. */
export async function readModeration(env: Env): Promise<Moderation | undefined> {
  const judges = await readWordsFile(env)
  const key = env.OPENAI_API_KEY
  if (env.MODERATION === 'openai' && key) judges.push(openaiJudge({ keys: async () => [key], baseUrl: moderationUrl(env) }))
  return openModeration(judges)
}

/** Reads the operator's file of forbidden words; without one, there is no judge. */
export async function readWordsFile({ MODERATION_WORDS: path }: Env): Promise<Judge[]> {
  if (path === undefined) return []
  const judge = await wordListJudge(path).catch(() => {
    throw new EnvError('MODERATION_WORDS must be a file that can be read.')
  })
  return [judge]
}

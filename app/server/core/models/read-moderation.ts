import { type Env, EnvError } from '../../env.ts'
import { type Judge, type Moderation, openaiJudge, openModeration, wordListJudge } from './moderation.ts'

/** Reads the operator's moderation from the environment; undefined without one. */
export async function readModeration(env: Env): Promise<Moderation | undefined> {
  const judges: Judge[] = []
  if (env.MODERATION_WORDS !== undefined) {
    judges.push(
      await wordListJudge(env.MODERATION_WORDS).catch(() => {
        throw new EnvError('MODERATION_WORDS must be a file that can be read.')
      }),
    )
  }
  if (env.MODERATION === 'openai' && env.OPENAI_API_KEY)
    judges.push(openaiJudge({ apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1' }))
  return openModeration(judges)
}

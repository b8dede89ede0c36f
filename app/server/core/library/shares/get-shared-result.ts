import { asc, eq } from 'drizzle-orm'
import type { SharedResult } from '#app/contract/library/shares.ts'
import { isWebLink } from '#app/contract/base/web-link.ts'
import { config, type Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { translate } from '#app/server/i18n.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { readToolSteps } from '../../making/generations/read-tool-steps.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { describeBuiltIn } from '../recipes/describe-built-in.ts'
import { describeShared } from '../recipes/describe-shared.ts'
import { isCaptions, sharedRow } from '../../making/marks/clean-copies.ts'
import { findShare, type FindShareOptions } from './find-share.ts'

export type GetSharedResultOptions = FindShareOptions & { providers: Providers; locale: Locale }

/** Describes a shared result to the public; contains the prompt only if its owner shows it. */
export async function getSharedResult(
  db: Database,
  attempts: Attempts,
  { providers, locale, ...asked }: GetSharedResultOptions,
): Promise<SharedResult> {
  const builtIn = await describeBuiltIn(db, { name: asked.token, providers, locale })
  if (builtIn) return builtIn
  const { share, generation, linked } = await findShare(db, attempts, asked)
  const rows = await db.select().from(files).where(eq(files.generationId, generation.id)).orderBy(asc(files.position))
  const model = await providers.find(generation.model)
  const prompt = share.showPrompt ? generation.prompt : null
  const { type, title, text, thinking, thinkingMs, sources, createdAt } = generation
  return {
    type,
    prompt,
    title,
    model: model ? translate(locale, model.name) : generation.model,
    ai: config.sharing.labelAi && (!model || providers.isRemote(model)),
    text,
    thinking: share.showThinking ? thinking : null,
    thinking_ms: share.showThinking ? thinkingMs : null,
    tool_steps: share.showThinking ? await readToolSteps(db, { userId: share.userId, id: generation.id }) : [],
    sources: sources && sources.filter(({ url }) => isWebLink(url)),
    files: rows.flatMap((file) => {
      if (file.position === null || (!share.showPrompt && isCaptions(file))) return []
      const url = `${config.api.basePath}/v1/shares/${share.token}/files/${file.position}`
      return {
        url,
        media_type: file.mediaType,
        bytes: (sharedRow(rows, file, share.showPrompt) ?? file).bytes,
        width: file.width,
        height: file.height,
        duration_ms: file.durationMs,
        poster_url: file.posterId && `${url}/poster`,
        placeholder: file.placeholder,
        peaks: file.peaks,
      }
    }),
    locale: languageOf(`${title ?? ''} ${text ?? ''} ${prompt ?? ''}`),
    created_at: createdAt.toISOString(),
    recipe: linked ? await describeShared(db, { ...linked, providers, locale }) : null,
  }
}

/** Guesses the language of the displayed text from its letters. */
const languageOf = (words: string): Locale => (/\p{Script=Cyrillic}/u.test(words) ? 'ru' : 'en')

import type { FeedFailureCode } from '#app/contract/operator/catalogue.ts'
import type { Locale } from '#config'
import { type ServerText, translate } from '../../i18n.ts'
import { isProblemCode, problemTexts } from '../models-file/problem-texts.ts'

type StoredFailure = { code: FeedFailureCode; problem?: { path: string[]; code: string; values?: Record<string, string | number> } }

export const failureTexts: Record<FeedFailureCode, ServerText> = {
  unreachable: /*i18n*/ {
    id: 'feed.unreachable',
    message: 'The feed can’t be read: check MODELS_FEED and whether it is reachable from this server.',
  },
  redirected: /*i18n*/ { id: 'feed.redirected', message: 'The feed’s address redirects elsewhere: set MODELS_FEED to the final address.' },
  too_large: /*i18n*/ { id: 'feed.too_large', message: 'The feed is larger than 8 MB, so nothing of it was read.' },
  unsigned: /*i18n*/ {
    id: 'feed.unsigned',
    message: 'The feed has no signature: its publisher must put one beside it, under the same name with .sig.',
  },
  wrong_signature: /*i18n*/ {
    id: 'feed.wrong_signature',
    message: 'The signature doesn’t fit: the feed was changed on the way, or MODELS_FEED_KEY is another publisher’s key.',
  },
  broken: /*i18n*/ {
    id: 'feed.broken',
    message: 'The feed has mistakes: its publisher must correct them, or this release is too old for it.',
  },
  older: /*i18n*/ { id: 'feed.older', message: 'The feed is older than the catalog here.' },
  altered: /*i18n*/ { id: 'feed.altered', message: 'The feed changed without a new version number: its publisher must raise it.' },
}

const brokenAt = /*i18n*/ { id: 'feed.broken_at', message: 'First: {path} {problem}.' }

/** Returns why the feed changed nothing, in the caller's language. */
export function describeFailure({ code, problem }: StoredFailure, locale: Locale): string {
  const text = translate(locale, failureTexts[code])
  if (!problem || !isProblemCode(problem.code)) return text
  const values = { path: problem.path.join(' → '), problem: translate(locale, problemTexts[problem.code], problem.values ?? {}) }
  return `${text} ${translate(locale, brokenAt, values)}`
}

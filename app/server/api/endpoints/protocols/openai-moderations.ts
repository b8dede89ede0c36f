import { randomUUID } from 'node:crypto'
import { moderateCall } from '#app/contract/protocols/openai-moderations.calls.ts'
import { hasAllowedWords, readRules } from '#app/server/core/rules/safety/rules.ts'
import { Problem } from '#app/server/core/problem.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import type { Runtime } from '#app/server/runtime.ts'
import { endpoint } from '../../endpoint.ts'
import { refuse } from '../../protocols/refuse.ts'
import { unavailableSeconds } from '../../requests/request.ts'

export const moderationEndpoint = endpoint(moderateCall, {
  heavy: () => true,
  async handle({ runtime, input: { body }, context }) {
    const isFlagged = await openCheck(runtime, context.req.raw.signal)
    const results = []
    for (const text of [body.input].flat()) {
      const flagged = await isFlagged(text)
      results.push({ flagged, categories: {}, category_scores: {}, category_applied_input_types: {} })
    }
    return { id: `modr-${randomUUID()}`, model: 'moderation', results }
  },
})

/** Returns the check that runs pass; throws without one. */
async function openCheck({ db, moderation: read, logger }: Runtime, signal: AbortSignal): Promise<(text: string) => Promise<boolean>> {
  const [moderation, { wordsEn, wordsRu }] = await Promise.all([read?.(), readRules(db)])
  if (!moderation && wordsEn.length + wordsRu.length === 0) refuse('input', 'no_moderation')
  return async (text) => {
    if (!(await hasAllowedWords(db, [text]))) return true
    try {
      await moderation?.check(text, { signal, log: logger })
      return false
    } catch (error) {
      if (error instanceof ProviderError && error.code === 'refused') return true
      throw new Problem('unavailable', { retryAfter: unavailableSeconds, cause: error })
    }
  }
}

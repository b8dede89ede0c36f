import { readFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { ProviderError } from '../../providers/provider.ts'

/** A check of words by the operator's own rules, before a model is asked and of the text that it answers. */
export type Moderation = {
  /** Throws a `ProviderError` of `refused`; what was said is not logged. */
  check(text: string, options: { signal: AbortSignal; log: Pick<Logger, 'info' | 'warn'> }): Promise<void>
}

export type Judge = { name: string; forbids(text: string, signal: AbortSignal): Promise<boolean> }

/** A judge that cannot be reached forbids: unchecked words are what the operator does not want. */
export function openModeration(judges: readonly Judge[]): Moderation | undefined {
  if (judges.length === 0) return undefined
  return {
    async check(text, { signal, log }) {
      for (const { name, forbids } of judges) {
        if (!(await forbids(text, signal))) continue
        log.info({ judge: name }, 'refused by moderation')
        throw new ProviderError('refused', `refused by ${name}`)
      }
    },
  }
}

/** The operator's list: a word or a phrase a line, `#` begins a comment. Found as whole words, whatever their case and accents. */
export async function wordListJudge(path: string): Promise<Judge> {
  const lines = (await readFile(path, 'utf8')).split(/\r?\n/)
  const phrases = lines.map((line) => wordsOf(line.replace(/#.*$/, ''))).filter((words) => words.trim() !== '')
  return {
    name: 'the word list',
    async forbids(text) {
      const words = wordsOf(text)
      return phrases.some((phrase) => words.includes(phrase))
    },
  }
}

/** Only letters and digits, one space between words and at both ends. */
function wordsOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
}

const verdictSchema = v.object({ results: v.pipe(v.array(v.object({ flagged: v.boolean() })), v.minLength(1)) })
const answerWithinMs = 15_000

/** OpenAI's moderation endpoint, which costs nothing. */
export function openaiJudge({ apiKey, baseUrl }: { apiKey: string; baseUrl: string }): Judge {
  return {
    name: 'the moderation service',
    async forbids(text, signal) {
      const answer = await fetch(`${baseUrl}/moderations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'omni-moderation-latest', input: text }),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
      }).catch(() => null)
      if (!answer?.ok) throw new ProviderError('temporary', `the moderation service answered ${answer?.status ?? 'nothing'}`)
      const verdict = v.safeParse(verdictSchema, await answer.json().catch(() => null))
      if (!verdict.success) throw new ProviderError('temporary', 'the moderation service gave no verdict')
      return verdict.output.results.some(({ flagged }) => flagged)
    },
  }
}

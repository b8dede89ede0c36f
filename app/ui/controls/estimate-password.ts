import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { isKnownPhrase } from '#app/contract/account/known-phrases.ts'

/** Large because of its list of common passwords; load it only when a password is being chosen. */
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 })

/** The most useful advice; `none` if none is needed. */
export type PasswordAdvice = 'none' | 'common' | 'personal' | 'date' | 'row' | 'repeat' | 'words'

/** `level` ranges from 1 (guessed at once) to 4 (practically unguessable). */
export type PasswordEstimate = { level: 1 | 2 | 3 | 4; advice: PasswordAdvice }

const adviceOf: Record<string, PasswordAdvice> = {
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  similarToCommon: 'common',
  userInputs: 'personal',
  dates: 'date',
  recentYears: 'date',
  straightRow: 'row',
  keyPattern: 'row',
  sequences: 'row',
  simpleRepeat: 'repeat',
  extendedRepeat: 'repeat',
}

const levels = [1, 1, 2, 3, 4] as const

/** `personal`: known facts about the person, such as the email. */
export function estimatePassword(password: string, personal: readonly string[]): PasswordEstimate {
  if (isKnownPhrase(password)) return { level: 1, advice: 'common' }
  const parts = personal.flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)]).filter((part) => part.length > 2)
  const { score, feedback } = zxcvbn.check(password, parts)
  return { level: levels[score], advice: score > 2 ? 'none' : (adviceOf[feedback.warning ?? ''] ?? 'words') }
}

import type { ChallengeRule, SignUpRule } from '#app/contract/safety.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { safetyRules } from '../../db/schema/safety.ts'
import { Problem } from '../problem.ts'

export type Rules = {
  signUp: SignUpRule
  domains: readonly string[]
  refusesDisposable: boolean
  challenge: ChallengeRule
  wordsEn: readonly string[]
  wordsRu: readonly string[]
}

export const usualRules: Rules = { signUp: 'open', domains: [], refusesDisposable: false, challenge: 'never', wordsEn: [], wordsRu: [] }

const storedRules = prepared((db) => db.select().from(safetyRules).prepare('safety_rules'))

export async function readRules(db: Database | Transaction): Promise<Rules> {
  const [row] = await storedRules(db).execute()
  return row ?? usualRules
}

/** Writes a text in the form in which words are compared. */
const normalize = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')

/** Returns the first of the words that the text contains. A word ending in `*` also matches longer words that begin with it. */
export function findWord(words: readonly string[], text: string): string | undefined {
  if (words.length === 0) return undefined
  const sought = normalize(text)
  return words.find((word) => {
    const isBeginning = word.endsWith('*')
    const plain = normalize(isBeginning ? word.slice(0, -1) : word).trim()
    if (plain === '') return false
    const escaped = plain.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
    const end = isBeginning ? '' : String.raw`(?![\p{L}\p{N}])`
    return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}${end}`, 'u').test(sought)
  })
}

/** Throws if the prompt, or another text of the request, contains a word that the operator does not allow. */
export async function requireAllowedWords(db: Database | Transaction, texts: readonly unknown[]): Promise<void> {
  const { wordsEn, wordsRu } = await readRules(db)
  const words = [...wordsEn, ...wordsRu]
  if (texts.some((text) => typeof text === 'string' && findWord(words, text) !== undefined))
    throw new Problem('invalid_input', { fields: { prompt: 'prompt_blocked' } })
}

export type Newcomer = { email: string; isInvited: boolean; isDisposable: boolean }

/** Throws if the rules do not let this person sign up. */
export function requireWelcome({ signUp, domains, refusesDisposable }: Rules, { email, isInvited, isDisposable }: Newcomer): void {
  if (signUp === 'closed') throw new Problem('sign_up_disabled', { message: 'signUp is disabled' })
  if (signUp === 'invited' && !isInvited) throw new Problem('invitation_required')
  requireAllowedAddress({ domains, refusesDisposable }, { email, isDisposable })
}

/** Throws if the rules do not allow this email address, for a new account or for one that changes its address. */
export function requireAllowedAddress(
  { domains, refusesDisposable }: Pick<Rules, 'domains' | 'refusesDisposable'>,
  { email, isDisposable }: Omit<Newcomer, 'isInvited'>,
): void {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (domains.length > 0 && !domains.includes(domain)) throw new Problem('invalid_input', { fields: { email: 'email_domain_not_allowed' } })
  if (refusesDisposable && isDisposable) throw new Problem('invalid_input', { fields: { email: 'email_disposable' } })
}

import type { ChallengeRule, ModerationService, SignUpRule } from '#app/contract/operator/safety.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { prepared } from '#app/server/db/prepared.ts'
import { safetyRules } from '#app/server/db/schema/safety.ts'
import { type DisposableDomains, isOfDomains } from './disposable-domains.ts'
import { Problem } from '../../problem.ts'
import { findWord } from './find-word.ts'

export type Rules = {
  signUp: SignUpRule
  domains: readonly string[]
  refusesDisposable: boolean
  challenge: ChallengeRule
  wordsEn: readonly string[]
  wordsRu: readonly string[]
  checksAnswers: boolean
  moderation: ModerationService
  temporaryAdded: readonly string[]
  temporaryExcepted: readonly string[]
}

export const usualRules: Rules = {
  signUp: 'open',
  domains: [],
  refusesDisposable: false,
  challenge: 'never',
  wordsEn: [],
  wordsRu: [],
  checksAnswers: false,
  moderation: 'off',
  temporaryAdded: [],
  temporaryExcepted: [],
}

const storedRules = prepared((db) => db.select().from(safetyRules).prepare('safety_rules'))

export async function readRules(db: Database | Transaction): Promise<Rules> {
  const [row] = await storedRules(db).execute()
  return row ?? usualRules
}

/** Whether texts contain no word that the operator does not allow. */
export async function hasAllowedWords(db: Database | Transaction, texts: readonly unknown[]): Promise<boolean> {
  const { wordsEn, wordsRu } = await readRules(db)
  const words = [...wordsEn, ...wordsRu]
  return !texts.some((text) => typeof text === 'string' && findWord(words, text) !== undefined)
}

/** Throws if the prompt, or another text of the request, contains a word that the operator does not allow. */
export async function requireAllowedWords(db: Database | Transaction, texts: readonly unknown[]): Promise<void> {
  if (!(await hasAllowedWords(db, texts))) throw new Problem('invalid_input', { fields: { prompt: 'prompt_blocked' } })
}

/** Whether the address is temporary by the operator's lists, otherwise by the list of the release. */
export function isDisposable(
  { temporaryAdded, temporaryExcepted }: Pick<Rules, 'temporaryAdded' | 'temporaryExcepted'>,
  { email, disposable }: { email: string; disposable: DisposableDomains },
): boolean {
  if (isOfDomains(new Set(temporaryExcepted), email)) return false
  return isOfDomains(new Set(temporaryAdded), email) || disposable.hasAddress(email)
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

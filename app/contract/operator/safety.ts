import * as v from 'valibot'
import { idSchema, pageOf, pageQueryEntries, timestampSchema } from '../base/common.ts'
import { optionalReasonSchema } from './connections.ts'
import { reasonSchema } from './operator.ts'
import { domainToAscii } from '../account/email.ts'
import { freeText, rewrite } from '../base/text.ts'

/** `invited`: only through the personal invitation link of somebody who has an account. */
export const signUpRules = ['open', 'invited', 'closed'] as const
export type SignUpRule = (typeof signUpRules)[number]

const maxWords = 2_000
const maxDomains = 500

/** `unusual`: only sign-ups from a network address with several new accounts. */
export const challengeRules = ['never', 'unusual', 'always'] as const
export type ChallengeRule = (typeof challengeRules)[number]

/** Services that check prompts, results and files beside the lists of words. */
export const moderationServices = ['off', 'openai'] as const
export type ModerationService = (typeof moderationServices)[number]

const rulesEntries = {
  sign_up: v.picklist(signUpRules, 'not_an_option'),
  refuse_disposable: v.boolean('invalid'),
  challenge: v.picklist(challengeRules, 'not_an_option'),
}

export const safetyRulesSchema = v.object({
  ...rulesEntries,
  domains: v.array(v.string()),
  words: v.object({ en: v.array(v.string()), ru: v.array(v.string()) }),
  /** Email domains that the operator adds to the list of temporary ones, and those taken off it. */
  temporary_domains: v.object({ added: v.array(v.string()), excepted: v.array(v.string()) }),
  moderation: v.picklist(moderationServices),
  /** Whether the words also apply to text files that are sent and to texts that models write. */
  check_answers: v.boolean(),
  /** Whether the environment requires the moderation service, whatever the rule says. */
  moderation_by_environment: v.boolean(),
  /** Whether the environment requires the challenge of every sign-up, whatever the rule says. */
  challenge_by_environment: v.boolean(),
  /** Whether the environment closes sign-up, whatever the rule says. */
  closed_by_environment: v.boolean(),
})
export type SafetyRules = v.InferOutput<typeof safetyRulesSchema>

const unique = (list: string[]) => [...new Set(list)]

const wordsSchema = v.pipe(
  v.array(v.pipe(freeText('invalid'), v.trim(), v.nonEmpty('invalid'), v.maxLength(80, 'too_long')), 'invalid'),
  v.maxLength(maxWords, 'too_many'),
  v.transform(unique),
)
const domainSchema = v.pipe(
  v.string('invalid'),
  v.trim(),
  v.toLowerCase(),
  v.normalize('NFC'),
  rewrite('ascii_domain', domainToAscii),
  v.maxLength(253, 'too_long'),
  v.regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/, 'invalid'),
)

const domainsSchema = v.pipe(v.array(domainSchema, 'invalid'), v.maxLength(maxDomains, 'too_many'), v.transform(unique))

/** A field that is left out stays as it is. */
export const saveSafetyRulesSchema = v.object({
  ...rulesEntries,
  domains: domainsSchema,
  words: v.object({ en: wordsSchema, ru: wordsSchema }),
  temporary_domains: v.optional(v.object({ added: domainsSchema, excepted: domainsSchema })),
  moderation: v.optional(v.picklist(moderationServices, 'not_an_option')),
  check_answers: v.optional(v.boolean('invalid')),
  reason: optionalReasonSchema,
})

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Network addresses from which several accounts were created within a week, the most first. */
export const unusualSignUpsSchema = v.object({
  items: v.array(
    v.object({
      address: v.string(),
      accounts: countSchema,
      /** Those of them that are blocked. */
      blocked: countSchema,
      /** Those of them that get no free tokens: a temporary address, or a mailbox that had an account. */
      barred: countSchema,
      newest_at: timestampSchema,
      /** The newest of the accounts. */
      people: v.array(v.object({ id: v.string(), email: v.string(), created_at: timestampSchema, blocked: v.boolean() })),
    }),
  ),
})
export type UnusualSignUp = v.InferOutput<typeof unusualSignUpsSchema>['items'][number]

const sha256Schema = v.pipe(v.string('invalid'), v.trim(), v.toLowerCase(), v.regex(/^[0-9a-f]{64}$/, 'hash_invalid'))

/** Content that can't be uploaded or shared, by the SHA-256 of its bytes. */
export const blockedContentSchema = v.object({
  id: idSchema,
  sha256: v.string(),
  /** The reason of a block by hand; null for results taken down after a report. */
  reason: v.nullable(v.string()),
  /** The operator who blocked it by hand; null after their account is gone. */
  by: v.nullable(v.string()),
  /** Whether it was taken down after a report, where it can be allowed again. */
  reported: v.boolean(),
  created_at: timestampSchema,
})
export type BlockedContent = v.InferOutput<typeof blockedContentSchema>
export const blockedContentPageSchema = pageOf(blockedContentSchema)
export const blockedContentQuerySchema = v.object({ ...pageQueryEntries })
export const blockContentSchema = v.object({ sha256: sha256Schema, reason: reasonSchema })

import * as v from 'valibot'
import { signInSchema, signUpSchema } from '#app/contract/account/accounts.ts'
import { secondStepSchema } from '#app/contract/base/security.ts'

// Lazy-loaded by the forms of the sign-in page, because validation starts with the first submit.
export const credentialsSchema = signInSchema
const accountSchema = v.omit(signUpSchema, ['locale', 'referral_code', 'challenge', 'personal_data_consent'])
export const newAccountSchema = v.object({ ...accountSchema.entries, accept_personal_data: v.optional(v.boolean(), false) })
/** Where the operator asks for the consent. */
export const consentingAccountSchema = v.object({
  ...accountSchema.entries,
  accept_personal_data: v.pipe(v.optional(v.boolean(), false), v.literal(true, 'consent_not_given')),
})
export const codeSchema = v.pick(secondStepSchema, ['code'])

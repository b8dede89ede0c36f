import * as v from 'valibot'
import { signInSchema, signUpSchema } from '#app/contract/account/accounts.ts'
import { secondStepSchema } from '#app/contract/base/security.ts'

// Lazy-loaded by the forms of the sign-in page, because validation starts with the first submit.
export const credentialsSchema = signInSchema
export const newAccountSchema = v.omit(signUpSchema, ['locale', 'referral_code', 'challenge'])
export const codeSchema = v.pick(secondStepSchema, ['code'])

import * as v from 'valibot'
import { deviceTokensSchema } from '../account/accounts.ts'
import { timestampSchema } from './common.ts'

/** A code from the app or a recovery code; spaces and dashes are ignored. */
export const codeSchema = v.pipe(
  v.string('required'),
  v.maxLength(64, 'code_wrong'),
  v.transform((code) => code.replaceAll(/[\s-]/g, '').toUpperCase()),
  v.nonEmpty('required'),
)

/** The response to a sign-in if the account has a second step. */
export const signInChallengeSchema = v.object({
  challenge: v.string(),
  /** Seconds until the challenge expires. */
  expires_in: v.number(),
})
export type SignInChallenge = v.InferOutput<typeof signInChallengeSchema>

export const secondStepSchema = v.object({
  challenge: v.pipe(v.string('required'), v.maxLength(512, 'too_long')),
  code: codeSchema,
  device_tokens: deviceTokensSchema,
})

/** Proof of identity by the password or a code, for actions that a stolen session must not allow. */
const proofEntries = {
  password: v.optional(v.pipe(v.string('required'), v.maxLength(1024, 'too_long'))),
  code: v.optional(codeSchema),
}
export const proofSchema = v.object(proofEntries)
export type Proof = v.InferOutput<typeof proofSchema>

export const twoFactorSchema = v.object({
  enabled: v.boolean(),
  since: v.nullable(timestampSchema),
  /** Number of unused recovery codes. */
  recovery_codes_left: v.number(),
})
export type TwoFactor = v.InferOutput<typeof twoFactorSchema>

/** The secret for an authenticator app, as a QR code or as text. */
export const twoFactorSetupSchema = v.object({ secret: v.string(), uri: v.string() })
export type TwoFactorSetup = v.InferOutput<typeof twoFactorSetupSchema>
export const confirmTwoFactorSchema = v.object({ code: codeSchema })
/** Recovery codes, which are shown once. */
export const recoveryCodesSchema = v.object({ recovery_codes: v.array(v.string()) })

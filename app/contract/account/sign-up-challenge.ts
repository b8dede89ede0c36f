import * as v from 'valibot'

/** A challenge of ALTCHA, version 2. All parameters are signed; clients return them unchanged. */
export const signUpChallengeSchema = v.object({
  parameters: v.object({
    algorithm: v.string(),
    nonce: v.string(),
    salt: v.string(),
    cost: v.number(),
    keyLength: v.number(),
    keyPrefix: v.string(),
    keySignature: v.string(),
    /** Seconds since 1970. */
    expiresAt: v.number(),
    data: v.record(v.string(), v.string()),
  }),
  signature: v.string(),
})
export type SignUpChallenge = v.InferOutput<typeof signUpChallengeSchema>

/** The base64 of this, as JSON, is what a sign-up carries as `challenge`. */
export const solvedChallengeSchema = v.object({
  challenge: signUpChallengeSchema,
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})
export type SolvedChallenge = v.InferOutput<typeof solvedChallengeSchema>

import * as v from 'valibot'
import { keyBudgetSchema, memberKeyScopes } from './api-keys.ts'
import { proofSchema } from '../base/security.ts'

/** The prefix of the tokens that programs get for access given in the browser. */
export const programTokenPrefix = 'qa_'

/**
 * Faults of an authorization request. `client`: the program is not known, or its description cannot be read; `redirect`: the address
 * to return to is not registered; `challenge`: the program does not protect its code (PKCE with S256); `resource`: it asks for access to
 * another server; `request`: anything else.
 */
export const brokenAuthorizations = ['client', 'redirect', 'challenge', 'resource', 'request'] as const
export type BrokenAuthorization = (typeof brokenAuthorizations)[number]

/**
 * The proof of a person who gives access. `none`: they have just signed in; `sign_in`: they have neither a password nor two-factor, and
 * sign in again.
 */
export const consentProofs = ['none', 'password', 'code', 'sign_in'] as const
export type ConsentProof = (typeof consentProofs)[number]

/** The parameters with which a program has sent the person, as a query string. */
const requestSchema = v.pipe(v.string('invalid'), v.maxLength(4_000, 'too_long'))

const clientSchema = v.object({
  name: v.string(),
  /** The host that the program has proven to be of; null if nothing is proven. */
  host: v.nullable(v.string()),
})

export const readAuthorizationSchema = v.object({ request: requestSchema })

export const authorizationSchema = v.variant('state', [
  v.object({
    state: v.literal('asks'),
    client: clientSchema,
    /** The host to which the person returns; null for a program on their own device. */
    returns_to: v.nullable(v.string()),
    scopes: v.array(v.picklist(memberKeyScopes)),
    proof: v.picklist(consentProofs),
  }),
  v.object({
    state: v.literal('broken'),
    broken: v.picklist(brokenAuthorizations),
    client: v.nullable(clientSchema),
    /** The registered address of the program with the error; null if it must not be trusted. */
    return_to: v.nullable(v.string()),
  }),
])
export type AuthorizationRequest = v.InferOutput<typeof authorizationSchema>

export const answerAuthorizationSchema = v.object({
  request: requestSchema,
  allow: v.boolean('invalid'),
  /** The most that the program may do; omitted fields are no limit. */
  budget: v.optional(keyBudgetSchema),
  ...proofSchema.entries,
})

/** The address of the program, with the code or the refusal. */
export const answeredAuthorizationSchema = v.object({ redirect_to: v.string() })

/** The code that a person types, in letters that are not confused. Case, spaces and dashes do not count. */
export const userCodeSchema = v.pipe(
  v.string('required'),
  v.maxLength(40, 'invalid'),
  v.transform((code) => code.toUpperCase().replaceAll(/[^A-Z]/g, '')),
  v.nonEmpty('required'),
)

export const readDeviceLoginSchema = v.object({ user_code: userCodeSchema })

export const deviceLoginSchema = v.object({
  client: clientSchema,
  /** The address from which the program asks. */
  address: v.string(),
  scopes: v.array(v.picklist(memberKeyScopes)),
  proof: v.picklist(consentProofs),
})
export type DeviceLogin = v.InferOutput<typeof deviceLoginSchema>

export const answerDeviceLoginSchema = v.object({
  user_code: userCodeSchema,
  allow: v.boolean('invalid'),
  /** The most that the program may do; omitted fields are no limit. */
  budget: v.optional(keyBudgetSchema),
  ...proofSchema.entries,
})

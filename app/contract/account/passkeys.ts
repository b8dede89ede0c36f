import * as v from 'valibot'
import { idSchema, timestampSchema } from '../base/common.ts'
import { freeText } from '../base/text.ts'

const bytes = v.pipe(v.string('required'), v.maxLength(20_000, 'too_long'))
const credential = {
  id: v.pipe(v.string('required'), v.maxLength(2_000, 'too_long')),
  rawId: bytes,
  type: v.literal('public-key', 'invalid'),
}
/** Additional properties from the browser are ignored. */
const extensions = v.optional(v.object({}), {})
const known = v.object({ id: v.string(), type: v.literal('public-key'), transports: v.exactOptional(v.array(v.string())) })

/** Options for creating a passkey, in WebAuthn's terms. */
export const passkeyRegistrationSchema = v.object({
  rp: v.object({ name: v.string(), id: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.number(),
  excludeCredentials: v.array(known),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
})
export type PasskeyRegistration = v.InferOutput<typeof passkeyRegistrationSchema>

/** Options for signing in with a passkey. */
export const passkeyRequestSchema = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
})

const nameSchema = v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(60, 'too_long'))

export const addPasskeySchema = v.object({
  name: nameSchema,
  response: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(10))),
    }),
    clientExtensionResults: extensions,
  }),
})
export type AddPasskey = v.InferOutput<typeof addPasskeySchema>

export const passkeySignInSchema = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
  }),
  clientExtensionResults: extensions,
})
export type PasskeySignIn = v.InferOutput<typeof passkeySignInSchema>

export const passkeySchema = v.object({
  id: idSchema,
  name: v.string(),
  /** Whether the passkey is synced to the person's other devices. */
  synced: v.boolean(),
  created_at: timestampSchema,
  last_used_at: v.nullable(timestampSchema),
})
export const passkeysSchema = v.object({ items: v.array(passkeySchema) })
export type Passkey = v.InferOutput<typeof passkeySchema>

import * as v from 'valibot'
import { timestampSchema } from './common.ts'
import { emailSchema } from './email.ts'
import { proofSchema } from './security.ts'

/** The new address, and who asks for it: with the password, or a code. */
export const askForEmailChangeSchema = v.object({ email: emailSchema, ...proofSchema.entries })

/** An address that waits to be confirmed by who reads its mail; null when none does. */
export const emailChangeSchema = v.object({ pending: v.nullable(v.object({ email: v.string(), expires_at: timestampSchema })) })
export type EmailChange = v.InferOutput<typeof emailChangeSchema>

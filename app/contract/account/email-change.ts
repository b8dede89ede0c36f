import * as v from 'valibot'
import { timestampSchema } from '../base/common.ts'
import { emailSchema } from './email.ts'
import { proofSchema } from '../base/security.ts'

/** The new address, with the password or a code as proof of identity. */
export const askForEmailChangeSchema = v.object({ email: emailSchema, ...proofSchema.entries })

/** An address that is not yet confirmed; null without one. */
export const emailChangeSchema = v.object({ pending: v.nullable(v.object({ email: v.string(), expires_at: timestampSchema })) })
export type EmailChange = v.InferOutput<typeof emailChangeSchema>

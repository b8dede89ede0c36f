import * as v from 'valibot'
import { emailSchema } from '#app/contract/email.ts'
import { freeText } from '#app/contract/text.ts'

/** Services number people or name them; as text both are one. Empty is nobody. */
export const subjectSchema = v.pipe(
  v.union([v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
)

/** An address as accounts have it, or null where there is none that could be one. */
export const addressSchema = v.fallback(v.nullable(emailSchema), null)

export const textSchema = v.fallback(v.nullable(freeText()), null)

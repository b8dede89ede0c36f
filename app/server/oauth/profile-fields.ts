import * as v from 'valibot'
import { emailSchema } from '#app/contract/account/email.ts'
import { freeText } from '#app/contract/base/text.ts'

/** An id: a number or a string, depending on the service, but never empty. */
export const subjectSchema = v.pipe(
  v.union([v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
)

/** Normalizes an address; null when it is invalid. */
export const addressSchema = v.fallback(v.nullable(emailSchema), null)

export const textSchema = v.fallback(v.nullable(freeText()), null)

import * as v from 'valibot'
import { localeSchema, timestampSchema } from '../base/common.ts'

/** The version of the consent to the processing of personal data; a change of its text needs a new one, and people are asked again. */
export const personalDataConsentVersion = '2026-11-29'

export const givenConsentSchema = v.object({
  /** The version of the text that the person agrees to. */
  version: v.pipe(v.string('required'), v.value(personalDataConsentVersion, 'not_an_option')),
  /** The language of the text that the person agrees to. */
  locale: localeSchema,
})
export type GivenConsent = v.InferOutput<typeof givenConsentSchema>

export const consentStateSchema = v.object({
  /** Whether this installation asks for the consent. */
  required: v.boolean(),
  /** The version of the present text, at `/legal/consent`. */
  version: v.string(),
  /** The consent in force, with its version, language and time; null if there is none. */
  agreed: v.nullable(v.object({ version: v.string(), locale: localeSchema, at: timestampSchema })),
})
export type ConsentState = v.InferOutput<typeof consentStateSchema>

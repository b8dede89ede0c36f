import * as v from 'valibot'
import { idSchema, localeSchema, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { longestVoiceName } from './own-voice.ts'
import { freeText } from '../base/text.ts'

/** The version of the consent text; a change of the text needs a new one. */
export const voiceConsentVersion = '2026-11-26'

export const voiceErrorCodes = ['sample_refused', 'service_full', 'service_failed'] as const
export type VoiceErrorCode = (typeof voiceErrorCodes)[number]

export const voiceSchema = v.object({
  id: v.string(),
  /** The value of the option `voice`. */
  voice: v.string(),
  name: v.string(),
  /** The service whose models read in it. */
  service: v.string(),
  status: v.picklist(['creating', 'ready', 'failed']),
  error: v.nullable(v.object({ code: v.picklist(voiceErrorCodes), detail: v.string() })),
  /** A link to the recording; null if it was deleted. */
  sample_url: v.nullable(v.string()),
  consent: v.object({ version: v.string(), locale: localeSchema, at: timestampSchema }),
  created_at: timestampSchema,
})
export type OwnVoice = v.InferOutput<typeof voiceSchema>

export const voicesSchema = v.object({
  items: v.array(voiceSchema),
  /** The number of voices that a person may have. */
  most: v.number(),
  /** Tokens for a new voice. */
  price: tokenAmountSchema,
  /** Services at which voices can be cloned. A recording must be `min_seconds` long; no more than `max_seconds` are sent. */
  services: v.array(v.object({ id: v.string(), name: v.string(), min_seconds: v.number(), max_seconds: v.number() })),
  /** The text to agree to. */
  consent: v.object({ version: v.string(), locale: localeSchema, text: v.string() }),
})
export type OwnVoices = v.InferOutput<typeof voicesSchema>

const nameSchema = v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(longestVoiceName, 'too_long'))

export const createVoiceSchema = v.object({
  service: v.pipe(v.string('required'), v.maxLength(40, 'not_an_option')),
  name: nameSchema,
  upload_id: idSchema,
  /** The consent that the person gave: the version and the language of the text they agreed to. */
  consent: v.object({ version: v.pipe(v.string('required'), v.value(voiceConsentVersion, 'not_an_option')), locale: localeSchema }),
  /** Tokens that the person agreed to pay at most. */
  max_price: v.optional(tokenAmountSchema),
})

export const editVoiceSchema = v.object({ name: nameSchema })

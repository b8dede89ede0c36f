import * as v from 'valibot'
import { idSchema, kindSchema, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import type { Kind } from '../base/values.ts'
import { type ChordPart, chordParts, generationSchema, maxPriceSchema, quoteAnswerSchema } from './generations.ts'
import { freeText } from '../base/text.ts'

export { chordParts, type ChordPart }

export const kindOfPart: Record<ChordPart, Kind> = { video: 'video', image: 'image', speech: 'audio', music: 'audio', text: 'text' }

/** The smallest limit among the built-in models for drawing and composing. */
export const chordPromptMaxLength = 2_000

const partsSchema = v.pipe(
  v.array(v.picklist(chordParts, 'not_an_option'), 'invalid'),
  v.minLength(1, 'required'),
  v.maxLength(chordParts.length, 'too_long'),
)

export const createChordSchema = v.object({
  prompt: v.pipe(freeText('required'), v.trim(), v.nonEmpty('prompt_empty'), v.maxLength(chordPromptMaxLength, 'prompt_too_long')),
  /** The parts to make; by default every part that this server can make. */
  parts: v.optional(partsSchema),
  /** The highest accepted price of all parts together. */
  max_price: maxPriceSchema,
})
export type CreateChord = v.InferInput<typeof createChordSchema>

/** An empty prompt has a price too, which the page shows before a word is typed. */
export const chordQuoteSchema = v.object({
  prompt: v.pipe(freeText('required'), v.trim(), v.maxLength(chordPromptMaxLength, 'prompt_too_long')),
  parts: createChordSchema.entries.parts,
})

export const chordQuoteAnswerSchema = v.object({
  /** The price of all parts together. */
  price: tokenAmountSchema,
  /** The same in thousandths of a token, not rounded up. */
  price_milli: tokenAmountSchema,
  available: tokenAmountSchema,
  missing: tokenAmountSchema,
  /** The limit that the parts would exceed together; otherwise null. */
  over_limit: quoteAnswerSchema.entries.over_limit,
  email_not_verified: v.boolean(),
  /** Every part that this server can make, requested or not. */
  parts: v.array(
    v.object({
      part: v.picklist(chordParts),
      type: kindSchema,
      model: v.string(),
      price: tokenAmountSchema,
      price_milli: tokenAmountSchema,
    }),
  ),
})
export type ChordQuote = v.InferOutput<typeof chordQuoteAnswerSchema>

export const chordSchema = v.object({
  id: idSchema,
  prompt: v.string(),
  created_at: timestampSchema,
  /** The latest run of each part; its `chord.part` names the part. Parts in the trash are omitted. */
  parts: v.array(generationSchema),
})
export type Chord = v.InferOutput<typeof chordSchema>

export const chordPageSchema = pageOf(chordSchema)
export const chordsQuerySchema = v.object(pageQueryEntries)

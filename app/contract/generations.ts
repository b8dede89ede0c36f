import * as v from 'valibot'
import { generationErrorCodes } from './error-codes.ts'
import {
  givenTimeSchema,
  idSchema,
  kindSchema,
  listOf,
  listOfTextSchema,
  pageOf,
  pageQueryEntries,
  timestampSchema,
  tokenAmountSchema,
} from './common.ts'
import { inputRoles, kinds, maxInputs, promptMaxLength, searchMaxLength } from './values.ts'
import { freeText } from './text.ts'

export const generationStatuses = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const
export type GenerationStatus = (typeof generationStatuses)[number]

/** The works that one prompt can become as a chord, in the order in which they are listed. */
export const chordParts = ['video', 'image', 'speech', 'music', 'text'] as const
export type ChordPart = (typeof chordParts)[number]

export const optionValuesSchema = v.record(
  v.pipe(v.string(), v.maxLength(64, 'too_long')),
  v.union([freeText(), v.number(), v.boolean()], 'invalid'),
)
export type OptionValues = v.InferOutput<typeof optionValuesSchema>

/** An input of a run: an uploaded file, or the result of another run. */
export const inputSchema = v.union(
  [
    v.object({ upload_id: idSchema, role: v.picklist(inputRoles, 'not_an_option') }),
    v.object({
      generation_id: idSchema,
      role: v.picklist(inputRoles, 'not_an_option'),
      /** Index of the result; the first by default. */
      index: v.optional(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'too_small'))),
    }),
  ],
  'invalid',
)

export type GenerationInput = v.InferOutput<typeof inputSchema>

/** Earlier turns, from a caller that stores the conversation itself. */
export type BroughtTurn = { role: 'user' | 'assistant'; text: string }

/** The most that the caller agrees to pay. A run that costs more is rejected with `price_changed`, and nothing is charged. */
export const maxPriceSchema = v.optional(v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(0, 'too_small')))

/** A guard against huge requests; the model has its own limit on the prompt. */
export const createGenerationSchema = v.object({
  model: v.pipe(v.string('required'), v.maxLength(100, 'model_unknown')),
  prompt: v.pipe(freeText('required'), v.trim(), v.nonEmpty('prompt_empty'), v.maxLength(promptMaxLength, 'prompt_too_long')),
  options: v.optional(optionValuesSchema, {}),
  inputs: v.optional(v.pipe(v.array(inputSchema), v.maxLength(maxInputs, 'too_long')), []),
  parent_id: v.optional(idSchema),
  thread_id: v.optional(idSchema),
  max_price: maxPriceSchema,
})
export type CreateGeneration = v.InferInput<typeof createGenerationSchema>

/** An empty prompt has a price too: the page shows it before a word is typed. */
export const quoteSchema = v.object({
  ...v.omit(createGenerationSchema, ['max_price']).entries,
  prompt: v.pipe(freeText('required'), v.trim(), v.maxLength(promptMaxLength, 'prompt_too_long')),
})
/** `shown`: it is in the result. `mood`: it shapes light, color or feeling. `ignored`: it changes nothing. */
export const termRoles = ['shown', 'mood', 'ignored'] as const
export const termSchema = v.object({ text: v.string(), role: v.picklist(termRoles) })
export type Term = v.InferOutput<typeof termSchema>

/** How a keyword-based model understood the prompt, in the caller's language and the prompt's order. */
export const understoodSchema = v.object({
  /** All that has an effect. */
  used: v.array(v.string()),
  /** Those of them that are seen or heard in the result; the others set the mood. */
  shown: v.array(v.string()),
  ignored: v.array(v.string()),
  /** The words of the prompt that this is about, as written, in their order. */
  terms: v.array(termSchema),
})
export type Understood = v.InferOutput<typeof understoodSchema>

/**
 * Why a built-in model would miss the point of the prompt. `not_drawn`: it cannot draw the subject. `other_medium`: the prompt asks for
 * speech of a music model, or for music of a speech model. `needs_language_model`: the prompt asks for writing. `too_short`: the text is
 * too short to work on.
 */
export const adviceKinds = ['not_drawn', 'other_medium', 'needs_language_model', 'too_short'] as const
export type AdviceKind = (typeof adviceKinds)[number]

/** The advice that was given before a run; stored with it. */
export const noteSchema = v.object({
  kind: v.picklist(adviceKinds),
  /** The words of the prompt that the advice is about, as written. */
  words: v.array(v.string()),
  /** The result of running it anyway, such as "a desert at sunset". */
  instead: v.nullable(v.string()),
})
export type Note = v.InferOutput<typeof noteSchema>

/** Another run that would work. */
export const suggestionSchema = v.object({
  /** Null: the prompt is its own label. */
  label: v.nullable(v.string()),
  prompt: v.string(),
  /** Null: the same model. */
  model: v.nullable(v.string()),
  /** Options to set; the others stay. */
  options: v.nullable(optionValuesSchema),
})

export const adviceSchema = v.object({
  ...noteSchema.entries,
  /** False: such a run fails and costs nothing. */
  possible: v.boolean(),
  suggestions: v.array(suggestionSchema),
  /** Running it anyway costs nothing, this many times in the person's day; null: it costs the usual price. */
  free_runs: v.nullable(v.object({ left: v.number(), per_day: v.number() })),
})
export type Advice = v.InferOutput<typeof adviceSchema>

export const quoteAnswerSchema = v.object({
  price: tokenAmountSchema,
  available: tokenAmountSchema,
  /** Tokens short of the price; 0 when there are enough. */
  missing: tokenAmountSchema,
  /** The person's own limit that such a run would exceed, and the tokens left of it; otherwise null. */
  over_limit: v.nullable(v.object({ per: v.picklist(['run', 'day']), limit: tokenAmountSchema, left: tokenAmountSchema })),
  /** There are enough tokens, but the free ones among them cannot pay for this model before the email is verified. */
  email_not_verified: v.boolean(),
  /** Null where the model takes the prompt as a whole. */
  understood: v.nullable(understoodSchema),
  /** Null where the model can do what the prompt asks, and for connected models always. */
  advice: v.nullable(adviceSchema),
})
export type Quote = v.InferOutput<typeof quoteAnswerSchema>

export const generationFileSchema = v.object({
  id: idSchema,
  /** Signed; works for a couple of hours. Add `&download=1` to save instead of show. */
  url: v.string(),
  media_type: v.string(),
  bytes: v.number(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  duration_ms: v.nullable(v.number()),
  /** A WebP still, at most 640 px wide. */
  poster_url: v.nullable(v.string()),
  /** The same, at most 320 px wide. */
  thumbnail_url: v.nullable(v.string()),
  /** A few pixels as a `data:` URL of at most 400 characters, shown while the image loads. */
  placeholder: v.optional(v.nullable(v.string())),
  peaks: v.nullable(v.array(v.number())),
})
export type GenerationFile = v.InferOutput<typeof generationFileSchema>

export const receiptLineSchema = v.object({
  kind: v.picklist(['hold', 'settle', 'release']),
  amount: tokenAmountSchema,
  at: timestampSchema,
  reason: v.nullable(v.string()),
})

export const generationSchema = v.object({
  id: idSchema,
  type: kindSchema,
  model: v.string(),
  prompt: v.string(),
  options: optionValuesSchema,
  inputs: v.array(inputSchema),
  parent_id: v.nullable(idSchema),
  thread_id: v.nullable(idSchema),
  /** The chord that the run is a part of. `waits`: it starts when the chord's image is ready. */
  chord: v.optional(v.nullable(v.object({ id: idSchema, part: v.picklist(chordParts), waits: v.boolean() }))),
  understood: v.nullable(understoodSchema),
  /** The advice that the person was given before the run and did not take. */
  note: v.nullable(noteSchema),
  status: v.picklist(generationStatuses),
  /** 0..1, or null before anything is known. */
  progress: v.nullable(v.number()),
  /** Only in events of a running image or video: the work as it is now, a `data:` URL of at most 2 kB. Stored nowhere. */
  preview: v.optional(v.string()),
  text: v.nullable(v.string()),
  /** The text was cut at the maximum length and can be continued. */
  cut: v.optional(v.boolean()),
  files: v.array(generationFileSchema),
  error: v.nullable(v.object({ code: v.picklist(generationErrorCodes), detail: v.string() })),
  price: tokenAmountSchema,
  /** Tokens charged; null while it runs. */
  charged: v.nullable(tokenAmountSchema),
  receipt: v.array(receiptLineSchema),
  favorite: v.boolean(),
  title: v.nullable(v.string()),
  /** The folders it is in. */
  collection_ids: v.array(idSchema),
  /** A public link to it works. */
  shared: v.boolean(),
  /** While queued: the number of runs ahead of it. */
  ahead: v.nullable(v.number()),
  /**
   * While unfinished: what a cancel does. `free`; `text_so_far`: the text so far is charged; `if_confirmed`: free if the provider confirms
   * that it has stopped; `too_late`: the provider did not stop.
   */
  cancel: v.nullable(v.picklist(['free', 'text_so_far', 'if_confirmed', 'too_late'])),
  /** In the trash since then; null in the library. */
  deleted_at: v.nullable(timestampSchema),
  created_at: timestampSchema,
  started_at: v.nullable(timestampSchema),
  finished_at: v.nullable(timestampSchema),
})
export type Generation = v.InferOutput<typeof generationSchema>

export const generationPageSchema = pageOf(generationSchema)
export type GenerationPage = v.InferOutput<typeof generationPageSchema>

const flagSchema = v.pipe(
  v.picklist(['true', 'false'], 'not_an_option'),
  v.transform((value) => value === 'true'),
)
export const generationsQuerySchema = v.object({
  ...pageQueryEntries,
  type__in: v.optional(listOf(kinds)),
  status__in: v.optional(listOf(generationStatuses)),
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(searchMaxLength, 'too_long'))),
  favorite: v.optional(flagSchema),
  thread: v.optional(idSchema),
  model__in: v.optional(listOfTextSchema),
  collection: v.optional(idSchema),
  /** Made at or after this time. */
  from: v.optional(givenTimeSchema),
  /** Made before this time. */
  to: v.optional(givenTimeSchema),
  /** Works in the trash instead of those in the library. */
  trash: v.optional(flagSchema),
})

export const retryGenerationSchema = v.object({ max_price: maxPriceSchema })

export const updateGenerationSchema = v.object({
  favorite: v.optional(v.boolean()),
  title: v.optional(v.nullable(v.pipe(freeText(), v.trim(), v.maxLength(200, 'too_long')))),
})

/** `POST /v1/uploads`, form data: one `file`. */
export const uploadSchema = v.object({
  id: idSchema,
  type: kindSchema,
  /** Signed; works for a couple of hours. */
  url: v.string(),
  media_type: v.string(),
  bytes: v.number(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  duration_ms: v.nullable(v.number()),
  created_at: timestampSchema,
})
export type Upload = v.InferOutput<typeof uploadSchema>

/** The events of `GET /v1/generations/events`; `id:` is a cursor for `Last-Event-ID`. */
export const generationEventSchema = v.object({ ...v.partial(generationSchema).entries, id: idSchema })
export const textEventSchema = v.object({ id: idSchema, offset: v.number(), delta: v.string() })
export const tokensEventSchema = v.object({ available: tokenAmountSchema, held: tokenAmountSchema })
export type GenerationEvent = v.InferOutput<typeof generationEventSchema>
export type TextEvent = v.InferOutput<typeof textEventSchema>
export type TokensEvent = v.InferOutput<typeof tokensEventSchema>

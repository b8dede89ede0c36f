import * as v from 'valibot'
import { generationErrorCodes } from './errors.ts'
import { inputRoles } from './models.ts'
import {
  givenTimeSchema,
  idSchema,
  kindSchema,
  kinds,
  listOf,
  listOfTextSchema,
  pageOf,
  pageQueryEntries,
  timestampSchema,
  tokenAmountSchema,
} from './common.ts'
import { freeText } from './text.ts'

export const generationStatuses = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const
export type GenerationStatus = (typeof generationStatuses)[number]

/** Text to be read aloud or shortened is a prompt too. */
export const promptMaxLength = 50_000

export const optionValuesSchema = v.record(
  v.pipe(v.string(), v.maxLength(64, 'too_long')),
  v.union([freeText(), v.number(), v.boolean()], 'invalid'),
)
export type OptionValues = v.InferOutput<typeof optionValuesSchema>

/** What a run starts from: a file that was brought, or the result of another run. */
export const inputSchema = v.union(
  [
    v.object({ upload_id: idSchema, role: v.picklist(inputRoles, 'not_an_option') }),
    v.object({
      generation_id: idSchema,
      role: v.picklist(inputRoles, 'not_an_option'),
      /** Which of its results, from 0; the first where it is left out. */
      index: v.optional(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'too_small'))),
    }),
  ],
  'invalid',
)

export type GenerationInput = v.InferOutput<typeof inputSchema>

/** What was said before, as a caller brings it who keeps the conversation themselves. */
export type BroughtTurn = { role: 'user' | 'assistant'; text: string }

/** The prompt's own limit is the model's; this one only keeps giants out. */
export const createGenerationSchema = v.object({
  model: v.pipe(v.string('required'), v.maxLength(100, 'model_unknown')),
  prompt: v.pipe(freeText('required'), v.trim(), v.nonEmpty('prompt_empty'), v.maxLength(promptMaxLength, 'prompt_too_long')),
  options: v.optional(optionValuesSchema, {}),
  inputs: v.optional(v.pipe(v.array(inputSchema), v.maxLength(8, 'too_long')), []),
  parent_id: v.optional(idSchema),
  thread_id: v.optional(idSchema),
})
export type CreateGeneration = v.InferInput<typeof createGenerationSchema>

/** An empty prompt has a price too: the page shows it before a word is typed. */
export const quoteSchema = v.object({
  ...createGenerationSchema.entries,
  prompt: v.pipe(freeText('required'), v.trim(), v.maxLength(promptMaxLength, 'prompt_too_long')),
})
/** How a model that reads words, not meaning, has taken the prompt: both in the caller's language, in the prompt's order. */
export const understoodSchema = v.object({ used: v.array(v.string()), ignored: v.array(v.string()) })
export type Understood = v.InferOutput<typeof understoodSchema>

export const quoteAnswerSchema = v.object({
  price: tokenAmountSchema,
  available: tokenAmountSchema,
  /** Tokens short of the price; 0 when there are enough. */
  missing: tokenAmountSchema,
  /** The person's own limit that such a run would break, and what it leaves; null where it breaks none. */
  over_limit: v.nullable(v.object({ per: v.picklist(['run', 'day']), limit: tokenAmountSchema, left: tokenAmountSchema })),
  /** There are enough tokens, but the free ones among them cannot pay for this model before the email is verified. */
  email_not_verified: v.boolean(),
  /** Null where the model takes the prompt as a whole. */
  understood: v.nullable(understoodSchema),
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
  /** A few pixels as a `data:` address, at most 400 characters: what to show while the picture is on its way. */
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
  understood: v.nullable(understoodSchema),
  status: v.picklist(generationStatuses),
  /** 0..1, or null before anything is known. */
  progress: v.nullable(v.number()),
  text: v.nullable(v.string()),
  /** The text ended at its longest, not of itself: it can be continued. */
  cut: v.optional(v.boolean()),
  files: v.array(generationFileSchema),
  error: v.nullable(v.object({ code: v.picklist(generationErrorCodes), detail: v.string() })),
  price: tokenAmountSchema,
  /** Tokens paid in the end; null while it runs. */
  charged: v.nullable(tokenAmountSchema),
  receipt: v.array(receiptLineSchema),
  favorite: v.boolean(),
  title: v.nullable(v.string()),
  /** The folders it is in. */
  collection_ids: v.array(idSchema),
  /** A public link to it works. */
  shared: v.boolean(),
  /** While queued: how many runs are before it. */
  ahead: v.nullable(v.number()),
  /**
   * While unfinished: what a cancel does. `free`; `text_so_far`: you pay for what is written; `if_confirmed`: free if the provider confirms
   * that it has stopped; `too_late`: it has been asked in vain.
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
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(200, 'too_long'))),
  favorite: v.optional(flagSchema),
  thread: v.optional(idSchema),
  model__in: v.optional(listOfTextSchema),
  collection: v.optional(idSchema),
  /** Made at or after this time. */
  from: v.optional(givenTimeSchema),
  /** Made before this time. */
  to: v.optional(givenTimeSchema),
  /** What is in the trash instead of what is not. */
  trash: v.optional(flagSchema),
})

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

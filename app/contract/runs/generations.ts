import * as v from 'valibot'
import { callStateSchema, chosenToolsSchema, haltReasons } from '../studio/tools.ts'
import { generationErrorCodes } from './generation-errors.ts'
import {
  fileKindSchema,
  givenTimeSchema,
  idSchema,
  inputRoleSchema,
  kindSchema,
  listOf,
  listOfTextSchema,
  pageOf,
  pageQueryEntries,
  timestampSchema,
  tokenAmountSchema,
} from '../base/common.ts'
import { runWebhookSchema } from '../account/webhook-address.ts'
import { recipeOfRunSchema } from '../recipes/recipe-of-run.ts'
import { kinds, maxInputs, promptMaxLength, searchMaxLength } from '../base/values.ts'
import { freeText } from '../base/text.ts'
import { makeProgressSchema } from '../films/film-event.ts'

export const generationStatuses = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const
/** Whether a run waits, works, or how it has ended. */
export const generationStatusSchema = v.picklist(generationStatuses)
export type GenerationStatus = (typeof generationStatuses)[number]

/** The parts of a chord, in the order in which they are listed. */
export const chordParts = ['video', 'image', 'speech', 'music', 'text'] as const
export type ChordPart = (typeof chordParts)[number]

/** Options of the model by name; those left out have their defaults. */
export const optionValuesSchema = v.record(
  v.pipe(v.string(), v.maxLength(64, 'too_long')),
  v.union([freeText(), v.number(), v.boolean()], 'invalid'),
)
export type OptionValues = v.InferOutput<typeof optionValuesSchema>

/** An input of a run: an uploaded file, or the result of another run. */
export const inputSchema = v.union(
  [
    v.object({ upload_id: idSchema, role: inputRoleSchema }),
    v.object({
      generation_id: idSchema,
      role: inputRoleSchema,
      /** Index of the result; the first by default. */
      index: v.optional(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'too_small'))),
    }),
  ],
  'invalid',
)

export type GenerationInput = v.InferOutput<typeof inputSchema>

/** A call of a tool. `input`: the JSON that the model wrote, verbatim, also when it is broken. */
export const toolCallSchema = v.object({ id: v.string(), name: v.string(), input: v.string() })

/** An earlier turn, from a client that stores the conversation itself. `inputs`: its files; absent without any. */
export type GivenTurn = { role: 'user' | 'assistant'; text: string; inputs?: GenerationInput[] }

/** The highest price that the caller accepts. A run that costs more is rejected with `price_changed`, and nothing is charged. */
export const maxPriceSchema = v.optional(v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(0, 'too_small')))

/** The limits protect against huge requests; each model has its own limit on the prompt. */
export const createGenerationSchema = v.object({
  model: v.pipe(v.string('required'), v.maxLength(100, 'model_unknown')),
  /** Empty for a model that takes no prompt, and only for that. */
  prompt: v.pipe(freeText('required'), v.trim(), v.maxLength(promptMaxLength, 'prompt_too_long')),
  options: v.optional(optionValuesSchema, {}),
  inputs: v.optional(v.pipe(v.array(inputSchema), v.maxLength(maxInputs, 'too_long')), []),
  parent_id: v.optional(idSchema),
  thread_id: v.optional(idSchema),
  /** The studio's tools that the model may use in this conversation from now on; without it, those that it has. */
  tools: v.optional(chosenToolsSchema),
  max_price: maxPriceSchema,
  /** An address that is called when the run has ended. */
  webhook: v.optional(runWebhookSchema),
})
export type CreateGeneration = v.InferInput<typeof createGenerationSchema>

/** An empty prompt has a price too, which the page shows before a word is typed. */
export const quoteSchema = v.omit(createGenerationSchema, ['max_price', 'webhook'])
/** `shown`: the result contains it. `mood`: it affects light, color or feeling. `ignored`: it has no effect. */
export const termRoles = ['shown', 'mood', 'ignored'] as const
export const termSchema = v.object({ text: v.string(), role: v.picklist(termRoles) })
export type Term = v.InferOutput<typeof termSchema>

/** A keyword-based model's reading of the prompt, in the caller's language and the prompt's order. */
export const understoodSchema = v.object({
  /** Everything that has an effect. */
  used: v.array(v.string()),
  /** Those that are seen or heard in the result; the others set the mood. */
  shown: v.array(v.string()),
  ignored: v.array(v.string()),
  /** The words of the prompt that were read, as written, in order. */
  terms: v.array(termSchema),
})
export type Understood = v.InferOutput<typeof understoodSchema>

/**
 * Reasons why a built-in model would miss the point of the prompt. `not_drawn`: it cannot draw the subject. `other_medium`: the prompt for
 * a music model is to be read aloud, the one for a speech model describes music, or the one for a text asks for a picture, a video or sound.
 * `needs_language_model`: the prompt asks for writing. `too_short`: the text is too short for the task.
 */
export const adviceKinds = ['not_drawn', 'other_medium', 'needs_language_model', 'too_short'] as const
export type AdviceKind = (typeof adviceKinds)[number]

/** The advice given before a run and stored with it. */
export const noteSchema = v.object({
  kind: v.picklist(adviceKinds),
  /** The words of the prompt that the advice concerns, as written. */
  words: v.array(v.string()),
  /** The result of running it anyway, such as "a desert at sunset". */
  instead: v.nullable(v.string()),
})
export type Note = v.InferOutput<typeof noteSchema>

/** Another run that would work. */
export const suggestionSchema = v.object({
  /** Null if the prompt is its own label. */
  label: v.nullable(v.string()),
  prompt: v.string(),
  /** Null for the same model. */
  model: v.nullable(v.string()),
  /** Options to set; the others do not change. */
  options: v.nullable(optionValuesSchema),
})

export const adviceSchema = v.object({
  ...noteSchema.entries,
  /** Whether the run can succeed; one that cannot costs nothing. */
  possible: v.boolean(),
  suggestions: v.array(suggestionSchema),
  /** Set if running the prompt anyway is free, this many times in the person's day; null at the usual price. */
  free_runs: v.nullable(v.object({ left: v.number(), per_day: v.number() })),
})
export type Advice = v.InferOutput<typeof adviceSchema>

/** A limit and what is left of it. `account`: the account's limit for a day in UTC; `key`: a limit of the API key that asks. */
export const overLimitSchema = v.object({
  per: v.picklist(['run', 'day', 'account', 'key']),
  /** For `key`. */
  period: v.optional(v.picklist(['run', 'day', 'month'])),
  limit: tokenAmountSchema,
  left: tokenAmountSchema,
  /** For `account` and `key`, unless it is per run. */
  resets_at: v.optional(v.string()),
})

export const quoteAnswerSchema = v.object({
  /** The highest price, rounded up to whole tokens. */
  price: tokenAmountSchema,
  /** The highest price in thousandths of a token. */
  price_milli: tokenAmountSchema,
  /** The tokens that the run would hold: fewer than the price while the rest of a started token pays for the fraction. */
  hold: tokenAmountSchema,
  available: tokenAmountSchema,
  /** Tokens missing for the run; 0 if there are enough. */
  missing: tokenAmountSchema,
  /** The limit that such a run would exceed; otherwise null. */
  over_limit: v.nullable(overLimitSchema),
  /** Whether the tokens suffice but some of them are free ones, which cannot pay for this model before the email is verified. */
  email_not_verified: v.boolean(),
  /** Null if the model takes the prompt literally. */
  understood: v.nullable(understoodSchema),
  /** Null if the model can do what the prompt asks, and always for connected models. */
  advice: v.nullable(adviceSchema),
})
export type Quote = v.InferOutput<typeof quoteAnswerSchema>

export const generationFileSchema = v.object({
  id: idSchema,
  /** Signed URL, valid for a few hours. Add `&download=1` to save instead of show. */
  url: v.string(),
  media_type: v.string(),
  bytes: v.number(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  duration_ms: v.nullable(v.number()),
  /** A WebP still, at most 640 px wide. */
  poster_url: v.nullable(v.string()),
  /** The same still, at most 320 px wide. */
  thumbnail_url: v.nullable(v.string()),
  /** A few pixels as a `data:` URL of at most 400 characters, shown while the image loads. */
  placeholder: v.optional(v.nullable(v.string())),
  peaks: v.nullable(v.array(v.number())),
})
export type GenerationFile = v.InferOutput<typeof generationFileSchema>

/** A page that a model found on the web for its answer. */
export const sourceSchema = v.object({ url: v.string(), title: v.nullable(v.string()) })
export type Source = v.InferOutput<typeof sourceSchema>

export const thinkingSchema = v.object({ text: v.string() })

/** The result of a program's tool, which the run answers. */
export const toolResultSchema = v.object({
  /** The call that it answers. */
  id: v.string(),
  /** The name of the tool. */
  name: v.string(),
  /** The arguments of the call as the model wrote them, if they came with the result; null if the call is one of the parent's. */
  input: v.nullable(v.string()),
  /** The text of the result; with a run, its first 2,000 characters. */
  text: v.string(),
  /** The characters of the whole text. */
  length: v.number(),
  /** Whether the tool failed. */
  failed: v.boolean(),
  /** The files of the result. */
  inputs: v.array(inputSchema),
})
export type ToolResult = v.InferOutput<typeof toolResultSchema>
export const toolResultsSchema = v.object({ items: v.array(toolResultSchema) })

export const receiptLineSchema = v.object({
  kind: v.picklist(['hold', 'settle', 'release']),
  /** Whole tokens. */
  amount: tokenAmountSchema,
  /**
   * Thousandths of a token. `settle`: the exact cost, for which `amount` tokens left the balance. `hold`: the part of a started token that
   * was reserved besides `amount`; `release`: how much of it was not needed.
   */
  milli: tokenAmountSchema,
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
  /** The chord of which the run is a part. `waits`: the run starts when the chord's image is ready. */
  chord: v.optional(v.nullable(v.object({ id: idSchema, part: v.picklist(chordParts), waits: v.boolean() }))),
  /** The film that the run makes a part of. */
  film: v.optional(
    v.nullable(
      v.object({
        id: idSchema,
        part: v.string(),
        /** The make that started it; null for a part that was run again. */
        make: v.optional(v.nullable(idSchema)),
        /** Whether it waits for other parts. */
        waits: v.optional(v.boolean()),
        title: v.optional(v.string()),
        /** The runs of the make, and how many of them have ended; null without a make. Failed and canceled runs have ended, too. */
        progress: v.optional(v.nullable(makeProgressSchema)),
      }),
    ),
  ),
  /** The comparison to which the run belongs. */
  comparison_id: v.optional(v.nullable(idSchema)),
  /** The recipe from which it was made; null without one. */
  recipe: v.optional(v.nullable(recipeOfRunSchema)),
  understood: v.nullable(understoodSchema),
  /** The advice that the person got before the run and did not follow. */
  note: v.nullable(noteSchema),
  status: generationStatusSchema,
  /** Progress, 0..1; null if unknown. */
  progress: v.nullable(v.number()),
  /** Only in events of a running image or video: its current state as a `data:` URL of at most 2 kB, which is not stored. */
  preview: v.optional(v.string()),
  text: v.nullable(v.string()),
  /** Whether the text was cut off at the maximum length and can be continued. */
  cut: v.optional(v.boolean()),
  /** A summary of a transcript, whose text is `text`; `GET /v1/generations/{id}/transcript` has its segments. */
  transcript: v.optional(
    v.nullable(
      v.object({ language: v.nullable(v.string()), /** How many parts with times it has. */ segments: v.number(), speakers: v.number() }),
    ),
  ),
  /** Whether it is a step of a program, which only answers calls of its tools: its conversation shows it, and lists of works do not. */
  step: v.optional(v.boolean()),
  /** Whether it started without a press, after calls of tools, and counts against the allowance of its conversation. */
  unattended: v.optional(v.boolean()),
  /** For an answer with calls of the studio's tools: why no run goes on. `POST /v1/generations/{id}/go-on` does. */
  halted: v.optional(v.nullable(v.picklist(haltReasons))),
  /** The calls of tools in the answer; null without any. */
  calls: v.optional(v.nullable(v.array(toolCallSchema))),
  /** For an answer with calls of the studio's tools: how far they are. */
  call_states: v.optional(v.nullable(v.array(callStateSchema))),
  /** The results of a program's tools that the run answers; `GET /v1/generations/{id}/tool-results` has them whole. Null without any. */
  tool_results: v.optional(v.nullable(v.array(toolResultSchema))),
  /** Whether the service returned the model's reasoning; `GET /v1/generations/{id}/thinking` has it. */
  thinking: v.optional(v.boolean()),
  /** Set while the model thinks: the time at which it began. */
  thinking_started_at: v.optional(v.nullable(timestampSchema)),
  /** Milliseconds of finished thinking; null without thinking, and for answers of earlier versions. */
  thinking_ms: v.optional(v.nullable(v.number())),
  /** Pages that the model read for its answer; null for a run without a search. */
  sources: v.optional(v.nullable(v.array(sourceSchema))),
  files: v.array(generationFileSchema),
  /** A newer server may have more codes; the detail says what to do. */
  error: v.nullable(v.object({ code: v.fallback(v.picklist(generationErrorCodes), 'internal'), detail: v.string() })),
  /** The highest price, rounded up to whole tokens. */
  price: tokenAmountSchema,
  /** The highest price in thousandths of a token. */
  price_milli: tokenAmountSchema,
  /** Whole tokens that left the balance; null before the end. The rest of a started token pays for later runs. */
  charged: v.nullable(tokenAmountSchema),
  /** The exact cost in thousandths of a token; null before the end. */
  charged_milli: v.nullable(tokenAmountSchema),
  receipt: v.array(receiptLineSchema),
  favorite: v.boolean(),
  title: v.nullable(v.string()),
  /** The collections that contain it. */
  collection_ids: v.array(idSchema),
  /** Whether a public link to it works. */
  shared: v.boolean(),
  /** For a queued run: the number of runs ahead of it, in a long queue as an estimate. Events have it also for a running one that waits in the queue of an own server. */
  ahead: v.nullable(v.number()),
  /**
   * For an unfinished run: the effect of a cancel. `free`; `text_so_far`: the text so far is charged; `if_confirmed`: free if the provider
   * confirms that it has stopped; `too_late`: the provider did not stop.
   */
  cancel: v.nullable(v.picklist(['free', 'text_so_far', 'if_confirmed', 'too_late'])),
  /** Time of the move to the trash; null in the library. */
  deleted_at: v.nullable(timestampSchema),
  created_at: timestampSchema,
  started_at: v.nullable(timestampSchema),
  finished_at: v.nullable(timestampSchema),
})
export type Generation = v.InferOutput<typeof generationSchema>

export const generationPageSchema = pageOf(generationSchema)
export type GenerationPage = v.InferOutput<typeof generationPageSchema>

export const flagSchema = v.pipe(
  v.picklist(['true', 'false'], 'not_an_option'),
  v.transform((value) => value === 'true'),
)
export const generationsQuerySchema = v.object({
  ...pageQueryEntries,
  type__in: v.optional(listOf(kinds)),
  /** Works that show an image: images, and answers with images. */
  shows: v.optional(v.picklist(['image'], 'not_an_option')),
  status__in: v.optional(listOf(generationStatuses)),
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(searchMaxLength, 'too_long'))),
  favorite: v.optional(flagSchema),
  thread: v.optional(idSchema),
  model__in: v.optional(listOfTextSchema),
  collection: v.optional(idSchema),
  /** The takes of this film. Without it, of the runs for films only those that make the whole film are listed. */
  film: v.optional(idSchema),
  /** Made at or after this time. */
  from: v.optional(givenTimeSchema),
  /** Made before this time. */
  to: v.optional(givenTimeSchema),
  /** Works in the trash instead of those in the library. */
  trash: v.optional(flagSchema),
})

export const watchQuerySchema = v.object({
  /** Whether the stream begins with the runs of the last minute, besides the unfinished ones. By default for a session, not for a key. */
  recent: v.optional(flagSchema),
})

export const retryGenerationSchema = v.object({ max_price: maxPriceSchema })

export const updateGenerationSchema = v.object({
  favorite: v.optional(v.boolean()),
  title: v.optional(v.nullable(v.pipe(freeText(), v.trim(), v.maxLength(200, 'too_long')))),
})

/** `POST /v1/uploads`, form data: one `file`. */
export const uploadSchema = v.object({
  id: idSchema,
  type: fileKindSchema,
  /** The name of the file as it was sent; null without one. */
  name: v.optional(v.nullable(v.string()), null),
  /** Signed URL, valid for a few hours. */
  url: v.string(),
  media_type: v.string(),
  bytes: v.number(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  duration_ms: v.nullable(v.number()),
  /** Number of pages of a document. */
  pages: v.nullable(v.number()),
  created_at: timestampSchema,
})
export type Upload = v.InferOutput<typeof uploadSchema>

/** The events of `GET /v1/generations/events`; `id:` is a cursor for `Last-Event-ID`. */
export const generationEventSchema = v.object({ ...v.partial(generationSchema).entries, id: idSchema })
/** A piece of the text, or of the reasoning in events named `thinking`. */
export const textEventSchema = v.object({ id: idSchema, offset: v.number(), delta: v.string() })
export const tokensEventSchema = v.object({ available: tokenAmountSchema, held: tokenAmountSchema })
export type GenerationEvent = v.InferOutput<typeof generationEventSchema>
export type TextEvent = v.InferOutput<typeof textEventSchema>
export type TokensEvent = v.InferOutput<typeof tokensEventSchema>

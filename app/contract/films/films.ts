import * as v from 'valibot'
import { locales } from '#config'
import { flagSchema, generationSchema, generationStatusSchema, maxPriceSchema, quoteAnswerSchema } from '../runs/generations.ts'
import { idSchema, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { isDeeper } from '../base/is-deeper.ts'
import { cleanTexts, freeText } from '../base/text.ts'
import { filmDocumentSchema, partSchema } from './film-document.ts'
import { filmCauses, filmExclusions, type FilmWhat, filmLimits, filmWhats, filmWishes, scriptMaxLength } from './film-values.ts'

const usualSeconds = 30

export const splitScriptSchema = v.object({
  /** The script. */
  text: v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(scriptMaxLength, 'too_long')),
  /** The language of the script. */
  language: v.picklist(locales, 'not_an_option'),
  /** The length that the film should have. */
  seconds: v.optional(v.pipe(v.number('invalid'), v.minValue(5, 'too_small'), v.maxValue(filmLimits.seconds, 'too_large')), usualSeconds),
  /** Whether a narrator reads the text. */
  read_aloud: v.optional(v.boolean('invalid'), false),
})

export const filmTimelineSchema = v.object({
  /** The length of the film as written, which may differ from what was asked for. */
  seconds: v.number(),
  /** The shots in their order. */
  slots: v.array(
    v.object({
      /** The id of the shot. */
      shot: v.string(),
      /** When it starts, in seconds. */
      starts: v.number(),
      /** Its length. */
      seconds: v.number(),
      /** The part of it that is spoken, in seconds. */
      spoken: v.number(),
    }),
  ),
})

export const splitScriptAnswerSchema = v.object({
  document: filmDocumentSchema,
  /** When each shot starts and how long it is. A shot is at least as long as its words. */
  timeline: filmTimelineSchema,
})
export type SplitScriptAnswer = v.InferOutput<typeof splitScriptAnswerSchema>

/** The most films of a person, without those in the trash. */
export const maxFilms = 100
/** The most changes of a film that can be undone. */
export const maxFilmChanges = 200
/** The most bytes of a document as JSON. */
export const maxDocumentBytes = 100_000

/** A document of a film for which nothing is made. */
export const newFilmSchema = v.omit(filmDocumentSchema, ['takes', 'kept'])

export const createFilmSchema = v.pipe(
  v.object({
    /** The film; without it, one of the script, or an empty one. */
    document: v.optional(newFilmSchema),
    /** A script to split into shots. */
    script: v.optional(splitScriptSchema),
  }),
  v.forward(
    v.check(({ document, script }) => !document || !script, 'not_together'),
    ['script'],
  ),
)

/**
 * State of a part: `missing`: nothing is made; `waiting` and `making`: its run is under way; `made`; `stale`: made, and the film was changed
 * since; `failed`: its last run failed and there is nothing older.
 */
export const filmPartStates = ['missing', 'waiting', 'making', 'made', 'stale', 'failed'] as const

export const filmTakeSchema = v.object({
  /** The id of its generation. */
  id: idSchema,
  /** The file; a signed link. */
  url: v.nullable(v.string()),
  poster_url: v.nullable(v.string()),
  thumbnail_url: v.nullable(v.string()),
  duration_ms: v.nullable(v.number()),
  /** The model that was chosen. */
  model: v.string(),
  /** Its cost, in thousandths of a token. */
  charged_milli: v.nullable(tokenAmountSchema),
  created_at: timestampSchema,
})

export const filmPartSchema = v.object({
  /** The name of the part: `still:<shot>`, `clip:<shot>`, `line:<shot>.<n>`, `music`, `animatic` or `film`. */
  part: v.string(),
  state: v.picklist(filmPartStates),
  /** The changes since a stale part was made. */
  causes: v.array(v.picklist(filmCauses)),
  /** The chosen take, otherwise the newest. */
  take: v.nullable(filmTakeSchema),
  /** The id of the generation that is under way. */
  run: v.nullable(idSchema),
  /** The reason why the last run failed, if nothing newer was made. */
  error: generationSchema.entries.error,
  /** The number of takes that succeeded. */
  takes: v.number(),
  /** Identifies the recipe of the part now. `kept` with this value keeps a take that is out of date, until the next change. */
  recipe: v.string(),
  /** For the film: the shots of the take for which a card stood in. */
  stand_ins: v.nullable(v.array(v.string())),
})
export type FilmPart = v.InferOutput<typeof filmPartSchema>

const revisionSchema = v.pipe(v.number(), v.integer())

const stateEntries = {
  /** Increases with each change. */
  revision: revisionSchema,
  /** The parts that can be made of it, with their states. */
  parts: v.array(filmPartSchema),
  /** When each shot starts and how long it is: by estimate, and by measure for the lines that have a recording. */
  timeline: filmTimelineSchema,
  /** The last make that is under way; null if none is. */
  make: v.nullable(
    v.object({
      id: idSchema,
      /** How many runs it has started. */
      runs: v.number(),
      /** How many of them have ended. */
      ended: v.number(),
    }),
  ),
  /** Whether there is a change to undo. */
  undoable: v.boolean(),
  /** Whether there is a change to repeat that was undone. */
  redoable: v.boolean(),
}

export const filmSchema = v.object({
  id: idSchema,
  document: filmDocumentSchema,
  ...stateEntries,
  created_at: timestampSchema,
  updated_at: timestampSchema,
  /** Time of the move to the trash. */
  deleted_at: v.nullable(timestampSchema),
})
export type Film = v.InferOutput<typeof filmSchema>

/** A change of the document (RFC 7396). */
const patchSchema = v.pipe(
  v.record(v.string(), v.unknown(), 'invalid'),
  v.check((patch) => !isDeeper(patch, 8), 'invalid'),
  cleanTexts,
)

export const changeFilmSchema = v.object({
  /**
   * The change: a member replaces one, null removes it, and an object changes the one that it meets. Shots and roles are maps, so that
   * changes of different ones merge. Shots that `order` lacks are added at its end.
   */
  document: patchSchema,
})

export const filmChangedSchema = v.object({
  /** The change as it was applied, as a merge patch of the document. */
  patch: v.record(v.string(), v.unknown()),
  /** The merge patch that reverts it. */
  undo: v.record(v.string(), v.unknown()),
  ...stateEntries,
})
export type FilmChanged = v.InferOutput<typeof filmChangedSchema>

export const filmChangesSchema = v.object({
  /** The changes, newest first. */
  items: v.array(
    v.object({
      /** The revision that it has made. */
      revision: revisionSchema,
      /** The path in the document that all of it is below: `shots.k3f2aa.action`; empty for the document. */
      changed: v.string(),
      /** Whether it was undone and can be repeated. */
      undone: v.boolean(),
      /** The merge patch that reverts it, or repeats it if it was undone. */
      patch: v.record(v.string(), v.unknown()),
      created_at: timestampSchema,
    }),
  ),
})

export const filmsQuerySchema = v.object({
  /** Films in the trash instead of the others. */
  trash: v.optional(flagSchema),
  ...pageQueryEntries,
})

export const listedFilmSchema = v.object({
  id: idSchema,
  title: v.string(),
  /** How many shots it has. */
  shots: v.number(),
  /** A picture of the newest take. */
  thumbnail_url: v.nullable(v.string()),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  /** Time of the move to the trash. */
  deleted_at: v.nullable(timestampSchema),
})

export const filmPageSchema = pageOf(listedFilmSchema)
export type FilmPage = v.InferOutput<typeof filmPageSchema>

/** The most parts that one make names. */
const maxParts = 200

const wantedEntries = {
  /**
   * Everything that is missing or out of date: `stills`, `clips`, `lines`, `music`; `film`: one video of what there is; `all`: these together;
   * `animatic`: one video of drawn cards.
   */
  what: v.optional(v.picklist(filmWhats, 'not_an_option')),
  /** These parts, also those that are up to date. */
  parts: v.optional(v.pipe(v.array(partSchema, 'invalid'), v.minLength(1, 'required'), v.maxLength(maxParts, 'too_long'))),
  /** Whether parts of `what` are made again although they are up to date. */
  again: v.optional(v.boolean('invalid'), false),
}
type Wanted = { what?: FilmWhat | undefined; parts?: string[] | undefined; again: boolean }
const isOne = ({ what, parts }: Wanted) => what === undefined || parts === undefined
const isSome = ({ what, parts }: Wanted) => what !== undefined || parts !== undefined

export const quoteFilmSchema = v.pipe(
  v.object(wantedEntries),
  v.forward(
    v.check((wanted) => isOne(wanted), 'not_together'),
    ['parts'],
  ),
  v.forward(
    v.check((wanted) => isSome(wanted), 'required'),
    ['what'],
  ),
)

export const makeFilmSchema = v.pipe(
  v.object({
    ...wantedEntries,
    /** The highest accepted price of everything together. */
    max_price: maxPriceSchema,
  }),
  v.forward(
    v.check((wanted) => isOne(wanted), 'not_together'),
    ['parts'],
  ),
  v.forward(
    v.check((wanted) => isSome(wanted), 'required'),
    ['what'],
  ),
)

export const filmQuoteSchema = v.object({
  /** The highest price of everything together. What is shorter than expected costs less. */
  price: tokenAmountSchema,
  /** The same in thousandths of a token, not rounded up. */
  price_milli: tokenAmountSchema,
  available: tokenAmountSchema,
  missing: tokenAmountSchema,
  /** The limit that the parts would exceed together; otherwise null. */
  over_limit: quoteAnswerSchema.entries.over_limit,
  email_not_verified: v.boolean(),
  /** The parts that would be made, and those that are left out. */
  parts: v.array(
    v.object({
      part: v.string(),
      /** Its model; null if there is none. */
      model: v.nullable(v.string()),
      price: tokenAmountSchema,
      price_milli: tokenAmountSchema,
      /** The seconds that it usually takes. */
      seconds: v.number(),
      /** Statements of the document that the model honours. */
      honours: v.array(v.picklist(filmWishes)),
      /** Statements of the document that the model does not honour. */
      not_honoured: v.array(v.picklist(filmWishes)),
      /** When its service switches the model off, if that is known. */
      ends_at: v.optional(timestampSchema),
      /** Why it is left out of the price and of the make; absent if it is not. */
      excluded: v.optional(v.picklist(filmExclusions)),
    }),
  ),
})
export type FilmQuoteRow = FilmQuote['parts'][number]
export type FilmQuote = v.InferOutput<typeof filmQuoteSchema>

export const filmMakeSchema = v.object({
  /** The id of what was started together. */
  make: idSchema,
  /** The runs that were started; `film.part` of each names its part. */
  runs: v.array(generationSchema),
})
export type FilmMake = v.InferOutput<typeof filmMakeSchema>

export const cancelMakeSchema = v.object({
  /** The runs that were canceled. */
  canceled: v.array(idSchema),
  /** The runs that go on, because their services cannot stop them. */
  too_late: v.array(idSchema),
})
export type CanceledMake = v.InferOutput<typeof cancelMakeSchema>

export const filmTakesQuerySchema = v.object({
  /** The name of the part. */
  part: partSchema,
  ...pageQueryEntries,
})

export const listedTakeSchema = v.object({
  ...filmTakeSchema.entries,
  status: generationStatusSchema,
  /** The reason why it failed. */
  error: generationSchema.entries.error,
  /** The highest price, in thousandths of a token. */
  price_milli: tokenAmountSchema,
  /** The changes of the film since it was made; none for one without a result. */
  causes: v.array(v.picklist(filmCauses)),
  /** Whether the part shows it: it was chosen, or it is the newest that succeeded and none is chosen. */
  chosen: v.boolean(),
})
export const filmTakesSchema = pageOf(listedTakeSchema)
export type FilmTakes = v.InferOutput<typeof filmTakesSchema>

import * as v from 'valibot'
import { locales } from '#config'
import { flagSchema, generationSchema, maxPriceSchema, quoteAnswerSchema } from '../runs/generations.ts'
import { idSchema, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { isDeeper } from '../base/is-deeper.ts'
import { cleanTexts, freeText } from '../base/text.ts'
import { filmDocumentSchema } from './film-document.ts'
import { filmCauses, filmLimits, scriptMaxLength } from './film-values.ts'

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
export const newFilmSchema = v.omit(filmDocumentSchema, ['takes'])

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
  /** Its cost, in thousandths of a token. */
  charged_milli: v.nullable(tokenAmountSchema),
  created_at: timestampSchema,
})

export const filmPartSchema = v.object({
  /** The name of the part: `animatic`. */
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
  /** The number of takes. */
  takes: v.number(),
})
export type FilmPart = v.InferOutput<typeof filmPartSchema>

const revisionSchema = v.pipe(v.number(), v.integer())

const stateEntries = {
  /** Increases with each change. */
  revision: revisionSchema,
  /** The parts that can be made of it, with their states. */
  parts: v.array(filmPartSchema),
  /** When each shot starts and how long it is, before anything is made. */
  timeline: filmTimelineSchema,
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

/** Everything that can be made of a film at once: `animatic`: the whole film, in which drawn cards stand in for pictures. */
export const filmWhats = ['animatic'] as const

export const quoteFilmSchema = v.object({ what: v.picklist(filmWhats, 'not_an_option') })

export const makeFilmSchema = v.object({
  ...quoteFilmSchema.entries,
  /** Whether it is made again although it is up to date. */
  again: v.optional(v.boolean('invalid'), false),
  /** The highest accepted price of everything together. */
  max_price: maxPriceSchema,
})

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
  /** The parts that would be made. */
  parts: v.array(
    v.object({
      part: v.string(),
      model: v.string(),
      price: tokenAmountSchema,
      price_milli: tokenAmountSchema,
      /** The seconds that it usually takes. */
      seconds: v.number(),
    }),
  ),
})
export type FilmQuote = v.InferOutput<typeof filmQuoteSchema>

export const filmMakeSchema = v.object({
  /** The id of what was started together. */
  make: idSchema,
  /** The runs that were started; `film.part` of each names its part. */
  runs: v.array(generationSchema),
})
export type FilmMake = v.InferOutput<typeof filmMakeSchema>

import * as v from 'valibot'
import { locales } from '#config'

/** The most that a film has. */
export const filmLimits = { shots: 30, seconds: 180, roles: 12, action: 600, lines: 4, line: 400, name: 60, place: 120 } as const

/** The speaker of a line that is no role's. */
export const narrator = 'narrator'

/** Shots and roles are maps by id, so that changes of different ones merge. */
const idSchema = v.pipe(v.string(), v.regex(/^[a-z]{6}$/))
export type FilmId = v.InferOutput<typeof idSchema>

export const lights = ['day', 'night', 'dawn', 'dusk'] as const

export const roleSchema = v.object({ name: v.pipe(v.string(), v.maxLength(filmLimits.name)) })

export const spokenSchema = v.object({
  /** The id of a role, or `narrator`. */
  who: v.string(),
  /** The words. */
  text: v.pipe(v.string(), v.maxLength(filmLimits.line)),
})

export const shotSchema = v.object({
  /** The place of the heading; null before the first one. */
  place: v.nullable(v.pipe(v.string(), v.maxLength(filmLimits.place))),
  /** The time of day of the heading. */
  light: v.nullable(v.picklist(lights)),
  /** The roles that are seen or speak. */
  people: v.array(idSchema),
  /** The events that are seen. */
  action: v.pipe(v.string(), v.maxLength(filmLimits.action)),
  /** The words that are spoken. */
  words: v.pipe(v.array(spokenSchema), v.maxLength(filmLimits.lines)),
  /** The length that the script asks for; null for one that follows the words. */
  seconds: v.nullable(v.number()),
})
export type Shot = v.InferOutput<typeof shotSchema>

export const filmDocumentSchema = v.object({
  /** The version of this form. */
  v: v.literal(1),
  /** The title; the first action without one. */
  title: v.string(),
  /** The language of the script. */
  language: v.picklist(locales),
  /** The length that was asked for. */
  seconds: v.number(),
  /** The people who speak, by id. */
  roles: v.record(idSchema, roleSchema),
  /** The ids of the shots. */
  order: v.array(idSchema),
  /** The shots by id. */
  shots: v.record(idSchema, shotSchema),
})
export type FilmDocument = v.InferOutput<typeof filmDocumentSchema>

import * as v from 'valibot'
import { locales } from '#config'
import { idSchema as generationIdSchema } from '../base/common.ts'
import { freeText } from '../base/text.ts'
import { optionValuesSchema } from '../runs/generations.ts'
import {
  cameras,
  captionKinds,
  filmLimits,
  filmResolutions,
  filmShapes,
  filmStyles,
  framings,
  lights,
  narrator,
  readPart,
  roleColours,
  roleKinds,
  shotPresets,
  transitions,
} from './film-values.ts'

/** Shots and roles are maps by id, so that changes of different ones merge. */
const idSchema = v.pipe(v.string('invalid'), v.regex(/^[a-z]{6}$/, 'invalid'))
export type FilmId = v.InferOutput<typeof idSchema>

const words = (most: number) => v.pipe(freeText('invalid'), v.maxLength(most, 'too_long'))
const oneOf = <const Value extends string>(values: readonly Value[], preset: NoInfer<Value>) =>
  v.optional(v.picklist(values, 'not_an_option'), preset)
/** A change removes a member by null, so what may be null may also be missing. */
const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null)
const between = (least: number, most: number) => v.pipe(v.number('invalid'), v.minValue(least, 'too_small'), v.maxValue(most, 'too_large'))
/** How much quieter a sound is, in decibels. */
const level = (preset: number) => v.optional(between(-40, 0), preset)
/** The id of a built-in voice; `auto` for one that fits the language. */
const voice = v.optional(v.pipe(v.string('invalid'), v.maxLength(40, 'too_long')), 'auto')

const modelId = v.pipe(v.string('invalid'), v.nonEmpty('required'), v.maxLength(100, 'model_unknown'))
/** Options of the model by name; those left out follow from the film, or have their defaults. */
const options = v.optional(
  v.pipe(
    optionValuesSchema,
    v.check((values) => Object.keys(values).length <= filmLimits.options, 'too_long'),
  ),
  {},
)

/** The model of all parts of a kind for which none is chosen. A change counts from the next take: it makes nothing out of date. */
const usualModelSchema = v.object({ model: modelId, options }, 'invalid')

export const filmModelsSchema = v.object(
  { still: orNull(usualModelSchema), clip: orNull(usualModelSchema), line: orNull(usualModelSchema), music: orNull(usualModelSchema) },
  'invalid',
)

/** The choice for one part. A change makes the part out of date. */
export const ownModelSchema = v.object(
  {
    /** The model; null for the film's. */
    model: orNull(modelId),
    options,
  },
  'invalid',
)
export type OwnModel = v.InferOutput<typeof ownModelSchema>

export const ownPictureSchema = v.object(
  {
    ...ownModelSchema.entries,
    /** The prompt; null for the one that is assembled from the shot. */
    prompt: orNull(v.pipe(words(filmLimits.prompt), v.trim(), v.nonEmpty('required'))),
  },
  'invalid',
)
export type OwnPicture = v.InferOutput<typeof ownPictureSchema>

export const roleSchema = v.object({
  name: v.pipe(words(filmLimits.name), v.trim(), v.nonEmpty('required')),
  kind: oneOf(roleKinds, 'person'),
  /** How it looks, for pictures. */
  looks: v.optional(words(filmLimits.looks), ''),
  /** The number of its color. */
  colour: v.optional(v.pipe(between(0, roleColours - 1), v.integer('invalid')), 0),
  voice,
  /** The model and voice of a service for its lines; null for the film's. */
  line: orNull(ownModelSchema),
})
export type Role = v.InferOutput<typeof roleSchema>

export const spokenSchema = v.object({
  /** The id of a role, or `narrator`. */
  who: v.union([v.literal(narrator), idSchema], 'invalid'),
  /** The words. */
  text: words(filmLimits.line),
})

export const shotSchema = v.object({
  /** The place of the heading; null before the first one. */
  place: orNull(words(filmLimits.place)),
  /** The time of day of the heading. */
  light: orNull(v.picklist(lights, 'not_an_option')),
  /** The roles that are seen or speak. */
  people: v.optional(v.pipe(v.array(idSchema, 'invalid'), v.maxLength(filmLimits.roles, 'too_long')), []),
  /** The events that are seen. */
  action: v.optional(words(filmLimits.action), shotPresets.action),
  framing: oneOf(framings, shotPresets.framing),
  camera: oneOf(cameras, shotPresets.camera),
  /** The words that are spoken. */
  words: v.optional(v.pipe(v.array(spokenSchema, 'invalid'), v.maxLength(filmLimits.lines, 'too_long')), []),
  /** The length that is asked for; null for one that follows the words. */
  seconds: orNull(between(filmLimits.shortest, filmLimits.seconds)),
  /** Where its video begins, in seconds: what comes before is not in the film. */
  from: v.optional(between(0, filmLimits.seconds), shotPresets.from),
  /** How it follows the shot before it. */
  transition: oneOf(transitions, shotPresets.transition),
  /** The choice for its picture. */
  still: orNull(ownPictureSchema),
  /** The choice for its video. */
  clip: orNull(ownPictureSchema),
})
export type Shot = v.InferOutput<typeof shotSchema>

/** A map by ids; its keys are checked, so that a path never leads elsewhere. */
const mapOf = <Schema extends v.GenericSchema>(schema: Schema, most: number) =>
  v.pipe(
    v.record(idSchema, schema, 'invalid'),
    v.check((map) => Object.keys(map).length <= most, 'too_long'),
  )

/** The name of a part: `still:<shot>`, `clip:<shot>`, `line:<shot>.<n>`, `music`, `animatic` or `film`. */
export const partSchema = v.pipe(
  v.string('invalid'),
  v.check((name) => readPart(name) !== undefined, 'invalid'),
)

export const filmDocumentSchema = v.object({
  /** The version of this form. */
  v: v.literal(1, 'not_an_option'),
  /** The title; empty for none. */
  title: v.optional(words(filmLimits.title), ''),
  /** The language of the script. */
  language: v.picklist(locales, 'not_an_option'),
  shape: oneOf(filmShapes, '16:9'),
  resolution: oneOf(filmResolutions, '480p'),
  /** The length that was asked for. */
  seconds: v.optional(between(5, filmLimits.seconds), 30),
  /** How pictures are drawn. */
  look: v.optional(v.object({ style: oneOf(filmStyles, 'auto'), words: v.optional(words(filmLimits.looks), '') }, 'invalid'), {}),
  /** The voice of the narrator's lines. */
  narrator: v.optional(v.object({ voice, line: orNull(ownModelSchema) }, 'invalid'), {}),
  /** The models of the parts; null for the server's choice, and for words and music for what is built in. */
  models: v.optional(filmModelsSchema, {}),
  /** The music; null for none. */
  music: v.optional(v.nullable(v.object({ words: v.optional(words(filmLimits.music), ''), level: level(-6) }, 'invalid')), null),
  captions: oneOf(captionKinds, 'file'),
  /** The people, animals and things that act, by id. */
  roles: v.optional(mapOf(roleSchema, filmLimits.roles), {}),
  /** The ids of the shots. */
  order: v.optional(v.pipe(v.array(idSchema, 'invalid'), v.maxLength(filmLimits.shots, 'too_long')), []),
  /** The shots by id. */
  shots: v.optional(mapOf(shotSchema, filmLimits.shots), {}),
  /** The run that was chosen for a part, by the name of the part; without one, the newest that succeeded. */
  takes: v.optional(v.record(partSchema, generationIdSchema, 'invalid'), {}),
  /** The `recipe` of a part that is kept although it is out of date, by the name of the part. */
  kept: v.optional(v.record(partSchema, v.pipe(v.string('invalid'), v.regex(/^[\w-]{1,64}$/, 'invalid')), 'invalid'), {}),
})
export type FilmDocument = v.InferOutput<typeof filmDocumentSchema>
/** A document in which everything that has a usual value may be missing. */
export type FilmInput = v.InferInput<typeof filmDocumentSchema>

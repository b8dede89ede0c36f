import * as v from 'valibot'
import { isReservedName } from '#app/contract/base/reserved-name.ts'
import { fileKinds, inputRoles, isServiceTask, kinds, maxInputs, modelTasks } from '#app/contract/base/values.ts'
import { isPlainPath } from '../plain-path.ts'
import type { ProblemCode } from './problem-texts.ts'

/** The settings of `MODELS_FILE`. Messages are codes of `problemTexts`. */

/** Checks that a message is a code. */
const say = (code: ProblemCode) => code

const someText = v.pipe(v.string(say('text')), v.nonEmpty(say('empty')))
const wordsSchemas = { one: someText, both: v.strictObject({ en: someText, ru: someText }) }
export type Words = v.InferOutput<(typeof wordsSchemas)[keyof typeof wordsSchemas]>
const noWords = v.custom<never>(() => false, say('words'))
const words = v.lazy((given): v.GenericSchema<unknown, Words> => {
  if (typeof given === 'string') return wordsSchemas.one
  return isMap(given) ? wordsSchemas.both : noWords
})

const text = (code: ProblemCode) => v.pipe(v.string(code), v.nonEmpty(code))
const flag = v.boolean(say('flag'))
const number = v.pipe(v.number(say('number')), v.finite(say('number')))
const notNegative = v.pipe(number, v.minValue(0, say('negative')))
const wholeNumber = v.pipe(v.number(say('number')), v.integer(say('whole_number')), v.minValue(1, say('too_small')))

const base = v.optional(notNegative, 0)
/** For each search of the web and each program, if the model has the options "search" and "code", and for each image in an answer of a language model. */
const extras = {
  per_search: v.optional(notNegative),
  most_searches: v.optional(wholeNumber),
  per_image: v.optional(notNegative),
  per_program: v.optional(notNegative),
  most_programs: v.optional(wholeNumber),
}
const clock = v.pipe(v.string(say('clock')), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, say('clock')))
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
/** Hours in UTC in which everything costs a multiple. */
const hours = v.optional(
  v.strictObject({
    times: v.pipe(v.array(v.strictObject({ from: clock, to: clock })), v.minLength(1, say('empty'))),
    days: v.optional(v.pipe(v.array(v.picklist(weekdays, say('one_of'))), v.minLength(1, say('empty'))), [...weekdays]),
    factor: v.pipe(number, v.gtValue(0, say('not_above'))),
  }),
)
export const dayNumber = (day: (typeof weekdays)[number]) => weekdays.indexOf(day)
export const dayName = (day: number) => weekdays[day]

const rates = {
  per_1000_tokens_in: notNegative,
  per_1000_tokens_out: notNegative,
  /** Input that the service reads from its cache. */
  per_1000_tokens_cached: v.optional(notNegative),
}
const longSchema = v.strictObject({ above: wholeNumber, ...rates })

/** Prices by the key that only one of them has. */
const priceSchemas = {
  per_run: v.strictObject({ per_run: notNegative, ...extras, hours }),
  per_1000_tokens_in: v.strictObject({
    base,
    ...rates,
    /** The rates of requests above so many model tokens of input. */
    long: v.optional(v.pipe(v.array(longSchema), v.minLength(1, say('empty')))),
    ...extras,
    hours,
  }),
  per_image: v.strictObject({ base, per_image: notNegative, hours }),
  per_second: v.strictObject({ base, per_second: notNegative, hours }),
  per_input_second: v.strictObject({ base, per_input_second: notNegative, hours }),
  per_minute: v.strictObject({ base, per_minute: notNegative, hours }),
  per_1000_characters: v.strictObject({ base, per_1000_characters: notNegative, hours }),
}
export type PriceMeasure = keyof typeof priceSchemas
export type Price = { [Measure in PriceMeasure]: v.InferOutput<(typeof priceSchemas)[Measure]> }[PriceMeasure]
export const priceMeasures = keysOfObject(priceSchemas)

const noPrice = v.custom<never>(() => false, say('price_form'))
const priceSchema = v.lazy((given): v.GenericSchema<unknown, Price> => {
  const measure = priceMeasures.find((key) => isMap(given) && key in given)
  return measure ? priceSchemas[measure] : noPrice
})

const value = v.union([v.string(), v.number(), v.boolean()], say('value'))
const when = v.pipe(
  v.record(v.string(), v.union([value, v.array(value)])),
  v.check((rule) => Object.keys(rule).length === 1, say('one_condition')),
)
export type When = v.InferOutput<typeof when>

const wireName = v.pipe(
  v.string(say('field')),
  v.regex(/^[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}$/, say('field')),
  v.check((name) => !name.split('.').some(isReservedName), say('reserved_name')),
)

/** A multiple of the price. */
const factor = notNegative

const settings = v.strictObject({
  label: v.optional(words),
  /** The value sent to the service; by default the same. Null: nothing is sent, and the service decides. */
  sends: v.optional(v.union([text('text'), v.number(), v.boolean(), v.null()], say('value'))),
  price_factor: v.optional(factor),
  only_with: v.optional(when),
})
const noSettings = v.null(say('choice_settings'))
const choice = v.lazy((given): v.GenericSchema<unknown, v.InferOutput<typeof settings> | null> => (isMap(given) ? settings : noSettings))

const choiceValue = v.union([v.string(), v.number()], say('choice_value'))
const choiceLists = {
  list: v.pipe(v.array(choiceValue), v.minLength(1, say('empty'))),
  map: v.pipe(
    v.record(v.string(), choice),
    v.check((choices) => Object.keys(choices).length > 0, say('empty')),
  ),
}
type Choices = v.InferOutput<(typeof choiceLists)[keyof typeof choiceLists]>
const noChoices = v.custom<never>(() => false, say('choices'))
const choices = v.lazy((given): v.GenericSchema<unknown, Choices> => {
  if (Array.isArray(given)) return choiceLists.list
  return isMap(given) ? choiceLists.map : noChoices
})

const sends = v.optional(wireName)
const shared = {
  label: v.optional(words),
  description: v.optional(words),
  more: v.optional(flag),
  only_with: v.optional(when),
  sends,
}

const optionSchemas = {
  choices: v.strictObject({
    ...shared,
    choices,
    default: v.optional(choiceValue),
    control: v.optional(v.picklist(['segmented', 'ratio', 'select'], say('one_of'))),
  }),
  from: v.strictObject({
    ...shared,
    from: number,
    to: number,
    step: v.optional(v.pipe(number, v.gtValue(0, say('not_above')))),
    /** `none`: nothing is sent unless a value is chosen. */
    default: v.optional(v.union([v.literal('none'), number], say('number'))),
    unit: v.optional(v.picklist(['second', 'percent', 'factor', 'bpm'], say('one_of'))),
    /** Labels of single values, for instance 0: automatic. */
    labels: v.optional(v.record(v.string(), words)),
    control: v.optional(v.picklist(['slider', 'field'], say('one_of'))),
  }),
  max_length: v.strictObject({ ...shared, max_length: wholeNumber, default: v.optional(v.string(), '') }),
  switch: v.strictObject({
    ...shared,
    switch: flag,
    price_factor: v.optional(v.strictObject({ true: v.optional(factor), false: v.optional(factor) })),
  }),
  seed: v.strictObject({ ...shared, seed: v.literal(true, say('true')) }),
}
type OptionKind = keyof typeof optionSchemas
const optionKinds = keysOfObject(optionSchemas)
export type OptionEntry = { [Kind in OptionKind]: v.InferOutput<(typeof optionSchemas)[Kind]> }[OptionKind]

const unknownOption = v.custom<never>(() => false, say('option_form'))
/** Selected by the key that only one kind of option has, so that an error names its key. */
const optionSchema = v.lazy((given): v.GenericSchema<unknown, OptionEntry> => {
  const kind = optionKinds.find((key) => isMap(given) && key in given)
  return kind ? optionSchemas[kind] : unknownOption
})

const role = v.picklist(inputRoles, say('one_of'))
const fileType = v.picklist(fileKinds, say('one_of'))
const mediaTypes = (kind: 'audio' | 'video') =>
  v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(new RegExp(`^${kind}/[a-z0-9.+-]+$`), say('media_type')))), v.minLength(1, say('empty'))),
  )
const seconds = v.optional(v.pipe(number, v.gtValue(0, say('not_above'))))
const upToMax = v.pipe(wholeNumber, v.maxValue(maxInputs, say('too_large')))

const inputSchema = v.strictObject({
  role,
  types: v.optional(v.pipe(v.array(fileType), v.minLength(1, say('empty')))),
  max: v.optional(upToMax, 1),
  /** For an input that a run must have more than once. */
  min: v.optional(upToMax),
  required: v.optional(flag, false),
  audio_types: mediaTypes('audio'),
  video_types: mediaTypes('video'),
  min_seconds: seconds,
  max_seconds: seconds,
  max_bytes: v.optional(wholeNumber),
  /** The role without which the model does not take this input. */
  needs: v.optional(role),
  /** The roles that the model does not take together with this input. */
  not_with: v.optional(v.pipe(v.array(role), v.minLength(1, say('empty')))),
  only_with: v.optional(when),
  sends,
})
export type InputEntry = v.InferOutput<typeof inputSchema>

const tasks = modelTasks.filter(isServiceTask)

const day = v.pipe(v.string(say('day')), v.isoDate(say('day')))

export const optionName = /^[a-z][a-z0-9_]{0,39}$/

/** Set for new models only. */
const newModelEntries = {
  provider: v.optional(text('service')),
  model: v.optional(text('model_name')),
  type: v.optional(v.picklist(kinds, say('one_of'))),
  /** Set for a model that does one thing, which pages offer where it is of use. */
  task: v.optional(v.picklist(tasks, say('one_of'))),
  via: v.optional(v.picklist(['text', 'image', 'speech', 'transcription', 'embedding', 'operation'], say('one_of'))),
  /** The operator's cost in dollars; a price in tokens follows from it. */
  cost: v.optional(priceSchema),
  /** An announced change of the price or the cost, and the first day of its validity. */
  later: v.optional(v.strictObject({ from: day, price: v.optional(priceSchema), cost: v.optional(priceSchema) })),
  /** The first day without the model, and the id of the model that replaces it. */
  ends: v.optional(day),
  successor: v.optional(text('other_model')),
  /** The document that states the facts, and the day on which they were last compared with it. */
  source: v.optional(v.pipe(v.string(say('web_address')), v.regex(/^https:\/\/\S+$/, say('web_address')))),
  checked: v.optional(day),
  /** A remark about the facts for the next person who renews the entry. */
  note: v.optional(text('text')),
  /** The field of the service that takes the prompt, if its adapter has another one. */
  prompt_sends: v.optional(wireName),
  prompt_placeholder: v.optional(words),
  prompt_examples: v.optional(v.array(words)),
  /** Unfinished images requested while a service of OpenAI's protocol streams. */
  partial_images: v.optional(v.pipe(wholeNumber, v.maxValue(3, say('too_large')))),
  /** For a language model: the most images that an answer may contain. */
  max_images: v.optional(v.pipe(wholeNumber, v.maxValue(10, say('too_large')))),
  /** Whether a language model answers piece by piece. */
  streaming: v.optional(flag),
  /** Whether a transcript has no times. */
  timeless: v.optional(flag),
  max_output_tokens: v.optional(wholeNumber),
  takes_pictures: v.optional(flag),
  history: v.optional(flag),
  repeatable: v.optional(flag),
  path: v.optional(v.pipe(v.string(say('path')), v.check(isPlainPath, say('path')))),
  options: v.optional(v.record(v.pipe(v.string(), v.regex(optionName, say('option_name'))), optionSchema)),
  inputs: v.optional(v.pipe(v.array(inputSchema), v.maxLength(maxInputs, say('too_large')))),
}
export const onlyForNew = Object.keys(newModelEntries).filter((key) => key !== 'provider')

export const entrySchema = v.strictObject({
  hidden: v.optional(flag),
  name: v.optional(words),
  description: v.optional(words),
  price: v.optional(priceSchema),
  price_factor: v.optional(notNegative),
  fallback: v.optional(text('other_model')),
  prompt_max_length: v.optional(v.pipe(v.number(say('number')), v.integer(say('whole_number')), v.minValue(0, say('negative')))),
  ...newModelEntries,
})
export type Entry = v.InferOutput<typeof entrySchema>

export const fileSchema = v.strictObject({
  /** Applies to every model whose price the file does not set. */
  price_factor: v.optional(notNegative, 1),
  models: v.optional(v.record(v.string(), entrySchema), {}),
})
export type File = v.InferOutput<typeof fileSchema>

const keysOfEntries = (schemas: readonly { entries: object }[]) => [...new Set(schemas.flatMap(({ entries }) => Object.keys(entries)))]

/** Returns every key that the file can have at a place, to suggest one for a wrong name. */
export const keysOf = {
  file: Object.keys(fileSchema.entries),
  model: Object.keys(entrySchema.entries),
  option: keysOfEntries(Object.values(optionSchemas)),
  choice: Object.keys(settings.entries),
  input: Object.keys(inputSchema.entries),
  price: keysOfEntries(Object.values(priceSchemas)),
  later: ['from', 'price', 'cost'],
  long: Object.keys(longSchema.entries),
  hours: ['times', 'days', 'factor'],
  times: ['from', 'to'],
  words: ['en', 'ru'],
}

function keysOfObject<Key extends string>(entries: Record<Key, unknown>): Key[] {
  const isOwn = (key: string): key is Key => key in entries
  return Object.keys(entries).filter(isOwn)
}

function isMap(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

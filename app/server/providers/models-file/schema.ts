import * as v from 'valibot'
import { fileKinds, inputRoles, kinds, maxInputs, type ModelTask, modelTasks } from '#app/contract/values.ts'

/** The settings of `MODELS_FILE`. Messages complete a sentence that begins with the key. */

const someText = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'))
const wordsSchemas = { one: someText, both: v.strictObject({ en: someText, ru: someText }) }
export type Words = v.InferOutput<(typeof wordsSchemas)[keyof typeof wordsSchemas]>
const noWords = v.custom<never>(() => false, 'must be a text, or a text in "en" and "ru"')
const words = v.lazy((given): v.GenericSchema<unknown, Words> => {
  if (typeof given === 'string') return wordsSchemas.one
  return isMap(given) ? wordsSchemas.both : noWords
})

const text = (message: string) => v.pipe(v.string(message), v.nonEmpty(message))
const flag = v.boolean('must be true or false')
const number = v.pipe(v.number('must be a number'), v.finite('must be a number'))
const notNegative = v.pipe(number, v.minValue(0, 'must not be negative'))
const wholeNumber = v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(1, 'must be at least 1'))

const base = v.optional(notNegative, 0)
/** For each search of the web, if the model has the option "search", and for each image in an answer of a language model. */
const extras = { per_search: v.optional(notNegative), most_searches: v.optional(wholeNumber), per_image: v.optional(notNegative) }
/** Prices by the key that only one of them has. */
const priceSchemas = {
  per_run: v.strictObject({ per_run: notNegative, ...extras }),
  per_1000_tokens_in: v.strictObject({ base, per_1000_tokens_in: notNegative, per_1000_tokens_out: notNegative, ...extras }),
  per_image: v.strictObject({ base, per_image: notNegative }),
  per_second: v.strictObject({ base, per_second: notNegative }),
  per_input_second: v.strictObject({ base, per_input_second: notNegative }),
  per_minute: v.strictObject({ base, per_minute: notNegative }),
  per_1000_characters: v.strictObject({ base, per_1000_characters: notNegative }),
}
export type PriceMeasure = keyof typeof priceSchemas
export type Price = { [Measure in PriceMeasure]: v.InferOutput<(typeof priceSchemas)[Measure]> }[PriceMeasure]
export const priceMeasures = keysOfObject(priceSchemas)

const noPrice = v.custom<never>(
  () => false,
  'must be one of {per_run}, {per_image}, {per_second}, {per_input_second}, {per_minute}, {per_1000_characters}, {per_1000_tokens_in, per_1000_tokens_out}, with numbers that are not negative, each but the first with an optional "base"',
)
const priceSchema = v.lazy((given): v.GenericSchema<unknown, Price> => {
  const measure = priceMeasures.find((key) => isMap(given) && key in given)
  return measure ? priceSchemas[measure] : noPrice
})

const value = v.union([v.string(), v.number(), v.boolean()], 'must be a text, a number, true or false')
const when = v.pipe(
  v.record(v.string(), v.union([value, v.array(value)])),
  v.check((rule) => Object.keys(rule).length === 1, 'must name one other option and its values'),
)
export type When = v.InferOutput<typeof when>

const wireName = v.pipe(
  v.string('must be the name of a field at the service'),
  v.regex(/^[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}$/, 'must be the name of a field at the service, or a path of names with dots'),
)

/** A multiple of the price. */
const factor = notNegative

const settings = v.strictObject({
  label: v.optional(words),
  /** The value sent to the service; by default the same. */
  sends: v.optional(text('must be a text')),
  price_factor: v.optional(factor),
  only_with: v.optional(when),
})
const noSettings = v.null('may have "label", "sends", "price_factor" and "only_with"')
const choice = v.lazy((given): v.GenericSchema<unknown, v.InferOutput<typeof settings> | null> => (isMap(given) ? settings : noSettings))

const choiceValue = v.union([v.string(), v.number()], 'must be a text or a number')
const choiceLists = {
  list: v.pipe(v.array(choiceValue), v.minLength(1, 'must not be empty')),
  map: v.pipe(
    v.record(v.string(), choice),
    v.check((choices) => Object.keys(choices).length > 0, 'must not be empty'),
  ),
}
type Choices = v.InferOutput<(typeof choiceLists)[keyof typeof choiceLists]>
const noChoices = v.custom<never>(
  () => false,
  'must be a list of values, or values that may have "label", "sends", "price_factor" and "only_with"',
)
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
    control: v.optional(v.picklist(['segmented', 'ratio', 'select'], 'must be segmented, ratio or select')),
  }),
  from: v.strictObject({
    ...shared,
    from: number,
    to: number,
    step: v.optional(v.pipe(number, v.gtValue(0, 'must be more than 0'))),
    default: v.optional(number),
    unit: v.optional(v.picklist(['second', 'percent', 'factor', 'bpm'], 'must be second, percent, factor or bpm')),
    /** Labels of single values, for instance 0: automatic. */
    labels: v.optional(v.record(v.string(), words)),
    control: v.optional(v.picklist(['slider', 'field'], 'must be slider or field')),
  }),
  max_length: v.strictObject({ ...shared, max_length: wholeNumber, default: v.optional(v.string(), '') }),
  switch: v.strictObject({
    ...shared,
    switch: flag,
    price_factor: v.optional(v.strictObject({ true: v.optional(factor), false: v.optional(factor) })),
  }),
  seed: v.strictObject({ ...shared, seed: v.literal(true, 'must be true') }),
}
type OptionKind = keyof typeof optionSchemas
const optionKinds = keysOfObject(optionSchemas)
export type OptionEntry = { [Kind in OptionKind]: v.InferOutput<(typeof optionSchemas)[Kind]> }[OptionKind]

const unknownOption = v.custom<never>(() => false, 'must have "choices", "from" and "to", "max_length", "switch" or "seed"')
/** Selected by the key that only one kind of option has, so that an error names its key. */
const optionSchema = v.lazy((given): v.GenericSchema<unknown, OptionEntry> => {
  const kind = optionKinds.find((key) => isMap(given) && key in given)
  return kind ? optionSchemas[kind] : unknownOption
})

const role = v.picklist(inputRoles, `must be one of ${inputRoles.join(', ')}`)
const fileType = v.picklist(fileKinds, `must be one of ${fileKinds.join(', ')}`)
const mediaTypes = (kind: 'audio' | 'video') =>
  v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(new RegExp(`^${kind}/[a-z0-9.+-]+$`), `must be a media type such as ${examples[kind]}`))),
      v.minLength(1, 'must not be empty'),
    ),
  )
const examples = { audio: 'audio/mpeg', video: 'video/mp4' }
const seconds = v.optional(v.pipe(number, v.gtValue(0, 'must be more than 0')))
const upToMax = v.pipe(wholeNumber, v.maxValue(maxInputs, `must be at most ${maxInputs}`))

const inputSchema = v.strictObject({
  role,
  types: v.optional(v.pipe(v.array(fileType), v.minLength(1, 'must not be empty'))),
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
  not_with: v.optional(v.pipe(v.array(role), v.minLength(1, 'must not be empty'))),
  only_with: v.optional(when),
  sends,
})
export type InputEntry = v.InferOutput<typeof inputSchema>

/** Joining videos is done on this server, never by a service. */
const isServiceTask = (task: ModelTask): task is ServiceTask => task !== 'join_videos'
type ServiceTask = Exclude<ModelTask, 'join_videos'>
const tasks = modelTasks.filter(isServiceTask)

const day = v.pipe(v.string('must be a day such as 2027-01-31'), v.isoDate('must be a day such as 2027-01-31'))

export const optionName = /^[a-z][a-z0-9_]{0,39}$/

/** Set for new models only. */
const newModelEntries = {
  provider: v.optional(text('must be the name of a service or server')),
  model: v.optional(text('must be the name of the model at its service')),
  type: v.optional(v.picklist(kinds, `must be one of ${kinds.join(', ')}`)),
  /** Set for a model that does one thing, which pages offer where it is of use. */
  task: v.optional(v.picklist(tasks, `must be one of ${tasks.join(', ')}`)),
  via: v.optional(
    v.picklist(['text', 'image', 'speech', 'transcription', 'operation'], 'must be text, image, speech, transcription or operation'),
  ),
  /** The operator's cost in dollars; a price in tokens follows from it. */
  cost: v.optional(priceSchema),
  /** An announced change of the price or the cost, and the first day of its validity. */
  later: v.optional(v.strictObject({ from: day, price: v.optional(priceSchema), cost: v.optional(priceSchema) })),
  /** The first day without the model, and the id of the model that replaces it. */
  ends: v.optional(day),
  successor: v.optional(text('must be the id of another model')),
  prompt_placeholder: v.optional(words),
  prompt_examples: v.optional(v.array(words)),
  /** Unfinished images requested while a service of OpenAI's protocol streams. */
  partial_images: v.optional(v.pipe(wholeNumber, v.maxValue(3, 'must be at most 3'))),
  /** For a language model: the most images that an answer may contain. */
  max_images: v.optional(v.pipe(wholeNumber, v.maxValue(10, 'must be at most 10'))),
  /** Whether a language model answers piece by piece. */
  streaming: v.optional(flag),
  /** Whether a transcript has no times. */
  timeless: v.optional(flag),
  max_output_tokens: v.optional(wholeNumber),
  takes_pictures: v.optional(flag),
  history: v.optional(flag),
  repeatable: v.optional(flag),
  path: v.optional(v.pipe(v.string('must be a path'), v.regex(/^\/[\w./:-]{1,200}$/, 'must be a path that begins with /'))),
  options: v.optional(v.record(v.pipe(v.string(), v.regex(optionName, 'must be lower-case letters, digits and _')), optionSchema)),
  inputs: v.optional(v.pipe(v.array(inputSchema), v.maxLength(maxInputs, `must be at most ${maxInputs}`))),
}
export const onlyForNew = Object.keys(newModelEntries).filter((key) => key !== 'provider')

export const entrySchema = v.strictObject({
  hidden: v.optional(flag),
  name: v.optional(words),
  description: v.optional(words),
  price: v.optional(priceSchema),
  price_factor: v.optional(notNegative),
  fallback: v.optional(text('must be the id of another model')),
  prompt_max_length: v.optional(
    v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(0, 'must not be negative')),
  ),
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
  words: ['en', 'ru'],
}

function keysOfObject<Key extends string>(entries: Record<Key, unknown>): Key[] {
  const isOwn = (key: string): key is Key => key in entries
  return Object.keys(entries).filter(isOwn)
}

function isMap(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

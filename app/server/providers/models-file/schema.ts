import * as v from 'valibot'
import { kindSchema } from '#app/contract/common.ts'
import { inputRoles } from '#app/contract/values.ts'

/** The settings of `MODELS_FILE`. Messages complete a sentence that begins with the key. */

const words = v.union(
  [v.pipe(v.string(), v.nonEmpty()), v.strictObject({ en: v.pipe(v.string(), v.nonEmpty()), ru: v.pipe(v.string(), v.nonEmpty()) })],
  'must be a text, or a text in "en" and "ru"',
)
export type Words = v.InferOutput<typeof words>

const text = (message: string) => v.pipe(v.string(message), v.nonEmpty(message))
const flag = v.boolean('must be true or false')
const number = v.pipe(v.number('must be a number'), v.finite('must be a number'))
const notNegative = v.pipe(number, v.minValue(0, 'must not be negative'))
const wholeNumber = v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(1, 'must be at least 1'))

const priceSchema = v.union(
  [
    v.strictObject({ per_run: notNegative }),
    v.strictObject({ base: v.optional(notNegative, 0), per_image: notNegative }),
    v.strictObject({ base: v.optional(notNegative, 0), per_second: notNegative }),
    v.strictObject({ base: v.optional(notNegative, 0), per_minute: notNegative }),
    v.strictObject({ base: v.optional(notNegative, 0), per_1000_characters: notNegative }),
    v.strictObject({ base: v.optional(notNegative, 0), per_1000_tokens_in: notNegative, per_1000_tokens_out: notNegative }),
  ],
  'must be one of {per_run}, {per_image}, {per_second}, {per_minute}, {per_1000_characters}, {per_1000_tokens_in, per_1000_tokens_out}, with numbers that are not negative, each but the first with an optional "base"',
)
export type Price = v.InferOutput<typeof priceSchema>

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

const choice = v.union(
  [
    v.null(),
    v.strictObject({
      label: v.optional(words),
      /** The value sent to the service; by default the same. */
      sends: v.optional(text('must be a text')),
      price_factor: v.optional(notNegative),
      only_with: v.optional(when),
    }),
  ],
  'may have "label", "sends", "price_factor" and "only_with"',
)
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
    choices: v.union(
      [
        v.pipe(v.array(v.union([v.string(), v.number()])), v.minLength(1)),
        v.pipe(
          v.record(v.string(), choice),
          v.check((choices) => Object.keys(choices).length > 0),
        ),
      ],
      'must be a list of values, or values that may have "label", "sends", "price_factor" and "only_with"',
    ),
    default: v.optional(v.union([v.string(), v.number()])),
  }),
  from: v.strictObject({
    ...shared,
    from: number,
    to: number,
    step: v.optional(v.pipe(number, v.gtValue(0, 'must be more than 0'))),
    default: v.optional(number),
    unit: v.optional(v.picklist(['second', 'percent', 'factor', 'bpm'], 'must be second, percent, factor or bpm')),
  }),
  max_length: v.strictObject({ ...shared, max_length: wholeNumber, default: v.optional(v.string(), '') }),
  switch: v.strictObject({ ...shared, switch: flag }),
  seed: v.strictObject({ ...shared, seed: v.literal(true, 'must be true') }),
}
type OptionKind = keyof typeof optionSchemas
export type OptionEntry = { [Kind in OptionKind]: v.InferOutput<(typeof optionSchemas)[Kind]> }[OptionKind]

const unknownOption = v.custom<never>(() => false, 'must have "choices", "from" and "to", "max_length", "switch" or "seed"')
/** Selected by the key that only one kind of option has, so that an error names its key. */
const optionSchema = v.lazy((given): v.GenericSchema<unknown, OptionEntry> => {
  const kind = Object.keys(optionSchemas).find((key) => typeof given === 'object' && given !== null && key in given)
  return isOptionKind(kind) ? optionSchemas[kind] : unknownOption
})
const isOptionKind = (key: string | undefined): key is OptionKind => key !== undefined && key in optionSchemas

const inputSchema = v.strictObject({
  role: v.picklist(inputRoles, `must be one of ${inputRoles.join(', ')}`),
  types: v.optional(v.array(v.picklist(['image', 'audio', 'video', 'document'], 'must be image, audio, video or document')), ['image']),
  max: v.optional(wholeNumber, 1),
  required: v.optional(flag, false),
  sends,
})
export type InputEntry = v.InferOutput<typeof inputSchema>

export const optionName = /^[a-z][a-z0-9_]{0,39}$/

/** Set for new models only. */
const newModelEntries = {
  provider: v.optional(text('must be the name of a service or server')),
  model: v.optional(text('must be the name of the model at its service')),
  type: v.optional(kindSchema),
  via: v.optional(
    v.picklist(['text', 'image', 'speech', 'transcription', 'operation'], 'must be text, image, speech, transcription or operation'),
  ),
  /** The operator's cost in dollars; a price in tokens follows from it. */
  cost: v.optional(priceSchema),
  max_output_tokens: v.optional(wholeNumber),
  takes_pictures: v.optional(flag),
  history: v.optional(flag),
  repeatable: v.optional(flag),
  path: v.optional(v.pipe(v.string('must be a path'), v.regex(/^\/[\w./:-]{1,200}$/, 'must be a path that begins with /'))),
  options: v.optional(v.record(v.pipe(v.string(), v.regex(optionName, 'must be lower-case letters, digits and _')), optionSchema)),
  inputs: v.optional(v.pipe(v.array(inputSchema), v.maxLength(8, 'must be at most 8'))),
}
export const onlyForNew = Object.keys(newModelEntries).filter((key) => key !== 'provider')

const entrySchema = v.strictObject({
  hidden: v.optional(flag),
  name: v.optional(words),
  description: v.optional(words),
  price: v.optional(priceSchema),
  price_factor: v.optional(notNegative),
  fallback: v.optional(text('must be the id of another model')),
  prompt_max_length: v.optional(wholeNumber),
  ...newModelEntries,
})
export type Entry = v.InferOutput<typeof entrySchema>

export const fileSchema = v.strictObject({
  /** Applies to every model whose price the file does not set. */
  price_factor: v.optional(notNegative, 1),
  models: v.optional(v.record(v.string(), entrySchema), {}),
})

/** Returns every key that the file can have, to suggest one for a wrong name. */
export const keysOf = (depth: 'file' | 'model' | 'option' | 'choice' | 'input'): readonly string[] =>
  ({
    file: Object.keys(fileSchema.entries),
    model: Object.keys(entrySchema.entries),
    option: [...new Set(Object.values(optionSchemas).flatMap(({ entries }) => Object.keys(entries)))],
    choice: ['label', 'sends', 'price_factor', 'only_with'],
    input: Object.keys(inputSchema.entries),
  })[depth]

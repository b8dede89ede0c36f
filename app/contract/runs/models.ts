import * as v from 'valibot'
import { fileKindSchema, inputRoleSchema, kindSchema, listOf } from '../base/common.ts'
import { kinds, modelTasks } from '../base/values.ts'

/** Condition: another option has one of these values. */
export const conditionSchema = v.object({ option: v.string(), in: v.array(v.union([v.string(), v.boolean(), v.number()])) })

const optionEntries = {
  /** The field's label, in the caller's language. */
  title: v.string(),
  description: v.optional(v.string()),
  /** Set if the field is shown only on request. */
  'x-group': v.optional(v.literal('more')),
  'x-when': v.optional(conditionSchema),
}

/** The subset of JSON Schema 2020-12 that describes a model's options: the page renders its form from it, and the API validates with it. */
export const optionSchemaSchema = v.union([
  v.object({
    type: v.literal('string'),
    ...optionEntries,
    enum: v.array(v.string()),
    default: v.string(),
    /** Value → label, in the caller's language. */
    'x-labels': v.optional(v.record(v.string(), v.string())),
    /** Maps a value to a sound that previews it. */
    'x-samples': v.optional(v.record(v.string(), v.string())),
    /** Maps a value to a picture of it; an SVG is a mask. */
    'x-pictures': v.optional(v.record(v.string(), v.string())),
    /** The service at which people can add voices of their own to these. */
    'x-own-voices': v.optional(v.string()),
    'x-control': v.optional(v.picklist(['segmented', 'ratio', 'select'])),
    /** Maps a value to the condition for choosing it; other values are always available. */
    'x-choices-when': v.optional(v.record(v.string(), conditionSchema)),
  }),
  /** Free text. */
  v.object({
    type: v.literal('string'),
    ...optionEntries,
    maxLength: v.number(),
    /** The characters that can be drawn; flag `u`. */
    pattern: v.optional(v.string()),
    default: v.string(),
    'x-control': v.literal('text'),
  }),
  v.object({
    type: v.picklist(['integer', 'number']),
    ...optionEntries,
    minimum: v.number(),
    maximum: v.number(),
    multipleOf: v.optional(v.number()),
    /** Absent for a seed, which the server picks and stores with the run. */
    default: v.optional(v.number()),
    /** Labels of special values, for instance 0: "auto". */
    'x-labels': v.optional(v.record(v.string(), v.string())),
    'x-control': v.optional(v.picklist(['slider', 'seed'])),
    /** `factor`: a multiple of the usual value; `bpm`: beats per minute. */
    'x-unit': v.optional(v.picklist(['second', 'percent', 'factor', 'bpm'])),
  }),
  v.object({ type: v.literal('boolean'), ...optionEntries, default: v.boolean() }),
])
export type OptionSchema = v.InferOutput<typeof optionSchemaSchema>

export type ChoiceSchema = Extract<OptionSchema, { enum: string[] }>

export const optionsSchemaSchema = v.object({
  type: v.literal('object'),
  properties: v.record(v.string(), optionSchemaSchema),
  additionalProperties: v.literal(false),
})
export type OptionsSchema = v.InferOutput<typeof optionsSchemaSchema>

const rateEntries = {
  /** The price of the text that a language model reads. */
  input: v.number(),
  /** The price of the text that it writes. */
  output: v.number(),
  /** The price of input that the service reads from its cache; absent if it costs as much as other input. */
  cached: v.optional(v.number()),
}

const hoursSchema = v.object({
  /** Parts of a day. */
  times: v.array(
    v.object({
      /** The first minute in UTC, such as 22:00. */
      from: v.string(),
      /** The first minute afterwards, such as 06:00 of the next day. */
      to: v.string(),
    }),
  ),
  /** The days of the week in UTC, from 0 (Sunday) to 6. */
  days: v.array(v.number()),
  /** The multiple of the usual price. */
  factor: v.number(),
})
export type PriceHours = v.InferOutput<typeof hoursSchema>

/** The price of one use of a tool, and how many uses a run may have at most. */
export const perUseSchema = v.object({ each: v.number(), most: v.number() })

/**
 * The price of a run: `base`, plus `tokens` for every started `every` units of the measure, all multiplied by the factors of the chosen
 * options, rounded up to thousandths of a token. For instance, {base: 0, per: {measure: 'duration', every: 1, tokens: 3}} is three tokens per second.
 * `input_duration` is the length of the given recordings in seconds, and of one second before there is any.
 * `searches`: `each` is charged for each search of the web, of which `most` are held, if the option `search` is on. `images`: the same for
 * the images in an answer, unless the option `images` is off. `programs`: `each` is charged for each program that the service runs, up to
 * `most`, which are held if the option `code` is on.
 * `model_tokens` are a language model's own units of text: `input` and `output` are charged per `every` of them, in proportion; the maximum
 * is held, and the actual usage is charged.
 */
export const priceRuleSchema = v.object({
  base: v.number(),
  /** The part that depends on a measure; null if every run costs the same. */
  per: v.nullable(
    v.variant('measure', [
      v.object({
        measure: v.picklist(['duration', 'prompt_characters', 'count', 'input_duration']),
        every: v.number(),
        tokens: v.number(),
      }),
      v.object({
        measure: v.literal('model_tokens'),
        every: v.number(),
        ...rateEntries,
        /** The rates of requests whose input is above so many model tokens, by rising limits. They apply to the whole request. */
        long: v.optional(
          v.array(
            v.object({
              /** The longest input in model tokens to which they do not apply. */
              above: v.number(),
              ...rateEntries,
            }),
          ),
        ),
      }),
    ]),
  ),
  /** Hours (UTC) in which everything costs a multiple. The multiple is held; the start of the request decides whether it is charged. */
  hours: v.optional(hoursSchema),
  /** Maps an option and its value to a multiple of the usual price. */
  factors: v.optional(v.record(v.string(), v.record(v.string(), v.number()))),
  /** Searches of the web. */
  searches: v.optional(perUseSchema),
  /** Images in an answer. */
  images: v.optional(perUseSchema),
  /** Programs that the service runs. */
  programs: v.optional(perUseSchema),
})
export type PriceRule = v.InferOutput<typeof priceRuleSchema>

/** The prices of a language model's input and output. */
export type TokenRates = Pick<Extract<PriceRule['per'], { measure: 'model_tokens' }>, 'input' | 'output' | 'cached'>

export const modelInputSchema = v.object({
  role: inputRoleSchema,
  types: v.array(fileKindSchema),
  max: v.number(),
  /** The smallest number, if the model requires more than one. */
  min: v.optional(v.number()),
  /** The media types of audio that the model takes; any if absent. */
  audio_types: v.optional(v.array(v.string())),
  /** The media types of video that the model takes; any if absent. */
  video_types: v.optional(v.array(v.string())),
  /** The longest and the shortest recording that the model takes, in seconds; any length if absent. */
  max_seconds: v.optional(v.number()),
  min_seconds: v.optional(v.number()),
  /** The largest file that the model takes; any size if absent. */
  max_bytes: v.optional(v.number()),
  /** Whether the model requires this input. */
  required: v.optional(v.boolean()),
  /** The role without which the model does not take this one. */
  needs: v.optional(inputRoleSchema),
  /** The roles that the model does not take together with this one. */
  not_with: v.optional(v.array(inputRoleSchema)),
  /** The condition for this input: an option has one of these values. */
  when: v.optional(conditionSchema),
})
export type ModelInput = v.InferOutput<typeof modelInputSchema>

export const modelSchema = v.object({
  id: v.string(),
  name: v.string(),
  type: kindSchema,
  /** `transcribe`: an audio model that turns speech into text. It takes a recording and no prompt. The others do one thing to a source image. */
  task: v.optional(v.picklist(modelTasks)),
  provider: v.string(),
  description: v.string(),
  price: priceRuleSchema,
  options: optionsSchemaSchema,
  /** Inputs that the model accepts: files or results of these kinds, in these roles. */
  inputs: v.array(modelInputSchema),
  /** Whether the model accepts the earlier turns of a conversation. */
  history: v.boolean(),
  /** For text: whether it can use the studio's tools in a conversation. */
  tools: v.optional(v.boolean()),
  /** A model with a `max_length` of 0 takes no prompt. */
  prompt: v.object({ placeholder: v.string(), max_length: v.number(), examples: v.array(v.string()) }),
  /** Whether the model can be used now. */
  available: v.boolean(),
  /** Set if its provider has switched it off; listed because results still name it. */
  retired: v.optional(v.literal(true)),
  /** The reason in the caller's language; null if available. */
  unavailable_reason: v.nullable(v.string()),
  /** From the runs of the last 30 days; null until five of them have succeeded. */
  measured: v.nullable(
    v.object({
      /** From submit to result, including the time in the queue. */
      wait_p50_ms: v.number(),
      wait_p95_ms: v.number(),
      success_rate: v.number(),
      /** Most runs take at most this time per unit, without the queue. A unit is a pixel, a second, a character or, for texts, a run. */
      run_ms_per_unit: v.nullable(v.number()),
      /** The time of a run with the usual options; null if it depends on the prompt. */
      usual_run_ms: v.nullable(v.number()),
    }),
  ),
})
export type Model = v.InferOutput<typeof modelSchema>

export const modelsSchema = v.array(modelSchema)
export const modelsQuerySchema = v.object({ type__in: v.optional(listOf(kinds)) })

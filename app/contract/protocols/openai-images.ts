import * as v from 'valibot'
import { freeText } from '../base/text.ts'
import { promptMaxLength } from '../base/values.ts'
import { modelName, optionalText, ownOptions, whole } from './chat.ts'
import { formFlag, formWhole } from './openai-forms.ts'

/** Images of OpenAI's protocol. A parameter without an effect is ignored, and named in the response. */

const prompt = v.pipe(freeText('required'), v.trim(), v.nonEmpty('prompt_empty'), v.maxLength(promptMaxLength, 'prompt_too_long'))
const responseFormat = v.picklist(['b64_json', 'url'], 'not_an_option')
const mostPreviews = 3

const generationEntries = {
  model: modelName,
  prompt,
  n: v.optional(v.nullable(whole)),
  /** `1024x1536`, `auto`, or one of the model's own shapes. */
  size: optionalText,
  quality: optionalText,
  background: optionalText,
  output_format: optionalText,
  response_format: v.optional(v.nullable(responseFormat)),
  /** Whether the response is a stream of events. */
  stream: v.optional(v.nullable(v.boolean('invalid'))),
  /** The largest number of previews in a stream; models without previews send none. */
  partial_images: v.optional(
    v.nullable(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'too_small'), v.maxValue(mostPreviews, 'too_large'))),
  ),
  ...ownOptions,
}
export const imageRequestSchema = v.looseObject(generationEntries)

/** The fields of an edit beside its files, all of them texts. */
const editEntries = {
  model: modelName,
  prompt,
  n: v.optional(formWhole),
  size: v.optional(v.string()),
  quality: v.optional(v.string()),
  background: v.optional(v.string()),
  output_format: v.optional(v.string()),
  response_format: v.optional(responseFormat),
  stream: v.optional(formFlag),
  /** The largest number of previews in a stream; models without previews send none. */
  partial_images: v.optional(v.pipe(formWhole, v.maxValue(mostPreviews, 'too_large'))),
}
export const imageEditFieldsSchema = v.looseObject(editEntries)

export type ImageRequest = Pick<v.InferOutput<typeof imageRequestSchema>, keyof Omit<typeof generationEntries, 'options'>> &
  Partial<Pick<v.InferOutput<typeof imageRequestSchema>, 'options'>>

/** Returns the parameters of a request that are not defined here. */
export const undefinedImageParameters = (request: Record<string, unknown>): string[] =>
  Object.entries(request).flatMap(([name, value]) => (name in generationEntries || value === null ? [] : [name]))

export const imagesAnswerSchema = v.object({
  created: v.number(),
  data: v.array(v.object({ b64_json: v.optional(v.string()), url: v.optional(v.string()) })),
})

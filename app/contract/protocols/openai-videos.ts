import * as v from 'valibot'
import { freeText } from '../base/text.ts'
import { promptMaxLength } from '../base/values.ts'
import { modelName } from './chat.ts'

const prompt = v.pipe(freeText('required'), v.trim(), v.nonEmpty('prompt_empty'), v.maxLength(promptMaxLength, 'prompt_too_long'))
const seconds = v.pipe(v.union([v.string(), v.number()], 'invalid'), v.transform(Number), v.number('invalid'), v.minValue(1, 'too_small'))

const videoEntries = {
  model: modelName,
  prompt,
  /** Seconds, as the model has them. */
  seconds: v.optional(v.nullable(seconds)),
  /** `1280x720`: the nearest aspect ratio and resolution of the model. */
  size: v.optional(v.nullable(v.string('invalid'))),
  /** An image that the video begins with: a file of the form, or an object with the id of an upload. */
  input_reference: v.optional(v.nullable(v.object({ file_id: v.optional(v.string()), image_url: v.optional(v.string()) }, 'invalid'))),
}
export const videoRequestSchema = v.looseObject(videoEntries)
export type VideoRequest = Pick<v.InferOutput<typeof videoRequestSchema>, keyof typeof videoEntries>
/** The fields of a form beside the image. */
export const videoFieldsSchema = v.omit(v.object(videoEntries), ['input_reference'])

export const undefinedVideoParameters = (request: Record<string, unknown>): string[] =>
  Object.entries(request).flatMap(([name, value]) => (name in videoEntries || value === null ? [] : [name]))

export const remixRequestSchema = v.object({
  prompt,
  /** Beyond OpenAI's protocol: the model that changes the video; by default the first one that can. */
  model: v.optional(v.nullable(modelName)),
})

export const openaiVideoSchema = v.object({
  id: v.string(),
  object: v.literal('video'),
  model: v.string(),
  status: v.picklist(['queued', 'in_progress', 'completed', 'failed']),
  /** Percent. */
  progress: v.number(),
  prompt: v.string(),
  created_at: v.number(),
  completed_at: v.nullable(v.number()),
  expires_at: v.null(),
  seconds: v.string(),
  size: v.string(),
  remixed_from_video_id: v.nullable(v.string()),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
})

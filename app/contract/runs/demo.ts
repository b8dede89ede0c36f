import * as v from 'valibot'
import * as config from '#config'
import { adviceSchema } from './generations.ts'
import { freeText } from '../base/text.ts'

const demoAspects = ['16:9', '9:16'] as const

export const drawDemoSchema = v.object({
  prompt: v.pipe(freeText('required'), v.trim(), v.nonEmpty('prompt_empty'), v.maxLength(config.demo.promptMaxLength, 'prompt_too_long')),
  /** The shape of the visitor's window. */
  aspect: v.optional(v.picklist(demoAspects), '16:9'),
})

export const demoSchema = v.object({
  prompt: v.string(),
  /** `url`: the image itself as a `data:` URL, which is not stored. */
  image: v.object({ url: v.string(), width: v.number(), height: v.number() }),
  /** The advice that a quote would give; `free_runs` is null. */
  advice: v.nullable(adviceSchema),
})
export type Demo = v.InferOutput<typeof demoSchema>
export type DrawDemo = v.InferOutput<typeof drawDemoSchema>

import * as v from 'valibot'
import { locales } from '#config'
import { freeText } from '../base/text.ts'
import { filmDocumentSchema } from './film-document.ts'
import { filmLimits, scriptMaxLength } from './film-values.ts'

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

export const splitScriptAnswerSchema = v.object({
  document: filmDocumentSchema,
  /** When each shot starts and how long it is. A shot is at least as long as its words. */
  timeline: v.object({
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
  }),
})
export type SplitScriptAnswer = v.InferOutput<typeof splitScriptAnswerSchema>

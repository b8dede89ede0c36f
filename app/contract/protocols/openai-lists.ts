import * as v from 'valibot'
import { formWhole } from './openai-forms.ts'

/** Lists of OpenAI's protocol, which continue after the last id. */

export const listEntries = {
  /** The id of the last object of the page before. */
  after: v.optional(v.pipe(v.string(), v.uuid('invalid'))),
  limit: v.optional(v.pipe(formWhole, v.minValue(1, 'too_small'), v.maxValue(100, 'too_large')), '20'),
  order: v.optional(v.picklist(['asc', 'desc'], 'not_an_option'), 'desc'),
}
export type ListQuery = v.InferOutput<v.ObjectSchema<typeof listEntries, undefined>>

export const listOfObjects = <S extends v.GenericSchema>(item: S) =>
  v.object({
    object: v.literal('list'),
    data: v.array(item),
    first_id: v.nullable(v.string()),
    last_id: v.nullable(v.string()),
    has_more: v.boolean(),
  })

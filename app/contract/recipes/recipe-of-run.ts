import * as v from 'valibot'
import { idSchema } from '../base/common.ts'
import { freeText } from '../base/text.ts'
import { promptMaxLength } from '../base/values.ts'

/** The values of a filled recipe, by the names of its places. */
export const placeValuesSchema = v.record(
  v.pipe(freeText(), v.maxLength(60, 'place_unknown')),
  v.union(
    [
      v.pipe(freeText(), v.maxLength(promptMaxLength, 'too_long')),
      v.number('invalid'),
      v.object({ upload_id: idSchema }),
      v.object({
        generation_id: idSchema,
        index: v.optional(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'too_small'))),
      }),
    ],
    'invalid',
  ),
)
export type PlaceValues = v.InferOutput<typeof placeValuesSchema>
export type PlaceValue = PlaceValues[string]

/** The recipe from which a result was made. */
export const recipeOfRunSchema = v.object({
  id: idSchema,
  revision: v.number(),
  name: v.string(),
  /** The values that were filled in. */
  values: placeValuesSchema,
  /** Its author, if somebody else wrote it; null for one's own, and once the author is gone. */
  author: v.nullable(v.string()),
  /** By which it is run again: its id or the token of its link; null once neither works. */
  again: v.nullable(v.string()),
})

import * as v from 'valibot'
import { defineCall } from '../base/call.ts'
import { freeText } from '../base/text.ts'
import { promptMaxLength } from '../base/values.ts'

const text = v.pipe(freeText('invalid'), v.maxLength(promptMaxLength, 'too_long'))

export const moderateCall = defineCall({
  method: 'POST',
  path: '/v1/moderations',
  summary: 'Check texts by the rules of this server, as runs are checked. Free; categories are not known.',
  tag: 'Moderations',
  auth: 'key:generate',
  status: 200,
  input: {
    body: v.object({
      /** One text or several. */
      input: v.union([text, v.pipe(v.array(text), v.minLength(1, 'required'), v.maxLength(32, 'too_many'))], 'content_not_text'),
      /** Accepted: the rules are those of the server. */
      model: v.optional(v.nullable(v.string('invalid'))),
    }),
  },
  response: v.object({
    id: v.string(),
    model: v.string(),
    results: v.array(
      v.object({
        flagged: v.boolean(),
        categories: v.record(v.string(), v.boolean()),
        category_scores: v.record(v.string(), v.number()),
        category_applied_input_types: v.record(v.string(), v.array(v.string())),
      }),
    ),
  }),
})

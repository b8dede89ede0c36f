import * as v from 'valibot'
import { createGenerationSchema } from '#app/contract/runs/generations.ts'
import { about } from './tool.ts'
import { maxToolWaitSeconds } from './follow-run.ts'

const { model, prompt, options, inputs, parent_id, max_price } = createGenerationSchema.entries

/** The run as the HTTP API takes it. */
export const runEntries = {
  model: about(model, 'The id of a model, from list_models.'),
  prompt: about(prompt, 'What to make, or the text to say or work on. Empty for a model that takes no prompt.'),
  options: about(options, 'Options of the model, from list_models with `model`. Those left out have their defaults.'),
  inputs: about(inputs, 'Files for the model: uploads (from upload) or results of earlier runs, each in a role of the model.'),
  parent_id: about(parent_id, 'The id of an earlier text run, whose conversation this run continues.'),
}

export const maxPrice = about(max_price, 'The most tokens that the run may cost. A run that costs more is refused and not charged.')

export const runKey = about(
  v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/, 'idempotency_key_invalid'))),
  'A text of your own for this run. A second call with the same one returns the first run instead of paying again.',
)

export const waitSeconds = (usual: number) =>
  about(
    v.optional(
      v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'too_small'), v.maxValue(maxToolWaitSeconds, 'too_large')),
      usual,
    ),
    `Seconds to wait for the end, at most ${maxToolWaitSeconds}.`,
  )

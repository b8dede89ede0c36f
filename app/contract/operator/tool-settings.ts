import * as v from 'valibot'
import { tokenAmountSchema } from '../base/common.ts'
import { operatorTools } from '../studio/tool-names.ts'
import { allowanceSchema, operatorToolsSchema } from '../studio/tools.ts'
import { optionalReasonSchema } from './connections.ts'

/** Most steps of a message that an operator may allow. */
export const highestSteps = 100

const wholeSchema = v.pipe(v.number('invalid'), v.safeInteger('invalid'))
const stepsSchema = v.pipe(wholeSchema, v.minValue(1, 'too_small'), v.maxValue(highestSteps, 'too_large'))

/** The tools of conversations for the whole installation. */
export const toolSettingsSchema = v.object({
  /** The number of changes; a change has to name it. */
  revision: v.number(),
  /** The tools, in their order: those that are on, and the groups that don't have them. */
  items: v.array(
    v.object({
      name: v.picklist(operatorTools),
      title: v.string(),
      description: v.string(),
      on: v.boolean(),
      /** Names of the groups that don't have it; null for the default group. */
      not_for: v.array(v.nullable(v.string())),
    }),
  ),
  /** Most steps of an answer that follow each other without a press. */
  most_steps: v.number(),
  /** Tokens that a conversation may spend without a press, if neither it nor the person has another number. */
  allowance: tokenAmountSchema,
  /** The most that anybody may set. */
  most_allowance: tokenAmountSchema,
})
export type ToolSettings = v.InferOutput<typeof toolSettingsSchema>

export const saveToolSettingsSchema = v.pipe(
  v.object({
    revision: v.pipe(wholeSchema, v.minValue(0, 'too_small')),
    /** Those that are on. */
    tools: operatorToolsSchema,
    /** Most steps of an answer that follow each other without a press. */
    most_steps: stepsSchema,
    allowance: allowanceSchema,
    /** The most that anybody may set. */
    most_allowance: allowanceSchema,
    reason: optionalReasonSchema,
  }),
  v.forward(
    v.partialCheck([['allowance'], ['most_allowance']], ({ allowance, most_allowance: most }) => allowance <= most, 'too_large'),
    ['allowance'],
  ),
)

import * as v from 'valibot'
import { idSchema, pageQueryEntries, tokenAmountSchema } from '../base/common.ts'
import { makes, mostChosen, operatorTools, studioTools } from './tool-names.ts'

export const studioToolSchema = v.picklist(studioTools, 'not_an_option')
/** Tools that an operator offers. */
export const operatorToolsSchema = v.pipe(
  v.array(v.picklist(operatorTools, 'not_an_option'), 'invalid'),
  v.maxLength(16, 'too_many'),
  v.transform((names) => operatorTools.filter((name) => names.includes(name))),
)

/** A tool that is switched on: `recipe:` and the id of a recipe, or the name of another one. */
export const chosenToolSchema = v.union(
  [v.picklist(['find', 'read', 'create', 'change']), v.pipe(v.string(), v.regex(/^recipe:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/))],
  'not_an_option',
)
export const chosenToolsSchema = v.pipe(v.array(chosenToolSchema, 'invalid'), v.maxLength(mostChosen, 'too_many'))

/**
 * Why a message has stopped between two steps. `stopped`: by the person; `limit`: it has had as many steps as a message may; `budget`: what may
 * be spent without a press is used up; `loop`: the same call came for the third time; `failed`: the next step could not start.
 */
export const haltReasons = ['stopped', 'limit', 'budget', 'loop', 'failed'] as const
export type HaltReason = (typeof haltReasons)[number]

/** Most steps of a message that follow each other without a press, unless the operator sets another number. */
export const mostSteps = 12
/** Most calls of an answer that run. */
export const mostCalls = 8

export const callRules = ['allow', 'never'] as const
export type CallRule = (typeof callRules)[number]

export const toolCallStates = ['asks', 'due', 'runs', 'done', 'failed', 'refused', 'stopped'] as const
/**
 * `asks`: it waits for the person; `due`: it is about to run; `runs`: its run has not ended; `failed`: the assistant got the reason as its
 * result; `refused`: by the person.
 */
export type ToolCallState = (typeof toolCallStates)[number]
/** States in which the answer cannot go on yet. */
export const openCallStates = ['asks', 'due', 'runs'] as const satisfies readonly ToolCallState[]

/** The state of a call. */
export const callStateSchema = v.object({
  /** Also the id of the run that it becomes. */
  id: idSchema,
  /** The run whose answer has the call. */
  step: idSchema,
  /** The id of the call in the answer. */
  call_id: v.string(),
  tool: v.string(),
  state: v.picklist(toolCallStates),
  /** Null for a call that only reads, and for one that is not understood. */
  makes: v.nullable(v.picklist(makes)),
  /** The consent to the run: `press`: to its price; `rule`: to all such calls, within the allowance. */
  by: v.nullable(v.picklist(['press', 'rule'])),
  /** The cost of its run, in thousandths of a token; null without one, and before its end. Older servers omit it. */
  charged_milli: v.optional(v.nullable(tokenAmountSchema)),
})
export type CallEvent = v.InferOutput<typeof callStateSchema>
export const callsQuerySchema = v.object({
  ...pageQueryEntries,
  state: v.optional(v.picklist(toolCallStates, 'not_an_option')),
  step: v.optional(idSchema),
  /** The conversation of their answers. Their works come with them. */
  thread: v.optional(idSchema),
})

/** Most tokens that a conversation may spend without a press. */
export const mostAllowance = 1_000_000
export const allowanceSchema = v.pipe(
  v.number('invalid'),
  v.safeInteger('invalid'),
  v.minValue(0, 'too_small'),
  v.maxValue(mostAllowance, 'too_large'),
)

export const toolsQuerySchema = v.object({ thread: v.optional(idSchema) })
export const toolsSchema = v.object({
  /** Whether people may call the tools by a name after a slash. */
  commands: v.optional(v.boolean(), false),
  /** The tools that the operator offers the person. */
  items: v.array(
    v.object({
      name: studioToolSchema,
      title: v.string(),
      description: v.string(),
      /** Whether the assistant of the conversation may use it. */
      on: v.boolean(),
      /** Model tokens that its definition adds to each request, about. */
      model_tokens: v.number(),
    }),
  ),
  /** The standing answers to calls in the conversation, by what they make. `allow`: they start without asking, within the allowance. */
  rules: v.optional(v.array(v.object({ makes: v.picklist(makes), rule: v.picklist(callRules) })), []),
  /** The most that the conversation may spend without a press, and how much it has spent so, in thousandths of a token. */
  allowance: v.object({ limit_milli: tokenAmountSchema, used_milli: tokenAmountSchema }),
})
export type Tools = v.InferOutput<typeof toolsSchema>

export const goOnSchema = v.object({
  /** The price of the step that the caller accepts. */
  max_price: v.optional(v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(0, 'too_small'))),
  /** Tokens by which the conversation's allowance is raised. */
  raise: v.optional(allowanceSchema),
})
export const goOnQuoteSchema = v.object({
  /** The highest price of the step, rounded up to whole tokens. */
  price: tokenAmountSchema,
  price_milli: tokenAmountSchema,
  allowance: toolsSchema.entries.allowance,
})
export type GoOnQuote = v.InferOutput<typeof goOnQuoteSchema>
/** Null withdraws the standing answer: such calls ask again. */
export const setRuleSchema = v.object({
  thread: idSchema,
  makes: v.picklist(makes, 'not_an_option'),
  rule: v.nullable(v.picklist(callRules, 'not_an_option')),
})
/** `thread`: the conversation; without it, the person's default. */
export const setAllowanceSchema = v.object({ thread: v.optional(idSchema), tokens: v.nullable(allowanceSchema) })

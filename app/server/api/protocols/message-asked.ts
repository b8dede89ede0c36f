import { type MessageRequest, undefinedMessageParameters } from '#app/contract/protocols/messages.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Asked, TurnSettings } from '#app/contract/studio/turns.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import { fitAsked, type ParameterNames, type ReadAsked, toFormat, toTool } from './fit-asked.ts'

/** The protocol's names of its parameters; it has none for the settings that only other protocols know. */
const parameterNames = {
  maxOutputTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  seed: 'seed',
  stop: 'stop_sequences',
  logitBias: 'logit_bias',
  effort: 'output_config.effort',
  verbosity: 'verbosity',
  tools: 'tools',
  choice: 'tool_choice',
  format: 'output_config.format',
} as const satisfies ParameterNames

type Model = Pick<ProviderModel, 'options' | 'can'>
type Thinking = MessageRequest['thinking']

/** Reads what a program asks of a model: nothing is rounded and nothing added. */
export function readMessageAsked(model: Model, request: MessageRequest): ReadAsked {
  const { tools, tool_choice: choice, output_config: output, output_format: format, thinking, options } = request
  const isSerial = choice && 'disable_parallel_tool_use' in choice ? choice.disable_parallel_tool_use : undefined
  const wanted = output?.format ?? format
  const shown = thinking && fitThinking(model, thinking)
  const { asked, ignored, ...fitted } = fitAsked(
    model,
    {
      settings: { ...sentSettings(request), ...effortOf(output?.effort, thinking) },
      tools: (tools ?? []).map(({ input_schema: parameters, ...tool }) => toTool({ ...tool, parameters })),
      choice: choiceOf(choice),
      parallel: isSerial === true ? false : undefined,
      ...(wanted && { format: toFormat({ name: 'answer', schema: wanted.schema, strict: true }) }),
      options: { ...shown?.options, ...options },
      unknown: undefinedMessageParameters(request),
    },
    parameterNames,
  )
  // An effort that stands for a budget was not sent by this name.
  const own = output?.effort == null ? ignored.filter((name) => name !== parameterNames.effort) : ignored
  return { ...fitted, asked, ignored: [...(shown?.ignored ?? []), ...own] }
}

function choiceOf(sent: MessageRequest['tool_choice']): Asked['choice'] {
  if (!sent) return undefined
  if (sent.type === 'any') return 'required'
  return sent.type === 'tool' ? { name: sent.name } : sent.type
}

function sentSettings({ max_tokens, temperature, top_p, stop_sequences }: MessageRequest): TurnSettings {
  const stops = (stop_sequences ?? []).filter((one) => one !== '')
  return {
    maxOutputTokens: max_tokens,
    ...(temperature != null && { temperature }),
    ...(top_p != null && { topP: top_p }),
    ...(stops.length > 0 && { stop: stops }),
  }
}

/** Model tokens of thinking up to which a budget is a low and a medium effort: models of today take levels instead of budgets. */
const [lowBudget, mediumBudget] = [4_096, 16_384]

/** The effort that is sent, or the one that a budget of thinking stands for. */
function effortOf(level: NonNullable<MessageRequest['output_config']>['effort'], thinking: Thinking): TurnSettings {
  if (level != null) return { effort: level }
  if (thinking?.type === 'disabled') return { effort: 'none' }
  if (thinking?.type !== 'enabled') return {}
  const { budget_tokens: budget } = thinking
  return { effort: budget <= lowBudget ? 'low' : budget <= mediumBudget ? 'medium' : 'high' }
}

/** Whether the answer is to have the reasoning. */
export const showsThinking = ({ thinking }: Pick<MessageRequest, 'thinking'>): boolean =>
  thinking != null && thinking.type !== 'disabled' && thinking.display !== 'omitted'

/** A model that shows its reasoning has a switch for it. Programs ask for thinking out of habit, so others are not refused. */
function fitThinking({ options, can }: Model, thinking: NonNullable<Thinking>): { options: OptionValues; ignored: string[] } {
  if (options.thinking) return { options: { thinking: showsThinking({ thinking }) }, ignored: [] }
  const isHeard = thinking.type === 'disabled' || options.effort !== undefined || can?.settings.includes('effort') === true
  return { options: {}, ignored: isHeard ? [] : ['thinking'] }
}

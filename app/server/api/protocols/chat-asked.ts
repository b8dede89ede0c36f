import { type ChatCompletionRequest, undefinedParameters } from '#app/contract/protocols/chat.ts'
import type { Asked, TurnSettings } from '#app/contract/studio/turns.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import { fitAsked, type ParameterNames, type ReadAsked, settingNames, toFormat, toTool } from './fit-asked.ts'

/** The protocol's names of its parameters, in the order of its document. */
const parameterNames = {
  maxOutputTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  seed: 'seed',
  stop: 'stop',
  logitBias: 'logit_bias',
  effort: 'reasoning_effort',
  verbosity: 'verbosity',
  tools: 'tools',
  choice: 'tool_choice',
  format: 'response_format',
} as const satisfies ParameterNames

/** Reads what a program asks of a model: nothing is rounded and nothing added. */
export function readAsked(model: Pick<ProviderModel, 'options' | 'can'>, request: ChatCompletionRequest): ReadAsked {
  const { tools, tool_choice: choice, parallel_tool_calls: parallel, response_format: format, options } = request
  return fitAsked(
    model,
    {
      settings: sentSettings(request),
      tools: (tools ?? []).map(({ function: tool }) => toTool(tool)),
      choice: choice === null || typeof choice === 'string' ? (choice ?? undefined) : choice && { name: choice.function.name },
      parallel,
      format: formatOf(format),
      options,
      unknown: undefinedParameters(request),
    },
    parameterNames,
  )
}

function formatOf(sent: ChatCompletionRequest['response_format']): Asked['format'] {
  if (!sent || sent.type === 'text') return undefined
  return sent.type === 'json_schema' ? toFormat(sent.json_schema) : {}
}

function sentSettings(request: ChatCompletionRequest): TurnSettings {
  const { max_completion_tokens, max_tokens, temperature, top_p, presence_penalty, frequency_penalty, seed, stop, logit_bias } = request
  const longest = max_completion_tokens ?? max_tokens
  const stops = [stop ?? []].flat().filter((one) => one !== '')
  return {
    ...(longest != null && { maxOutputTokens: longest }),
    ...(temperature != null && { temperature }),
    ...(top_p != null && { topP: top_p }),
    ...(presence_penalty != null && { presencePenalty: presence_penalty }),
    ...(frequency_penalty != null && { frequencyPenalty: frequency_penalty }),
    ...(seed != null && { seed }),
    ...(stops.length > 0 && { stop: stops }),
    ...(logit_bias && Object.keys(logit_bias).length > 0 && { logitBias: logit_bias }),
    ...(request.reasoning_effort != null && { effort: request.reasoning_effort }),
    ...(request.verbosity != null && { verbosity: request.verbosity }),
  }
}

/** Returns the parameters that have an effect on a language model. */
export function supportedParameters({ type, task, options, can }: Pick<ProviderModel, 'type' | 'task' | 'options' | 'can'>): string[] {
  if (task === 'embed') return [...(options.dimensions ? ['dimensions'] : []), 'encoding_format']
  if (type !== 'text') return []
  const settings = settingNames.flatMap((name) => {
    if (!can?.settings.includes(name) && !(name === 'effort' && options.effort)) return []
    return name === 'maxOutputTokens' ? ['max_tokens', 'max_completion_tokens'] : [parameterNames[name]]
  })
  return [
    ...settings,
    ...(can?.tools ? ['tools', ...(can.tools === 'auto' ? [] : ['tool_choice']), 'parallel_tool_calls'] : []),
    ...(can?.json ? ['response_format', 'structured_outputs'] : []),
  ]
}

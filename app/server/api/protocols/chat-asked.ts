import { type ChatCompletionRequest, effortLevels, undefinedParameters } from '#app/contract/runs/chat.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Asked, SettingName, Tool, TurnSettings } from '#app/contract/runs/turns.ts'
import type { ModelOption, ProviderModel } from '../../providers/provider.ts'
import { refuse } from './refuse.ts'

type Model = Pick<ProviderModel, 'options' | 'can'>

/** `ignored`: the parameters that have no effect, for the response's header. */
export type ReadAsked = { asked: Asked; options: OptionValues; ignored: string[] }

/** The protocol's names of our settings, in the order of its document. */
export const parameterNames = {
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
} as const satisfies Record<SettingName, string>

/**
 * Settings that a model may leave out without another meaning of its answer; programs send them out of habit. They are named as ignored. All
 * others are refused where they would have no effect.
 */
const harmless: ReadonlySet<SettingName> = new Set(['maxOutputTokens', 'temperature', 'topP', 'seed', 'effort'])

/** Reads what a program asks of a model: nothing is rounded and nothing added. */
export function readAsked(model: Model, request: ChatCompletionRequest): ReadAsked {
  const { settings, ignored, effort } = readSettings(model, request)
  const tools = readTools(model, request)
  const format = readFormat(model, request)
  return {
    asked: {
      ...tools,
      ...(format && { format }),
      ...(Object.keys(settings).length > 0 && { settings }),
    },
    options: { ...(effort !== undefined && { effort }), ...request.options },
    ignored: [...ignored, ...undefinedParameters(request)],
  }
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

/** Values that ask for what happens anyway. */
const usual: TurnSettings = { presencePenalty: 0, frequencyPenalty: 0, verbosity: 'medium' }

function readSettings({ options, can }: Model, request: ChatCompletionRequest) {
  const sent = sentSettings(request)
  const settings: TurnSettings = {}
  const ignored: string[] = []
  const effort = sent.effort === undefined ? undefined : effortOf(options.effort, sent.effort)
  for (const name of settingNames) {
    if (sent[name] === undefined || (name === 'effort' && effort !== undefined)) continue
    if (can?.settings.includes(name)) Object.assign(settings, { [name]: sent[name] })
    else if (harmless.has(name)) ignored.push(parameterNames[name])
    else if (sent[name] !== usual[name]) refuse(parameterNames[name], 'unsupported')
  }
  return { settings, ignored, effort }
}

const settingNames: readonly SettingName[] = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'stop',
  'logitBias',
  'effort',
  'verbosity',
]

/** The nearest level of the model, the lower one of two; undefined for a model without levels. */
function effortOf(option: ModelOption | undefined, level: string): string | undefined {
  const offered = option && 'enum' in option ? option.enum : []
  const place = (one: string) => effortLevels.findIndex((known) => known === one)
  const distance = (one: string) => Math.abs(place(one) - place(level))
  return effortLevels.filter((one) => offered.includes(one)).toSorted((one, other) => distance(one) - distance(other))[0]
}

function readTools({ can }: Model, { tools, tool_choice: choice, parallel_tool_calls: parallel }: ChatCompletionRequest): Asked {
  const given = (tools ?? []).map(({ function: { name, description, parameters, strict } }): Tool => ({
    name,
    ...(description != null && { description }),
    parameters: parameters ?? { type: 'object', properties: {} },
    ...(strict != null && { strict }),
  }))
  if (given.length === 0) {
    if (choice != null && choice !== 'none' && choice !== 'auto') refuse('tool_choice', 'tool_unknown')
    return {}
  }
  if (!can?.tools) refuse('tools', 'unsupported')
  const names = given.map(({ name }) => name)
  if (names.some((name) => can?.ownTools?.includes(name))) refuse('tools', 'tool_reserved')
  if (new Set(names).size < names.length) refuse('tools', 'tool_twice')
  const named = typeof choice === 'object' ? choice?.function.name : undefined
  if (named !== undefined && !names.includes(named)) refuse('tool_choice', 'tool_unknown')
  if (can?.tools === 'auto' && choice != null && choice !== 'auto' && choice !== 'none') refuse('tool_choice', 'unsupported')
  // Such a service gets no tools, because it would choose among them.
  if (can?.tools === 'auto' && choice === 'none') return {}
  return {
    tools: given,
    ...(named !== undefined ? { choice: { name: named } } : typeof choice === 'string' && { choice }),
    ...(parallel != null && { parallel }),
  }
}

function readFormat({ can }: Model, { response_format: sent }: ChatCompletionRequest): Asked['format'] {
  if (!sent || sent.type === 'text') return undefined
  if (!can?.json) return refuse('response_format', 'unsupported')
  if (sent.type !== 'json_schema') return {}
  const { name, description, schema, strict } = sent.json_schema
  return {
    name,
    ...(description != null && { description }),
    ...(schema && { schema }),
    ...(strict != null && { strict }),
  }
}

/** Returns the parameters that have an effect on a language model. */
export function supportedParameters({ type, options, can }: Pick<ProviderModel, 'type' | 'options' | 'can'>): string[] {
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

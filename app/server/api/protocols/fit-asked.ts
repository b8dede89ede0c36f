import { effortLevels } from '#app/contract/protocols/chat.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Asked, SettingName, Tool, TurnSettings } from '#app/contract/studio/turns.ts'
import type { ModelOption, ProviderModel } from '../../providers/provider.ts'
import { refuse } from './refuse.ts'

type Model = Pick<ProviderModel, 'options' | 'can'>

/** A program's request beside its conversation, in no protocol's words. `unknown`: parameters that the protocol does not define. */
export type SentAsked = {
  settings: TurnSettings
  tools: Tool[]
  choice?: Asked['choice'] | undefined
  parallel?: boolean | null | undefined
  format?: Asked['format']
  options: OptionValues
  unknown: string[]
}

/** A protocol's names of its parameters, for refusals and the header of ignored ones. */
export type ParameterNames = Record<SettingName | 'tools' | 'choice' | 'format', string>

/** `ignored`: the parameters that have no effect, for the response's header. */
export type ReadAsked = { asked: Asked; options: OptionValues; ignored: string[] }

/**
 * Settings that a model may leave out without another meaning of its answer; programs send them out of habit. They are named as ignored. All
 * others are refused where they would have no effect.
 */
const harmless: ReadonlySet<SettingName> = new Set(['maxOutputTokens', 'temperature', 'topP', 'seed', 'effort'])

/** Fits what a program asks to a model: nothing is rounded and nothing added. What has no effect is refused by its name, or ignored. */
export function fitAsked(model: Model, sent: SentAsked, names: ParameterNames): ReadAsked {
  const { settings, ignored, effort } = fitSettings(model, sent.settings, names)
  const tools = fitTools(model, sent, names)
  if (sent.format && !model.can?.json) return refuse(names.format, 'unsupported')
  return {
    asked: {
      ...tools,
      ...(sent.format && { format: sent.format }),
      ...(Object.keys(settings).length > 0 && { settings }),
    },
    options: { ...(effort !== undefined && { effort }), ...sent.options },
    ignored: [...ignored, ...sent.unknown],
  }
}

/** Values that ask for what happens anyway. */
const usual: TurnSettings = { presencePenalty: 0, frequencyPenalty: 0, verbosity: 'medium' }

function fitSettings({ options, can }: Model, sent: TurnSettings, names: ParameterNames) {
  const settings: TurnSettings = {}
  const ignored: string[] = []
  const effort = sent.effort === undefined ? undefined : effortOf(options.effort, sent.effort)
  for (const name of settingNames) {
    if (sent[name] === undefined || (name === 'effort' && effort !== undefined)) continue
    if (can?.settings.includes(name)) Object.assign(settings, { [name]: sent[name] })
    else if (harmless.has(name)) ignored.push(names[name])
    else if (sent[name] !== usual[name]) refuse(names[name], 'unsupported')
  }
  return { settings, ignored, effort }
}

export const settingNames: readonly SettingName[] = [
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

function fitTools({ can }: Model, { tools, choice, parallel }: SentAsked, param: ParameterNames): Asked {
  if (tools.length === 0) {
    if (choice !== undefined && choice !== 'none' && choice !== 'auto') refuse(param.choice, 'tool_unknown')
    return {}
  }
  if (!can?.tools) refuse(param.tools, 'unsupported')
  const names = tools.map(({ name }) => name)
  if (names.some((name) => can?.ownTools?.includes(name))) refuse(param.tools, 'tool_reserved')
  if (new Set(names).size < names.length) refuse(param.tools, 'tool_twice')
  if (typeof choice === 'object' && !names.includes(choice.name)) refuse(param.choice, 'tool_unknown')
  if (can?.tools === 'auto' && choice !== undefined && choice !== 'auto' && choice !== 'none') refuse(param.choice, 'unsupported')
  // Such a service gets no tools, because it would choose among them.
  if (can?.tools === 'auto' && choice === 'none') return {}
  return { tools, ...(choice !== undefined && { choice }), ...(parallel != null && { parallel }) }
}

/** A protocol's tool as ours, without what was not sent. */
export const toTool = ({ name, description, parameters, strict }: { [K in keyof Tool]?: Tool[K] | null } & { name: string }): Tool => ({
  name,
  ...(description != null && { description }),
  parameters: parameters ?? { type: 'object', properties: {} },
  ...(strict != null && { strict }),
})

type SentFormat = { [K in keyof NonNullable<Asked['format']>]?: NonNullable<Asked['format']>[K] | null }

/** A protocol's JSON Schema of the answer as ours, without what was not sent. */
export const toFormat = ({ name, description, schema, strict }: SentFormat): NonNullable<Asked['format']> => ({
  ...(name != null && { name }),
  ...(description != null && { description }),
  ...(schema && { schema }),
  ...(strict != null && { strict }),
})

import type { InputRole } from '#app/contract/base/values.ts'
import type { ModelInput, PriceRule } from '#app/contract/runs/models.ts'
import type { ServerText } from '../../i18n.ts'
import { brand, chatSounds, googleSounds, optionTitles, option as usual, usualLabel } from '../catalogue/options.ts'
import type { ModelOption } from '../provider.ts'
import type { Wire } from '../connected/wire.ts'
import type { Entry, InputEntry, OptionEntry, When, Words } from './schema.ts'

export const transcribes = ({ via, task }: Pick<Entry, 'via' | 'task'>) => via === 'transcription' || task === 'transcribe'

export const embeds = ({ via, task }: Pick<Entry, 'via' | 'task'>) => via === 'embedding' || task === 'embed'

const usualVia = { text: 'text', image: 'image', audio: 'speech', video: 'operation' } as const

/** The interface of an entry's model. */
export const viaOf = ({ via, task, type = 'text' }: Pick<Entry, 'via' | 'task' | 'type'>) =>
  transcribes({ via, task }) ? 'transcription' : embeds({ via, task }) ? 'embedding' : (via ?? usualVia[type])

type ChoiceEntry = Extract<OptionEntry, { choices: unknown }>

export function toText(text: Words): ServerText {
  const own = typeof text === 'string' ? { en: text, ru: text } : text
  return { id: 'models_file', message: own.en, own }
}

/** Returns the values of a choice in order, each with its settings. */
export function choiceEntries({ choices }: ChoiceEntry) {
  return Array.isArray(choices)
    ? choices.map((choice) => [String(choice), null] as const)
    : Object.entries(choices).map(([choice, settings]) => [choice, settings] as const)
}

/** Converts declared options to the API's description. */
export function toOptions(entries: Record<string, OptionEntry>): Record<string, ModelOption> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, toOption(name, entry, entries)]))
}

function toOption(name: string, entry: OptionEntry, all: Record<string, OptionEntry>): ModelOption {
  const { label, description, more, only_with: when } = entry
  const common = {
    title: label === undefined ? (optionTitles[name] ?? brand(name)) : toText(label),
    ...(description !== undefined && { description: toText(description) }),
    ...(more && { 'x-group': 'more' as const }),
    ...(when && { 'x-when': toWhen(when, all) }),
  }
  if ('choices' in entry) return toChoice(name, entry, { common, all })
  if ('switch' in entry) return { type: 'boolean', ...common, default: entry.switch }
  if ('seed' in entry) return { ...usual.seed, ...common }
  if ('max_length' in entry) return { type: 'string', ...common, maxLength: entry.max_length, default: entry.default, 'x-control': 'text' }
  const { from, to, step, unit, labels, control = name === 'count' ? 'field' : 'slider', default: preset = from } = entry
  const isWhole = [from, to, step ?? 1, preset === 'none' ? from : preset].every(Number.isInteger)
  return {
    type: isWhole ? 'integer' : 'number',
    ...common,
    minimum: from,
    maximum: to,
    ...(step !== undefined && { multipleOf: step }),
    ...(preset !== 'none' && { default: preset }),
    ...(labels && { 'x-labels': Object.fromEntries(Object.entries(labels).map(([value, label]) => [value, toText(label)])) }),
    ...(control === 'slider' && { 'x-control': control }),
    ...((unit ?? (name === 'duration' ? 'second' : undefined)) && { 'x-unit': unit ?? 'second' }),
  }
}

type Common = Pick<ModelOption, 'title' | 'x-group' | 'x-when'> & { description?: ServerText }

function toChoice(name: string, entry: ChoiceEntry, { common, all }: { common: Common; all: Record<string, OptionEntry> }): ModelOption {
  const choices = choiceEntries(entry)
  const labels = choices.flatMap(([choice, settings]) => {
    const label = settings?.label === undefined ? usualLabel(name, choice) : toText(settings.label)
    return label ? [[choice, label] as const] : []
  })
  const control = entry.control ?? (name === 'aspect' ? 'ratio' : undefined)
  const whens = choices.flatMap(([choice, settings]) => (settings?.only_with ? [[choice, toWhen(settings.only_with, all)] as const] : []))
  return {
    type: 'string',
    ...common,
    enum: choices.map(([choice]) => choice),
    default: String(entry.default ?? choices[0]?.[0]),
    ...(labels.length > 0 && { 'x-labels': Object.fromEntries(labels) }),
    ...(whens.length > 0 && { 'x-choices-when': Object.fromEntries(whens) }),
    ...(control && { 'x-control': control }),
  }
}

/** Converts a condition. Values of choices are strings, even those that look like numbers. */
function toWhen(when: When, all: Record<string, OptionEntry>): NonNullable<ModelOption['x-when']> {
  const [[option, values] = ['', []]] = Object.entries(when)
  const named = all[option]
  return { option, in: [values].flat().map((value) => (named && 'choices' in named ? String(value) : value)) }
}

const definedFactors = (factors: { true?: number | undefined; false?: number | undefined }): Record<string, number> =>
  Object.fromEntries(Object.entries(factors).flatMap(([value, factor]) => (factor === undefined ? [] : [[value, factor] as const])))

/** Returns the factors of the price by choice, as declared in the file. */
export function factorsOf(entries: Record<string, OptionEntry>): PriceRule['factors'] {
  const factors = Object.entries(entries).flatMap(([name, entry]) => {
    if ('switch' in entry) return entry.price_factor ? [[name, definedFactors(entry.price_factor)] as const] : []
    if (!('choices' in entry)) return []
    const own = choiceEntries(entry).flatMap(([choice, settings]) =>
      settings?.price_factor === undefined ? [] : [[choice, settings.price_factor] as const],
    )
    return own.length > 0 ? [[name, Object.fromEntries(own)] as const] : []
  })
  return factors.length > 0 ? Object.fromEntries(factors) : undefined
}

/** The kinds of files that a role takes unless its entry lists them. */
export function usualTypes(role: InputRole, { type, task, via }: Pick<Entry, 'type' | 'task' | 'via'>): ModelInput['types'] {
  if (transcribes({ via, task })) return ['audio', 'video']
  if (role === 'speech') return ['audio']
  return role === 'source' && type === 'video' && task !== undefined ? ['video'] : ['image']
}

export function toInput(entry: InputEntry, model: Entry): ModelInput {
  const { type, provider, options = {} } = model
  const { role, types = usualTypes(role, model), sends: _sends, only_with: when, required, ...rules } = entry
  const sounds = provider === 'google' ? googleSounds : chatSounds
  return {
    role,
    types,
    ...(type === 'text' && types.includes('audio') && { audio_types: sounds }),
    ...rules,
    ...(required && { required }),
    ...(when && { when: toWhen(when, options) }),
  }
}

/** Returns the model's own fields and path; undefined if it has none. */
export function toWire({
  options = {},
  inputs = [],
  path,
  prompt_sends: prompt,
}: Pick<Entry, 'options' | 'inputs' | 'path' | 'prompt_sends'>): Wire | undefined {
  const named = Object.entries(options).flatMap(([option, entry]) =>
    entry.sends === undefined ? [] : [[option, { name: entry.sends, values: sentValues(entry) }] as const],
  )
  const given = inputs.flatMap(({ role, max, sends }): [InputRole, { name: string; isList: boolean }][] =>
    sends === undefined ? [] : [[role, { name: sends, isList: max > 1 }]],
  )
  if (named.length === 0 && given.length === 0 && path === undefined && prompt === undefined) return undefined
  return {
    options: Object.fromEntries(named),
    inputs: Object.fromEntries(given),
    ...(path !== undefined && { path }),
    ...(prompt !== undefined && { prompt }),
  }
}

function sentValues(entry: OptionEntry): Wire['options'][string]['values'] {
  if (!('choices' in entry)) return {}
  return Object.fromEntries(
    choiceEntries(entry).flatMap(([choice, settings]) => (settings?.sends === undefined ? [] : [[choice, settings.sends]])),
  )
}

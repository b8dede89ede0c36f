import type { InputRole, Kind } from '#app/contract/values.ts'
import { choiceEntries } from './declared.ts'
import { type Entry, onlyForNew, type OptionEntry, type Price, type When } from './schema.ts'

/** An error at a key: the path of keys, and the rest of the sentence that begins with it. */
export type FileProblem = { path: string[]; message: string; known?: readonly string[] }

const usualPrices: Record<Kind, readonly (keyof PriceKeys)[]> = {
  text: ['per_run', 'per_1000_characters', 'per_1000_tokens_in'],
  image: ['per_run', 'per_image', 'per_1000_characters'],
  audio: ['per_run', 'per_second', 'per_1000_characters'],
  video: ['per_run', 'per_second', 'per_1000_characters'],
}
type PriceKeys = Record<'per_run' | 'per_image' | 'per_second' | 'per_minute' | 'per_1000_characters' | 'per_1000_tokens_in', unknown>

const transcriptPrices: readonly (keyof PriceKeys)[] = ['per_run', 'per_minute']

/** Roles that the adapters send themselves; any other role needs the name of its field. */
const sentByAdapters: Record<Kind, readonly InputRole[]> = {
  text: ['reference', 'source'],
  image: ['source', 'reference', 'mask'],
  video: ['first_frame'],
  audio: ['reference'],
}

/**
 * Returns the problems of a model that its schema cannot find. A model whose service is named in the file is new; then further fields are
 * required.
 */
export function checkEntry(id: string, entry: Entry): FileProblem[] {
  const at = (...path: string[]) => ['models', id, ...path]
  if (entry.provider === undefined) {
    const stray = onlyForNew.find((key) => key in entry)
    return stray === undefined ? [] : [{ path: at(stray), message: 'can only be set for a new model, together with "provider"' }]
  }
  const missing = (['name', 'model', 'type'] as const).filter((key) => entry[key] === undefined)
  const problems: FileProblem[] = missing.map((key) => ({ path: at('provider'), message: `adds a model, which must have a "${key}"` }))
  if (id.length > 100) problems.push({ path: at(), message: 'must have at most 100 characters' })
  const { type = 'text', via, options = {}, inputs = [] } = entry
  if (via === 'transcription' && type !== 'audio')
    problems.push({ path: at('via'), message: 'must not be transcription unless the type is audio' })
  if (via === 'transcription' && inputs.length > 0)
    problems.push({ path: at('inputs'), message: 'must not be set: a transcription takes one recording' })
  for (const key of ['price', 'cost'] as const) problems.push(...checkPrice(entry[key], { type, via, options, path: at(key) }))
  for (const [name, option] of Object.entries(options)) problems.push(...checkOption(option, { options, name, path: at('options', name) }))
  for (const [index, { role, sends }] of inputs.entries()) {
    const path = at('inputs', String(index))
    if (inputs.findIndex((other) => other.role === role) < index) problems.push({ path, message: `has the role "${role}" a second time` })
    if (sends === undefined && !sentByAdapters[type].includes(role))
      problems.push({ path, message: `must have "sends": the field of the service that takes a "${role}"` })
    if (sends !== undefined && type === 'text')
      problems.push({ path, message: 'must not have "sends": messages carry the inputs of a text model' })
  }
  return problems
}

function checkPrice(
  price: Price | undefined,
  { type, via, options, path }: Pick<Entry, 'via'> & { type: Kind; options: Record<string, OptionEntry>; path: string[] },
): FileProblem[] {
  if (!price) return []
  const possible = via === 'transcription' ? transcriptPrices : usualPrices[type]
  const measure = possible.find((key) => key in price)
  if (!measure)
    return [{ path, message: `must be one of ${possible.join(', ')} for a model of type ${via === 'transcription' ? via : type}` }]
  const hasOwn = Object.keys(options).length > 0
  return measure === 'per_second' && hasOwn && !('duration' in options)
    ? [{ path, message: 'is per second, so the model must have the option "duration"' }]
    : []
}

type OptionContext = { options: Record<string, OptionEntry>; name: string; path: string[] }

function checkOption(entry: OptionEntry, { options, name, path }: OptionContext): FileProblem[] {
  const problems = entry.only_with ? checkWhen(entry.only_with, { options, name, path: [...path, 'only_with'] }) : []
  if ('choices' in entry) {
    const values = choiceEntries(entry)
    const known = values.map(([value]) => value)
    if (entry.default !== undefined && !known.includes(String(entry.default)))
      problems.push({ path: [...path, 'default'], message: `must be one of ${known.join(', ')}`, known })
    for (const [value, settings] of values) {
      const to = [...path, 'choices', value]
      if (settings?.sends !== undefined && entry.sends === undefined)
        problems.push({ path: [...to, 'sends'], message: 'needs "sends" at the option: the field of the service' })
      if (settings?.only_with) problems.push(...checkWhen(settings.only_with, { options, name, path: [...to, 'only_with'] }))
      if (settings?.only_with && value === String(entry.default ?? known[0]))
        problems.push({ path: [...to, 'only_with'], message: 'must not limit the default' })
    }
  }
  if ('from' in entry) {
    const { from, to, default: preset = from } = entry
    if (from >= to) problems.push({ path: [...path, 'to'], message: 'must be more than "from"' })
    if (preset < from || preset > to) problems.push({ path: [...path, 'default'], message: `must be from ${from} to ${to}` })
  }
  if ('max_length' in entry && entry.default.length > entry.max_length)
    problems.push({ path: [...path, 'default'], message: 'must not be longer than "max_length"' })
  return problems
}

function checkWhen(when: When, { options, name, path }: OptionContext): FileProblem[] {
  const [[other = '', values = []] = []] = Object.entries(when)
  const named = options[other]
  const known = Object.keys(options).filter((one) => one !== name)
  if (!named || other === name) return [{ path: [...path, other], message: 'is no other option of this model', known }]
  const wrong = [values].flat().find((value) => !takes(named, value))
  if (wrong === undefined) return []
  const choices = 'choices' in named ? choiceEntries(named).map(([value]) => value) : undefined
  return [
    {
      path: [...path, other],
      message: `has the value ${JSON.stringify(wrong)}, which "${other}" cannot have`,
      ...(choices && { known: choices }),
    },
  ]
}

function takes(entry: OptionEntry, value: string | number | boolean): boolean {
  if ('choices' in entry) return choiceEntries(entry).some(([choice]) => choice === String(value))
  if ('switch' in entry) return typeof value === 'boolean'
  return 'from' in entry && typeof value === 'number' && value >= entry.from && value <= entry.to
}

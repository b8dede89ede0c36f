import { editTasks, type InputRole, type Kind, videoTasks } from '#app/contract/values.ts'
import { isServiceId } from '../connected/open-connected.ts'
import { catalogue } from '../catalogue.ts'
import { choiceEntries, usualTypes } from './declared.ts'
import {
  type Entry,
  type InputEntry,
  onlyForNew,
  type OptionEntry,
  type Price,
  priceMeasures,
  type PriceMeasure,
  type When,
} from './schema.ts'

/** An error at a key: the path of keys, and the rest of the sentence that begins with it. `wrong` is the value to find the nearest known one of. */
export type FileProblem = { path: string[]; message: string; known?: readonly string[]; wrong?: string }

const usualPrices: Record<Kind, readonly PriceMeasure[]> = {
  text: ['per_run', 'per_1000_characters', 'per_1000_tokens_in'],
  image: ['per_run', 'per_image', 'per_1000_characters'],
  audio: ['per_run', 'per_second', 'per_1000_characters'],
  video: ['per_run', 'per_second', 'per_1000_characters'],
}
/** Prices by the length of the given recording. */
const transcriptPrices: readonly PriceMeasure[] = ['per_run', 'per_minute', 'per_input_second']
const workedOnPrices: readonly PriceMeasure[] = ['per_run', 'per_second', 'per_minute', 'per_input_second', 'per_1000_characters']

/** The tasks of the models of a kind. */
const tasksOf: Record<Kind, readonly string[]> = { text: [], image: editTasks, video: videoTasks, audio: ['transcribe'] }

/** Roles that all adapters of a kind send; any other role needs the name of its field, unless the catalogue has it for the same service. */
const sentByAdapters: Record<Kind, readonly InputRole[]> = {
  text: ['reference', 'source'],
  image: ['source', 'reference', 'mask'],
  video: ['first_frame'],
  audio: ['reference'],
}

function isSent(role: InputRole, { provider = '', type = 'text', task }: Entry): boolean {
  if (!(type === 'video' && task) && sentByAdapters[type].includes(role)) return true
  const known = isServiceId(provider) ? catalogue[provider].filter((model) => model.type === type && model.task === task) : []
  return known.some(({ inputs }) => inputs.some((input) => input.role === role))
}

const transcribes = ({ via, task }: Entry) => via === 'transcription' || task === 'transcribe'

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
  const { options = {} } = entry
  problems.push(...checkKind(entry, at))
  for (const key of ['price', 'cost'] as const) problems.push(...checkPrice(entry[key], { entry, path: at(key) }))
  problems.push(...checkLater(entry, at))
  for (const [name, option] of Object.entries(options)) problems.push(...checkOption(option, { options, name, path: at('options', name) }))
  problems.push(...checkInputs(entry, at))
  return problems
}

type At = (...path: string[]) => string[]

/** Checks the keys that only some kinds of models can have. */
function checkKind(entry: Entry, at: At): FileProblem[] {
  const { type = 'text', via, task } = entry
  const problems: FileProblem[] = []
  const known = tasksOf[type]
  if (task !== undefined && !known.includes(task)) {
    const message = known.length > 0 ? `must be ${oneOf(known)} for a model of type ${type}` : `must not be set for a model of type ${type}`
    problems.push({ path: at('task'), message, known, wrong: task })
  }
  if (via === 'transcription' && type !== 'audio')
    problems.push({ path: at('via'), message: 'must not be transcription unless the type is audio' })
  if (task === 'transcribe' && via !== undefined && via !== 'transcription')
    problems.push({ path: at('via'), message: 'must be transcription for the task transcribe' })
  if (transcribes(entry) && (entry.inputs ?? []).some(({ role }) => role !== 'source'))
    problems.push({ path: at('inputs'), message: 'must be one recording, with the role "source", for a transcription' })
  if (entry.timeless !== undefined && !transcribes(entry))
    problems.push({ path: at('timeless'), message: 'can only be set for a transcription' })
  for (const key of ['max_images', 'streaming'] as const) {
    if (entry[key] !== undefined && type !== 'text') problems.push({ path: at(key), message: 'can only be set for a language model' })
  }
  if (entry.partial_images !== undefined && !(type === 'image' && entry.provider === 'openai'))
    problems.push({ path: at('partial_images'), message: 'can only be set for an image model of openai' })
  return problems
}

const oneOf = (names: readonly string[]) => (names.length > 1 ? `one of ${names.join(', ')}` : (names[0] ?? ''))

function checkLater(entry: Entry, at: At): FileProblem[] {
  const { later } = entry
  if (!later) return []
  const needed = entry.price ? 'price' : 'cost'
  const problems: FileProblem[] = []
  if (!later[needed]) problems.push({ path: at('later'), message: `must have a "${needed}", like the model` })
  for (const key of ['price', 'cost'] as const) problems.push(...checkPrice(later[key], { entry, path: at('later', key) }))
  return problems
}

function pricesFor(entry: Entry): readonly PriceMeasure[] {
  if (transcribes(entry)) return transcriptPrices
  const { type = 'text', task } = entry
  return type === 'video' && task ? workedOnPrices : usualPrices[type]
}

function checkPrice(price: Price | undefined, { entry, path }: { entry: Entry; path: string[] }): FileProblem[] {
  if (!price) return []
  const { type = 'text', options = {} } = entry
  const possible = pricesFor(entry)
  const measure = priceMeasures.find((key) => key in price)
  if (!measure || !possible.includes(measure))
    return [{ path, message: `must be one of ${possible.join(', ')} for a model of type ${transcribes(entry) ? 'transcription' : type}` }]
  if ('per_image' in price && measure !== 'per_image' && !entry.max_images)
    return [{ path: [...path, 'per_image'], message: 'needs "max_images"' }]
  if ('per_search' in price && !('search' in options)) return [{ path: [...path, 'per_search'], message: 'needs the option "search"' }]
  const hasOwn = Object.keys(options).length > 0
  return measure === 'per_second' && hasOwn && !('duration' in options)
    ? [{ path, message: 'is per second, so the model must have the option "duration"' }]
    : []
}

function checkInputs(entry: Entry, at: At): FileProblem[] {
  const { type = 'text', task, inputs = [], options = {} } = entry
  const problems: FileProblem[] = []
  for (const [index, input] of inputs.entries()) {
    const { role, sends } = input
    const path = at('inputs', String(index))
    if (inputs.findIndex((other) => other.role === role) < index) problems.push({ path, message: `has the role "${role}" a second time` })
    if (sends === undefined && !isSent(role, entry) && !transcribes(entry))
      problems.push({ path, message: `must have "sends": the field of the service that takes a "${role}"` })
    if (sends !== undefined && type === 'text')
      problems.push({ path, message: 'must not have "sends": messages carry the inputs of a text model' })
    problems.push(...checkFiles(input, { types: input.types ?? usualTypes(role, entry), path }))
    problems.push(...checkRoles(input, { roles: inputs.map((other) => other.role), path }))
    if (input.only_with) problems.push(...checkWhen(input.only_with, { options, path: [...path, 'only_with'] }))
  }
  if (task !== undefined && inputs.length > 0) problems.push(...checkTaskInputs(entry, at))
  return problems
}

/** A model with a task works on a given file, without which pages cannot offer it. */
function checkTaskInputs({ type, task, inputs = [] }: Entry, at: At): FileProblem[] {
  const source = inputs.find(({ role }) => role === 'source')
  if (!source) return [{ path: at('inputs'), message: `must have one with the role "source" for the task ${task}` }]
  const isWorkedOn = (source.types ?? usualTypes('source', { type, task })).some((one) => task === 'transcribe' || one === type)
  const problems: FileProblem[] = []
  if (!isWorkedOn)
    problems.push({ path: at('inputs', String(inputs.indexOf(source)), 'types'), message: `must contain ${type} for the task ${task}` })
  if (task === 'lip_sync' && !inputs.some(({ role }) => role === 'speech'))
    problems.push({ path: at('inputs'), message: 'must have one with the role "speech" for the task lip_sync' })
  return problems
}

function checkFiles(input: InputEntry, { types, path }: { types: readonly string[]; path: string[] }): FileProblem[] {
  const { min, max, min_seconds: shortest, max_seconds: longest } = input
  const problems: FileProblem[] = []
  const recorded = types.includes('audio') || types.includes('video')
  for (const kind of ['audio', 'video'] as const) {
    if (input[`${kind}_types`] && !types.includes(kind))
      problems.push({ path: [...path, `${kind}_types`], message: `needs ${kind} among the "types"` })
  }
  for (const key of ['min_seconds', 'max_seconds'] as const) {
    if (input[key] !== undefined && !recorded) problems.push({ path: [...path, key], message: 'needs audio or video among the "types"' })
  }
  if (min !== undefined && min > max) problems.push({ path: [...path, 'min'], message: 'must not be more than "max"' })
  if (min !== undefined && !input.required) problems.push({ path: [...path, 'min'], message: 'needs "required: true"' })
  if (shortest !== undefined && longest !== undefined && shortest > longest)
    problems.push({ path: [...path, 'min_seconds'], message: 'must not be more than "max_seconds"' })
  return problems
}

function checkRoles(
  { role, needs, not_with: foes = [] }: InputEntry,
  { roles, path }: { roles: readonly InputRole[]; path: string[] },
): FileProblem[] {
  const others = roles.filter((one) => one !== role)
  const named = [...(needs === undefined ? [] : [['needs', needs] as const]), ...foes.map((foe) => ['not_with', foe] as const)]
  const problems: FileProblem[] = named
    .filter(([, other]) => !others.includes(other))
    .map(([key, other]) => ({
      path: [...path, key],
      message: `has the role "${other}", which is no other input of this model`,
      known: others,
      wrong: other,
    }))
  if (needs !== undefined && foes.includes(needs))
    problems.push({ path: [...path, 'not_with'], message: `must not contain "${needs}", which is needed` })
  return problems
}

type OptionContext = {
  options: Record<string, OptionEntry>
  /** The option that has the condition; absent for an input. */ name?: string
  path: string[]
}

function checkOption(entry: OptionEntry, { options, name, path }: OptionContext): FileProblem[] {
  const problems = entry.only_with ? checkWhen(entry.only_with, { options, name, path: [...path, 'only_with'] }) : []
  if ('choices' in entry) {
    const values = choiceEntries(entry)
    const known = values.map(([value]) => value)
    if (entry.default !== undefined && !known.includes(String(entry.default)))
      problems.push({ path: [...path, 'default'], message: `must be one of ${known.join(', ')}`, known, wrong: String(entry.default) })
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
      ...(choices && { known: choices, wrong: String(wrong) }),
    },
  ]
}

function takes(entry: OptionEntry, value: string | number | boolean): boolean {
  if ('choices' in entry) return choiceEntries(entry).some(([choice]) => choice === String(value))
  if ('switch' in entry) return typeof value === 'boolean'
  return 'from' in entry && typeof value === 'number' && value >= entry.from && value <= entry.to
}

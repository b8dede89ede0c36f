import { editTasks, type InputRole, type Kind, videoTasks } from '#app/contract/base/values.ts'
import { catalogueEntry } from '../catalogue/catalogue.ts'
import { checkSent } from './check-sent.ts'
import { choiceEntries, embeds, transcribes, usualTypes } from './declared.ts'
import type { FileProblem } from './problem-texts.ts'
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

const usualPrices: Record<Kind, readonly PriceMeasure[]> = {
  text: ['per_run', 'per_1000_characters', 'per_1000_tokens_in'],
  image: ['per_run', 'per_image', 'per_1000_characters'],
  audio: ['per_run', 'per_second', 'per_1000_characters'],
  video: ['per_run', 'per_second', 'per_1000_characters'],
}
/** Prices by the length of the given recording. */
const transcriptPrices: readonly PriceMeasure[] = ['per_run', 'per_minute', 'per_input_second']
const workedOnPrices: readonly PriceMeasure[] = ['per_run', 'per_second', 'per_minute', 'per_input_second', 'per_1000_characters']

const embeddingPrices: readonly PriceMeasure[] = ['per_run', 'per_1000_tokens_in']

/** The tasks of the models of a kind. */
const tasksOf: Record<Kind, readonly string[]> = { text: ['embed'], image: editTasks, video: videoTasks, audio: ['transcribe'] }

/**
 * Returns the problems of a model that its schema cannot find. A model whose service is named in the file is new; then further fields are
 * required. `wasValid`: an earlier version has published it, so that an option without effect does not take the model away.
 */
export function checkEntry(id: string, entry: Entry, { wasValid = false } = {}): FileProblem[] {
  const at = (...path: string[]) => ['models', id, ...path]
  if (entry.provider === undefined) {
    const stray = onlyForNew.find((key) => key in entry)
    if (stray !== undefined) return [{ path: at(stray), code: 'only_new' }]
    const known = catalogueEntry(id)
    const measure = entry.price && measureOf(entry.price)
    return known && measure ? checkCounted(measure, { options: known.options, path: at('price') }) : []
  }
  const missing = (['name', 'model', 'type'] as const).filter((key) => entry[key] === undefined)
  const problems: FileProblem[] = missing.map((key) => ({ path: at('provider'), code: 'new_needs', values: { key } }))
  if (id.length > 100) problems.push({ path: at(), code: 'id_too_long', values: { limit: 100 } })
  const { options = {} } = entry
  problems.push(...checkKind(entry, at))
  for (const key of ['price', 'cost'] as const) problems.push(...checkPrice(entry[key], { entry, path: at(key) }))
  problems.push(...checkLater(entry, at))
  for (const [name, option] of Object.entries(options)) problems.push(...checkOption(option, { options, name, path: at('options', name) }))
  problems.push(...checkInputs(entry, at))
  if (wasValid || problems.length > 0) return problems
  return [...checkSent(id, entry), ...checkInvented(entry, at('price'))]
}

type At = (...path: string[]) => string[]

/** Checks the keys that only some kinds of models can have. */
function checkKind(entry: Entry, at: At): FileProblem[] {
  const { type = 'text', via, task } = entry
  const problems: FileProblem[] = []
  const known = tasksOf[type]
  if (task !== undefined && !known.includes(task)) {
    const values = { names: known.join(', '), count: known.length, type }
    problems.push({ path: at('task'), code: known.length > 0 ? 'task_kind' : 'no_task', values, known, wrong: task })
  }
  if (via === 'transcription' && type !== 'audio') problems.push({ path: at('via'), code: 'via_audio' })
  if (task === 'transcribe' && via !== undefined && via !== 'transcription') problems.push({ path: at('via'), code: 'via_transcription' })
  if (via === 'embedding' && type !== 'text') problems.push({ path: at('via'), code: 'via_text' })
  if (task === 'embed' && via !== undefined && via !== 'embedding') problems.push({ path: at('via'), code: 'via_embedding' })
  if (embeds(entry) && (entry.inputs ?? []).length > 0) problems.push({ path: at('inputs'), code: 'no_files' })
  if (transcribes(entry) && (entry.inputs ?? []).some(({ role }) => role !== 'source'))
    problems.push({ path: at('inputs'), code: 'one_recording' })
  if (entry.timeless !== undefined && !transcribes(entry)) problems.push({ path: at('timeless'), code: 'only_transcription' })
  for (const key of ['max_images', 'streaming'] as const) {
    if (entry[key] !== undefined && (type !== 'text' || embeds(entry))) problems.push({ path: at(key), code: 'only_language' })
  }
  if (entry.partial_images !== undefined && !(type === 'image' && entry.provider === 'openai'))
    problems.push({ path: at('partial_images'), code: 'only_openai_image' })
  return problems
}

function checkLater(entry: Entry, at: At): FileProblem[] {
  const { later } = entry
  if (!later) return []
  const needed = entry.price ? 'price' : 'cost'
  const problems: FileProblem[] = []
  if (!later[needed]) problems.push({ path: at('later'), code: 'later_needs', values: { key: needed } })
  for (const key of ['price', 'cost'] as const) problems.push(...checkPrice(later[key], { entry, path: at('later', key) }))
  return problems
}

function pricesFor(entry: Entry): readonly PriceMeasure[] {
  if (transcribes(entry)) return transcriptPrices
  if (embeds(entry)) return embeddingPrices
  const { type = 'text', task } = entry
  return type === 'video' && task ? workedOnPrices : usualPrices[type]
}

const measureOf = (price: Price) => priceMeasures.find((key) => key in price)

function checkPrice(price: Price | undefined, { entry, path }: { entry: Entry; path: string[] }): FileProblem[] {
  if (!price) return []
  const { type = 'text', options = {} } = entry
  const possible = pricesFor(entry)
  const measure = measureOf(price)
  if (!measure || !possible.includes(measure))
    return [
      {
        path,
        code: 'price_kind',
        values: { names: possible.join(', '), type: transcribes(entry) ? 'transcription' : embeds(entry) ? 'embedding' : type },
      },
    ]
  if ('per_image' in price && measure !== 'per_image' && !entry.max_images)
    return [{ path: [...path, 'per_image'], code: 'needs_key', values: { key: 'max_images' } }]
  if ('per_search' in price && !('search' in options))
    return [{ path: [...path, 'per_search'], code: 'needs_option', values: { option: 'search' } }]
  if ('per_program' in price && !('code' in options))
    return [{ path: [...path, 'per_program'], code: 'needs_option', values: { option: 'code' } }]
  return entry.options ? checkCounted(measure, { options, path }) : []
}

/** A price by the second needs lengths that the entry states. Without options, a model makes one image. */
function checkInvented({ price, cost, options }: Entry, path: string[]): FileProblem[] {
  const perSecond = [price, cost].some((one) => one && 'per_second' in one)
  return perSecond && !options ? checkCounted('per_second', { options: {}, path }) : []
}

/** The options that prices count. */
const countedBy: Partial<Record<PriceMeasure, string>> = { per_image: 'count', per_second: 'duration' }

function checkCounted(measure: PriceMeasure, { options, path }: { options: object; path: string[] }): FileProblem[] {
  const option = countedBy[measure]
  return option === undefined || option in options ? [] : [{ path, code: 'price_needs_option', values: { option } }]
}

function checkInputs(entry: Entry, at: At): FileProblem[] {
  const { type = 'text', task, inputs = [], options = {} } = entry
  const problems: FileProblem[] = []
  for (const [index, input] of inputs.entries()) {
    const { role, sends } = input
    const path = at('inputs', String(index))
    if (inputs.findIndex((other) => other.role === role) < index) problems.push({ path, code: 'role_twice', values: { role } })
    if (sends !== undefined && type === 'text') problems.push({ path, code: 'text_has_no_fields' })
    problems.push(...checkFiles(input, { types: input.types ?? usualTypes(role, entry), path }))
    problems.push(...checkRoles(input, { roles: inputs.map((other) => other.role), path }))
    if (input.only_with) problems.push(...checkWhen(input.only_with, { options, path: [...path, 'only_with'] }))
  }
  if (task !== undefined && task !== 'embed' && inputs.length > 0) problems.push(...checkTaskInputs(entry, at))
  return problems
}

/** A model with a task works on a given file, without which pages cannot offer it. */
function checkTaskInputs({ type, task, inputs = [] }: Entry, at: At): FileProblem[] {
  const source = inputs.find(({ role }) => role === 'source')
  if (!source) return [{ path: at('inputs'), code: 'task_needs_role', values: { role: 'source', task: `${task}` } }]
  const isWorkedOn = (source.types ?? usualTypes('source', { type, task })).some((one) => task === 'transcribe' || one === type)
  const problems: FileProblem[] = []
  if (!isWorkedOn)
    problems.push({
      path: at('inputs', String(inputs.indexOf(source)), 'types'),
      code: 'task_needs_type',
      values: { type: `${type}`, task: `${task}` },
    })
  if (task === 'lip_sync' && !inputs.some(({ role }) => role === 'speech'))
    problems.push({ path: at('inputs'), code: 'task_needs_role', values: { role: 'speech', task } })
  return problems
}

function checkFiles(input: InputEntry, { types, path }: { types: readonly string[]; path: string[] }): FileProblem[] {
  const { min, max, min_seconds: shortest, max_seconds: longest } = input
  const problems: FileProblem[] = []
  const recorded = types.includes('audio') || types.includes('video')
  for (const kind of ['audio', 'video'] as const) {
    if (input[`${kind}_types`] && !types.includes(kind))
      problems.push({ path: [...path, `${kind}_types`], code: 'needs_type', values: { type: kind } })
  }
  for (const key of ['min_seconds', 'max_seconds'] as const) {
    if (input[key] !== undefined && !recorded) problems.push({ path: [...path, key], code: 'needs_recording' })
  }
  if (min !== undefined && min > max) problems.push({ path: [...path, 'min'], code: 'more_than_key', values: { key: 'max' } })
  if (min !== undefined && !input.required) problems.push({ path: [...path, 'min'], code: 'needs_required' })
  if (shortest !== undefined && longest !== undefined && shortest > longest)
    problems.push({ path: [...path, 'min_seconds'], code: 'more_than_key', values: { key: 'max_seconds' } })
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
      code: 'no_such_role',
      values: { role: other },
      known: others,
      wrong: other,
    }))
  if (needs !== undefined && foes.includes(needs))
    problems.push({ path: [...path, 'not_with'], code: 'excludes_needed', values: { role: needs } })
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
      problems.push({
        path: [...path, 'default'],
        code: 'one_of',
        values: { names: known.join(', ') },
        known,
        wrong: String(entry.default),
      })
    for (const [value, settings] of values) {
      const to = [...path, 'choices', value]
      if (settings?.sends !== undefined && entry.sends === undefined) problems.push({ path: [...to, 'sends'], code: 'choice_needs_field' })
      if (settings?.only_with) problems.push(...checkWhen(settings.only_with, { options, name, path: [...to, 'only_with'] }))
      if (settings?.only_with && value === String(entry.default ?? known[0]))
        problems.push({ path: [...to, 'only_with'], code: 'limits_default' })
    }
  }
  if ('from' in entry) {
    const { from, to, default: preset = from } = entry
    if (from >= to) problems.push({ path: [...path, 'to'], code: 'not_above_key', values: { key: 'from' } })
    if (preset !== 'none' && (preset < from || preset > to))
      problems.push({ path: [...path, 'default'], code: 'outside', values: { from: `${from}`, to: `${to}` } })
  }
  if ('max_length' in entry && entry.default.length > entry.max_length)
    problems.push({ path: [...path, 'default'], code: 'longer_than_key', values: { key: 'max_length' } })
  return problems
}

function checkWhen(when: When, { options, name, path }: OptionContext): FileProblem[] {
  const [[other = '', values = []] = []] = Object.entries(when)
  const named = options[other]
  const known = Object.keys(options).filter((one) => one !== name)
  if (!named || other === name) return [{ path: [...path, other], code: 'no_such_option', known }]
  const wrong = [values].flat().find((value) => !takes(named, value))
  if (wrong === undefined) return []
  const choices = 'choices' in named ? choiceEntries(named).map(([value]) => value) : undefined
  return [
    {
      path: [...path, other],
      code: 'no_such_value',
      values: { value: JSON.stringify(wrong), option: other },
      ...(choices && { known: choices, wrong: String(wrong) }),
    },
  ]
}

function takes(entry: OptionEntry, value: string | number | boolean): boolean {
  if ('choices' in entry) return choiceEntries(entry).some(([choice]) => choice === String(value))
  if ('switch' in entry) return typeof value === 'boolean'
  return 'from' in entry && typeof value === 'number' && value >= entry.from && value <= entry.to
}

import type { LeftOut, ModelDocument } from '#app/contract/operator/model-definitions.ts'
import { type FileKind, type InputRole, type Kind, maxInputs } from '#app/contract/base/values.ts'
import { isReservedName } from '#app/contract/base/reserved-name.ts'
import { type ServerText, translate } from '../../i18n.ts'
import { type Field, type PublishedSchema, resolve } from './published-schema.ts'

type Draft = { document: ModelDocument; leftOut: LeftOut[] }
type DraftOptions = {
  provider: string
  /** The kind that the operator has chosen; without one, the output decides. */ type?: Kind | undefined
}

/** Names of our own for fields of the same meaning, with which prices, pages and texts work. */
const ourNames: Readonly<Record<string, string>> = {
  aspect_ratio: 'aspect',
  num_images: 'count',
  num_outputs: 'count',
  number_of_images: 'count',
  negative_prompt: 'negative',
  generate_audio: 'sound',
  output_format: 'format',
  guidance_scale: 'cfg',
  num_inference_steps: 'steps',
}
/** Options that people look for first; the others are folded. */
const shown: ReadonlySet<string> = new Set(['aspect', 'count', 'duration', 'resolution', 'quality', 'sound', 'voice', 'format'])

/** Names of fields for the prompt, the most usual first. */
const promptNames = ['prompt', 'text', 'text_input', 'input_text', 'gen_text', 'lyrics_prompt']

/** Fields that change how the service answers, which only its adapter may decide. */
const technical: ReadonlySet<string> = new Set([
  'sync_mode',
  'webhook',
  'webhook_url',
  'enable_safety_checker',
  'disable_safety_checker',
  'stream',
])

const longestPrompt = 10_000
const longestText = 2_000
const longestWords = 300
const mostFiles = 4

/** Describes a model by its published schema, as an entry that has no price yet. */
export function draftModel(schema: PublishedSchema, { provider, type: chosen }: DraftOptions): Draft {
  const { document, model, within, filled } = schema
  const type = chosen ?? kindOf(schema)
  const input = resolve(document, schema.input)
  const names = orderedNames(input)
  const properties = new Map(names.map((name) => [name, resolve(document, input.properties?.[name] ?? {})]))
  const promptName = promptNames.find((name) => properties.get(name)?.type === 'string')
  const at = (field: string) => (within === undefined ? field : `${within}.${field}`)
  /** Whether the whole request consists of the schema's fields. */
  const isQueued = filled.length === 0
  const leftOut: LeftOut[] = []
  const options: Record<string, unknown> = {}
  const inputs: Record<string, unknown>[] = []
  for (const [name, field] of properties) {
    if (name === promptName || filled.includes(name)) continue
    const required = input.required?.includes(name) ?? false
    const file = fileOf(document, name, field)
    const role = file && roleOf(name, { ...file, type, taken: inputs.map((one) => one.role) })
    if (!/^[\w-]{1,60}$/.test(name) || isReservedName(name)) leftOut.push({ field: name, reason: 'name' })
    else if (technical.has(name)) leftOut.push({ field: name, reason: 'technical' })
    else if (file && !role) leftOut.push({ field: name, reason: 'file' })
    else if (file) inputs.push(inputEntry(file, { role, required, sends: at(name) }))
    else {
      const own = optionName(ourNames[name] ?? name, options)
      const option = own === undefined ? undefined : optionEntry(field, own)
      if (own === undefined || !option) leftOut.push({ field: name, reason: 'type' })
      else options[own] = { ...option, ...wordsOf(field, own, name), ...(!shown.has(own) && { more: true }), sends: at(name) }
    }
  }
  const prompt = promptName === undefined ? undefined : properties.get(promptName)
  return {
    document: {
      provider,
      model,
      type,
      ...(isQueued && { via: 'operation' }),
      name: schema.name ?? model,
      ...(schema.description && { description: schema.description.slice(0, longestWords) }),
      prompt_max_length: prompt || !isQueued ? Math.min(prompt?.maxLength ?? longestPrompt, longestPrompt) : 0,
      ...(promptName !== undefined && promptName !== 'prompt' && { prompt_sends: at(promptName) }),
      options,
      inputs,
    },
    leftOut,
  }
}

/** The order in which the service shows the fields, if it states one. */
function orderedNames({ properties = {}, ...input }: Field): string[] {
  const names = Object.keys(properties)
  const listed = (input['x-fal-order-properties'] ?? []).filter((name) => names.includes(name))
  const placed = [...listed, ...names.filter((name) => !listed.includes(name))]
  const placeOf = (name: string) => properties[name]?.['x-order'] ?? placed.indexOf(name)
  return placed.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const kindNames = [
  ['video', /video|movie/],
  ['image', /image|picture/],
  ['audio', /audio|speech|music|voice/],
] as const

/** The kind of the output: by its field, otherwise by the fields that only films have, otherwise by what the service says. */
function kindOf({ document, input, output, description = '', model }: PublishedSchema): Kind {
  const { properties = {} } = output ? resolve(document, output) : {}
  const named = (text: string) => kindNames.find(([, pattern]) => pattern.test(text))?.[0]
  const byField = Object.keys(properties)
    .map(named)
    .find((kind) => kind !== undefined)
  if (byField) return byField
  const fields = Object.keys(resolve(document, input).properties ?? {})
  if (fields.some((name) => /^(?:fps|num_frames|duration)$/.test(name)) && !/music|audio|sound/i.test(`${model} ${description}`))
    return 'video'
  return named(`${model} ${description}`.toLowerCase()) ?? 'image'
}

type GivenFile = { kind: FileKind; isList: boolean; most: number }

/** The file that a field takes; undefined for a field of another type. */
function fileOf(document: PublishedSchema['document'], name: string, field: Field): GivenFile | undefined {
  const items = field.type === 'array' && field.items ? resolve(document, field.items) : undefined
  const single = items ?? field
  const isFile =
    single.type === 'string' && !single.enum && (single.format === 'uri' || single.format === 'binary' || /(?:^|_)urls?$/.test(name))
  if (!isFile) return undefined
  const kind =
    kindNames.find(([, pattern]) => pattern.test(name))?.[0] ?? (/frame|mask|photo|face|portrait/.test(name) ? 'image' : undefined)
  return kind && { kind, isList: items !== undefined, most: Math.min(field.maxItems ?? mostFiles, maxInputs) }
}

type Placing = GivenFile & { type: Kind; taken: readonly unknown[] }

/** The role of a file, by the name of its field; undefined if each that fits is taken. */
function roleOf(name: string, { kind, isList, type, taken, most }: Placing): InputRole | undefined {
  // A field for a list must get one, which needs more than one file.
  if (isList && most < 2) return undefined
  return fittingRoles(name, { kind, isList, type }).find((role) => !taken.includes(role))
}

function fittingRoles(name: string, { kind, isList, type }: Pick<Placing, 'kind' | 'isList' | 'type'>): InputRole[] {
  if (kind === 'audio') return type === 'video' ? ['speech', 'reference'] : ['reference', 'source']
  if (kind === 'video') return ['source', 'reference']
  if (/mask/.test(name)) return ['mask']
  if (isList || /reference|subject|style/.test(name)) return ['reference', 'source']
  if (type !== 'video') return ['source', 'reference']
  return /(?:^|_)(?:end|last|tail|final)/.test(name) ? ['last_frame'] : ['first_frame', 'reference']
}

const usualKinds: Readonly<Partial<Record<InputRole, FileKind>>> = { speech: 'audio' }

const inputEntry = (
  { kind, isList, most }: GivenFile,
  { role, required, sends }: { role: InputRole | undefined; required: boolean; sends: string },
) => ({
  role,
  ...(kind !== (usualKinds[role ?? 'source'] ?? 'image') && { types: [kind] }),
  ...(isList && { max: most }),
  ...(required && { required }),
  sends,
})

/** A valid name that no other option has. */
function optionName(name: string, taken: object): string | undefined {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '_')
    .slice(0, 40)
  return /^[a-z]/.test(plain) && !isReservedName(plain) && !Object.hasOwn(taken, plain) ? plain : undefined
}

/** An option that offers what the field takes; undefined for lists, objects and unknown types. */
function optionEntry(field: Field, name: string): Record<string, unknown> | undefined {
  const { type } = field
  if (field.enum) return choiceEntry(field.enum, field.default, name)
  if (type === 'boolean') return typeof field.default === 'boolean' ? { switch: field.default } : { choices: undecided }
  if (name === 'seed' && type === 'integer') return { seed: true }
  if (type === 'integer' || type === 'number') return rangeEntry(field, type)
  if (type !== 'string') return undefined
  const preset = typeof field.default === 'string' ? field.default : ''
  return {
    max_length: Math.max(Math.min(field.maxLength ?? longestText, longestText), preset.length, 1),
    ...(preset && { default: preset }),
  }
}

const words = (text: ServerText) => ({ en: translate('en', text), ru: translate('ru', text) })

const automatic = { label: words(/*i18n*/ { id: 'definition.automatic', message: 'Automatic' }), sends: null }
/** The choices of a switch for which the service has a default that it does not state. */
const undecided = {
  auto: automatic,
  on: { label: words(/*i18n*/ { id: 'definition.on', message: 'On' }), sends: true },
  off: { label: words(/*i18n*/ { id: 'definition.off', message: 'Off' }), sends: false },
}

const isPlain = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)

function choiceEntry(values: readonly unknown[], preset: unknown, name: string): Record<string, unknown> | undefined {
  const plain = values.filter(isPlain)
  if (plain.length === 0) return undefined
  // A price by the second counts the number of a choice such as `8s`.
  const choiceOf = (value: string | number | boolean) => (name === 'duration' ? String(value).replace(/^(\d+)s$/, '$1') : String(value))
  const choices = Object.fromEntries(plain.map((value) => [choiceOf(value), choiceOf(value) === value ? null : { sends: value }]))
  if (isPlain(preset) && plain.includes(preset)) return { choices, default: choiceOf(preset) }
  // Without a default of the schema, nothing is sent unless a person chooses.
  const unset = ['auto', 'default', 'unset'].find((one) => !Object.hasOwn(choices, one)) ?? 'none_chosen'
  return { choices: { [unset]: automatic, ...choices }, default: unset }
}

const largest = { integer: 2 ** 31 - 1, number: 1_000_000 }

/** A range of numbers. The service's own value applies where it states no default. */
function rangeEntry(field: Field, type: 'integer' | 'number') {
  const least = type === 'integer' ? 1 : 0.01
  // Before version 3.1 of OpenAPI an exclusive limit is a flag.
  const above =
    typeof field.exclusiveMinimum === 'number'
      ? field.exclusiveMinimum + least
      : (field.minimum ?? 0) + (field.exclusiveMinimum === true ? least : 0)
  const below = typeof field.exclusiveMaximum === 'number' ? field.exclusiveMaximum - least : (field.maximum ?? largest[type])
  const preset = typeof field.default === 'number' ? field.default : undefined
  const [from, to] = [Math.min(above, preset ?? above), Math.max(below, preset ?? below)]
  const isOpen = field.maximum === undefined && field.exclusiveMaximum === undefined
  return {
    from,
    to: to > from ? to : from + 1,
    ...(type === 'integer' ? { step: field.multipleOf ?? 1 } : field.multipleOf !== undefined && { step: field.multipleOf }),
    default: preset ?? 'none',
    ...(isOpen && { control: 'field' }),
  }
}

/** The service's words for an option that has no usual name. */
function wordsOf({ title, description }: Field, own: string, name: string) {
  const isUsual = Object.values(ourNames).includes(own) || shown.has(own) || own === 'seed'
  const label = title?.trim() || name.replaceAll('_', ' ')
  const words = description?.trim().slice(0, longestWords)
  return { ...(!isUsual && { label: label.slice(0, 80) }), ...(words && { description: words }) }
}

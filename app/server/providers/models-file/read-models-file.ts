import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { closest, distance } from 'fastest-levenshtein'
import * as v from 'valibot'
import { type Document, isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml'
import type { PriceRule } from '#app/contract/models.ts'
import type { FileKind } from '#app/contract/values.ts'
import { EnvError } from '../../env.ts'
import { priceOfCost } from '../catalogue-builders.ts'
import { scalePrice, times } from '../scale-price.ts'
import type { CatalogueModel } from '../catalogue-model.ts'
import { input, option, promptFor } from '../catalogue-options.ts'
import { noPrice } from '../connected/no-price.ts'
import { checkEntry, type FileProblem } from './check-entry.ts'
import { factorsOf, toInput, toOptions, toText, toWire } from './declared.ts'
import type { ModelsFile } from './no-models-file.ts'
import { type Entry, fileSchema, keysOf, type Price } from './schema.ts'

/** Errors of the file; each line names the file, the line, the key and the error. */
export class ModelsFileError extends EnvError {}

export async function readModelsFile(path: string): Promise<ModelsFile> {
  const source = await readFile(path, 'utf8').catch(() => {
    throw new ModelsFileError(`MODELS_FILE: ${basename(path)} cannot be read.`)
  })
  return parseModelsFile(source, basename(path))
}

/** Parses YAML, which includes JSON. */
export function parseModelsFile(source: string, name: string): ModelsFile {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0)
    throw new ModelsFileError(document.errors.map((error) => `${name}:${lines.linePos(error.pos[0]).line}: ${error.message}`).join('\n'))
  if (document.contents !== null && !isMap(document.contents))
    throw new ModelsFileError(`${name}:1: the file must be a map with "models", "price_factor" or both.`)
  const result = v.safeParse(fileSchema, document.toJS() ?? {})
  const problems: FileProblem[] = result.success
    ? Object.entries(result.output.models).flatMap(([id, one]) => checkEntry(id, one))
    : result.issues.map((issue) => ({ path: pathOf(issue), ...describeIssue(issue) }))
  if (problems.length > 0 || !result.success)
    throw new ModelsFileError(
      problems.map((problem) => `${name}:${lineOf(document, lines, problem.path)}: ${sentenceOf(problem)}`).join('\n'),
    )
  return toModelsFile(result.output)
}

const pathOf = (issue: v.BaseIssue<unknown>): string[] => (issue.path ?? []).map((item) => String(item.key))

function describeIssue(issue: v.BaseIssue<unknown>): Omit<FileProblem, 'path'> {
  if (issue.kind === 'schema' && issue.expected === 'never') return { message: 'is not known here', known: keysAt(pathOf(issue)) }
  return { message: issue.message.startsWith('m') ? issue.message : `must be ${issue.expected ?? 'something else'}` }
}

/** Returns the keys allowed at the end of a path. */
function keysAt({ length, 2: list }: readonly string[]): readonly string[] {
  if (length === 1) return keysOf('file')
  if (length === 3) return keysOf('model')
  if (list === 'inputs') return keysOf('input')
  return keysOf(length === 5 ? 'option' : 'choice')
}

/** Largest distance, in letters, from a wrong name to a suggested one. */
const nearEnough = 3

function sentenceOf({ path, message, known = [] }: FileProblem): string {
  const wrong = path.at(-1) ?? ''
  const nearest = known.length > 0 ? closest(wrong, [...known]) : ''
  const guess = nearest && nearest !== wrong && distance(wrong, nearest) <= nearEnough ? ` Did you mean "${nearest}"?` : ''
  return `${path.join(' → ') || 'the file'} ${message}.${guess}`
}

/** Returns the line of the key, or of its nearest parent. */
function lineOf(document: Document.Parsed, lines: LineCounter, path: readonly string[]): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const around = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true)
    const item: unknown = isSeq(around) ? around.items[Number(path[depth - 1])] : undefined
    if (isNode(item) && item.range) return lines.linePos(item.range[0]).line
    if (!isMap(around)) continue
    for (const { key } of around.items) {
      if (isKey(key, path[depth - 1]) && key.range) return lines.linePos(key.range[0]).line
    }
  }
  return 1
}

function isKey(key: unknown, name: string | undefined): key is { value: unknown; range?: [number, number, number] } {
  return typeof key === 'object' && key !== null && 'value' in key && String(key.value) === name
}

function toModelsFile({ price_factor, models }: v.InferOutput<typeof fileSchema>): ModelsFile {
  const entries = new Map(Object.entries(models))
  const added = Object.entries(models).flatMap(([id, one]) =>
    one.provider === undefined ? [] : [{ provider: one.provider, model: toModel(id, one) }],
  )
  return {
    ids: [...entries.keys()],
    hides: (id) => entries.get(id)?.hidden === true,
    fallbacks: Object.values(models).flatMap(({ fallback }) => fallback ?? []),
    added: (provider) => added.filter((one) => one.provider === provider).map(({ model }) => model),
    adjust(model) {
      const one = entries.get(model.id)
      if (one?.hidden) return undefined
      const own = one?.price && toRule(one.price)
      const factor = one?.price_factor ?? (own ? 1 : price_factor)
      const wasUnpriced = model.unavailable?.text === noPrice
      return {
        ...model,
        ...(one?.name && { name: toText(one.name) }),
        ...(one?.description && { description: toText(one.description) }),
        ...(one?.fallback && { fallback: one.fallback }),
        ...(one?.prompt_max_length && { prompt: { ...model.prompt, maxLength: one.prompt_max_length } }),
        price: scalePrice(own ? withFactors(own, model.price) : model.price, factor),
        ...(own && wasUnpriced && { unavailable: null }),
      }
    },
  }
}

function toRule(rule: Price): PriceRule {
  if ('per_run' in rule) return { base: rule.per_run, per: null }
  const { base } = rule
  if ('per_image' in rule) return { base, per: { measure: 'count', every: 1, tokens: rule.per_image } }
  if ('per_second' in rule) return { base, per: { measure: 'duration', every: 1, tokens: rule.per_second } }
  // A recording's length is counted by the second.
  if ('per_minute' in rule) return { base, per: { measure: 'input_duration', every: 1, tokens: times(rule.per_minute, 1 / 60) } }
  if ('per_1000_characters' in rule) return { base, per: { measure: 'prompt_characters', every: 1_000, tokens: rule.per_1000_characters } }
  return { base, per: { measure: 'model_tokens', every: 1_000, input: rule.per_1000_tokens_in, output: rule.per_1000_tokens_out } }
}

/** Replaces a price. It applies to the default options; the factors of other values stay. */
const withFactors = (own: PriceRule, { factors }: PriceRule): PriceRule => (factors ? { ...own, factors } : own)

const usualVia = { text: 'text', image: 'image', audio: 'speech', video: 'operation' } as const
const usualMaxLength = 8_000
const usualMaxOutputTokens = 8_192

/**
 * Converts a model of the operator's. Without `options` it has those common to its kind. `adjust` sets a price given in the file; a cost
 * without a price is converted like those of the catalogue.
 */
function toModel(id: string, one: Entry): CatalogueModel {
  const type = one.type ?? 'text'
  const what = type === 'audio' ? soundOf(one) : type
  const longest = one.max_output_tokens ?? usualMaxOutputTokens
  const always: CatalogueModel['options'] = type === 'text' ? { system: option.system, max_output_tokens: option.longest(longest) } : {}
  const usual: Record<typeof what, CatalogueModel['options']> = {
    text: {},
    image: { count: option.count(1) },
    video: { duration: option.seconds({ from: 1, to: 10, preset: 5 }) },
    speech: {},
    music: { duration: option.seconds({ from: 10, to: 120, preset: 30 }) },
    transcription: { language: option.language, terms: option.terms },
  }
  const factors = factorsOf(one.options ?? {})
  const cost = one.cost && toRule(one.cost)
  const base = one.price ? toRule(one.price) : cost && priceOfCost(cost)
  const wire = toWire(one)
  return {
    id,
    model: one.model ?? id,
    via: one.via ?? usualVia[type],
    type,
    ...(what === 'transcription' && { task: 'transcribe' }),
    name: toText(one.name ?? id),
    description: toText(one.description ?? one.name ?? id),
    price: base ? { ...base, ...(factors && { factors }) } : null,
    options: { ...always, ...(one.options ? toOptions(one.options) : usual[what]) },
    inputs: inputsOf(one),
    prompt: promptFor(what, what === 'transcription' ? 0 : (one.prompt_max_length ?? (type === 'text' ? 40_000 : usualMaxLength))),
    ...(type === 'text' && { maxOutputTokens: longest, history: one.history ?? true }),
    ...(one.repeatable && { repeatable: true }),
    ...(wire && { wire }),
  }
}

function soundOf({ via }: Entry): 'speech' | 'music' | 'transcription' {
  if (via === 'transcription') return 'transcription'
  return via === 'operation' ? 'music' : 'speech'
}

function inputsOf({ via, inputs, takes_pictures }: Entry): CatalogueModel['inputs'] {
  if (via === 'transcription') return [input.recording()]
  if (inputs) return inputs.map(toInput)
  const read: FileKind[] = via === 'text' ? ['text'] : []
  return input.files(takes_pictures ? ['image', ...read] : read)
}

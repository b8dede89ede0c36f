import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import * as v from 'valibot'
import { type Document, isMap, LineCounter, parseDocument } from 'yaml'
import { kindSchema } from '#app/contract/common.ts'
import type { PriceRule } from '#app/contract/models.ts'
import { EnvError } from '../env.ts'
import type { ServerText } from '../i18n.ts'
import type { CatalogueModel } from './catalogue-model.ts'
import { input, option, promptFor } from './catalogue-options.ts'
import type { ModelsFile } from './no-models-file.ts'
import { noPrice } from './connected/no-price.ts'

/** Each line names the file, the line, the key and the error. */
export class ModelsFileError extends EnvError {}

const words = v.union(
  [v.pipe(v.string(), v.nonEmpty()), v.strictObject({ en: v.pipe(v.string(), v.nonEmpty()), ru: v.pipe(v.string(), v.nonEmpty()) })],
  'must be a text, or a text in "en" and "ru"',
)
const notNegative = v.pipe(v.number('must be a number'), v.finite('must be a number'), v.minValue(0, 'must not be negative'))
const wholeNumber = v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(1, 'must be at least 1'))

const price = v.union(
  [
    v.strictObject({ per_run: notNegative }),
    v.strictObject({ base: v.optional(notNegative, 0), per_image: notNegative }),
    v.strictObject({ base: v.optional(notNegative, 0), per_second: notNegative }),
    v.strictObject({ base: v.optional(notNegative, 0), per_1000_characters: notNegative }),
    v.strictObject({ base: v.optional(notNegative, 0), per_1000_tokens_in: notNegative, per_1000_tokens_out: notNegative }),
  ],
  'must be one of {per_run}, {per_image}, {per_second}, {per_1000_characters}, {per_1000_tokens_in, per_1000_tokens_out}, with numbers that are not negative, each but the first with an optional "base"',
)

const entry = v.strictObject({
  hidden: v.optional(v.boolean('must be true or false')),
  name: v.optional(words),
  description: v.optional(words),
  price: v.optional(price),
  price_factor: v.optional(notNegative),
  fallback: v.optional(v.pipe(v.string('must be the id of another model'), v.nonEmpty('must be the id of another model'))),
  prompt_max_length: v.optional(wholeNumber),
  /** Only for new models. */
  provider: v.optional(v.pipe(v.string('must be the name of a service or server'), v.nonEmpty('must be the name of a service or server'))),
  model: v.optional(
    v.pipe(v.string('must be the name of the model at its service'), v.nonEmpty('must be the name of the model at its service')),
  ),
  type: v.optional(kindSchema),
  via: v.optional(v.picklist(['text', 'image', 'speech', 'operation'], 'must be text, image, speech or operation')),
  max_output_tokens: v.optional(wholeNumber),
  takes_pictures: v.optional(v.boolean('must be true or false')),
})
type Entry = v.InferOutput<typeof entry>

const fileSchema = v.strictObject({
  /** For every model whose price the file does not set. */
  price_factor: v.optional(notNegative, 1),
  models: v.optional(v.record(v.string(), entry), {}),
})

export async function readModelsFile(path: string): Promise<ModelsFile> {
  const source = await readFile(path, 'utf8').catch(() => {
    throw new ModelsFileError(`MODELS_FILE: ${basename(path)} cannot be read.`)
  })
  return parseModelsFile(source, basename(path))
}

/** YAML, and JSON as a part of it. */
export function parseModelsFile(source: string, name: string): ModelsFile {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0)
    throw new ModelsFileError(document.errors.map((error) => `${name}:${lines.linePos(error.pos[0]).line}: ${error.message}`).join('\n'))
  if (document.contents !== null && !isMap(document.contents))
    throw new ModelsFileError(`${name}:1: the file must be a map with "models", "price_factor" or both.`)
  const result = v.safeParse(fileSchema, document.toJS() ?? {})
  const problems: Problem[] = result.success
    ? Object.entries(result.output.models).flatMap(([id, one]) => incomplete(id, one))
    : result.issues.map((issue) => ({ path: pathOf(issue), message: messageOf(issue) }))
  if (problems.length > 0 || !result.success)
    throw new ModelsFileError(
      problems
        .map(({ path, message }) => `${name}:${lineOf(document, lines, path)}: ${path.join(' → ') || 'the file'} ${message}.`)
        .join('\n'),
    )
  return toModelsFile(result.output)
}

type Problem = { path: string[]; message: string }

const onlyForNew = ['model', 'type', 'via', 'max_output_tokens', 'takes_pictures'] as const

/** A model is new if the file names its service; then the other fields are required too. */
function incomplete(id: string, one: Entry): Problem[] {
  if (one.provider === undefined) {
    const stray = onlyForNew.find((key) => one[key] !== undefined)
    return stray ? [{ path: ['models', id, stray], message: 'can only be set for a new model, together with "provider"' }] : []
  }
  const missing = (['name', 'model', 'type'] as const).filter((key) => one[key] === undefined)
  const problems = missing.map((key) => ({ path: ['models', id, 'provider'], message: `adds a model, which must have a "${key}"` }))
  return id.length > 100 ? [...problems, { path: ['models', id], message: 'must have at most 100 characters' }] : problems
}

const pathOf = (issue: v.BaseIssue<unknown>): string[] => (issue.path ?? []).map((item) => String(item.key))

function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind === 'schema' && issue.expected === 'never') return 'is not known here'
  return issue.message.startsWith('must') ? issue.message : `must be ${issue.expected ?? 'something else'}`
}

/** The line of the key, or of its nearest parent. */
function lineOf(document: Document.Parsed, lines: LineCounter, path: readonly string[]): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const around = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true)
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
        price: scale(own ? withFactors(own, model.price) : model.price, factor),
        ...(own && wasUnpriced && { unavailable: null }),
      }
    },
  }
}

function toText(text: v.InferOutput<typeof words>): ServerText {
  const own = typeof text === 'string' ? { en: text, ru: text } : text
  return { id: 'models_file', message: own.en, own }
}

function toRule(rule: v.InferOutput<typeof price>): PriceRule {
  if ('per_run' in rule) return { base: rule.per_run, per: null }
  const { base } = rule
  if ('per_image' in rule) return { base, per: { measure: 'count', every: 1, tokens: rule.per_image } }
  if ('per_second' in rule) return { base, per: { measure: 'duration', every: 1, tokens: rule.per_second } }
  if ('per_1000_characters' in rule) return { base, per: { measure: 'prompt_characters', every: 1_000, tokens: rule.per_1000_characters } }
  return { base, per: { measure: 'model_tokens', every: 1_000, input: rule.per_1000_tokens_in, output: rule.per_1000_tokens_out } }
}

/** A price applies to the default options; the factors of other values stay the same. */
const withFactors = (own: PriceRule, { factors }: PriceRule): PriceRule => (factors ? { ...own, factors } : own)

const times = (amount: number, factor: number) => Number((amount * factor).toPrecision(9))

function scale(rule: PriceRule, factor: number): PriceRule {
  if (factor === 1) return rule
  const { base, per } = rule
  const scaled =
    per === null
      ? null
      : per.measure === 'model_tokens'
        ? { ...per, input: times(per.input, factor), output: times(per.output, factor) }
        : { ...per, tokens: times(per.tokens, factor) }
  return { ...rule, base: times(base, factor), per: scaled }
}

const usualVia = { text: 'text', image: 'image', audio: 'speech', video: 'operation' } as const
const usualMaxLength = 8_000
const usualMaxOutputTokens = 8_192

/** A model of the operator's, with the options that every model of its kind has. `adjust` adds name and price. */
function toModel(id: string, one: Entry): CatalogueModel {
  const type = one.type ?? 'text'
  const what = type === 'audio' ? (one.via === 'operation' ? 'music' : 'speech') : type
  const longest = one.max_output_tokens ?? usualMaxOutputTokens
  const options: Record<typeof what, CatalogueModel['options']> = {
    text: { system: option.system, max_output_tokens: option.longest(longest) },
    image: { count: option.count(1) },
    video: { duration: option.seconds({ from: 1, to: 10, preset: 5 }) },
    speech: {},
    music: { duration: option.seconds({ from: 10, to: 120, preset: 30 }) },
  }
  return {
    id,
    model: one.model ?? id,
    via: one.via ?? usualVia[type],
    type,
    name: toText(one.name ?? id),
    description: toText(one.description ?? one.name ?? id),
    price: null,
    options: options[what],
    inputs: one.takes_pictures ? [input.pictures(4)] : [],
    prompt: promptFor(what, one.prompt_max_length ?? (type === 'text' ? 40_000 : usualMaxLength)),
    ...(type === 'text' && { maxOutputTokens: longest, history: true }),
  }
}

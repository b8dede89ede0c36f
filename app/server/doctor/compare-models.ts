import * as v from 'valibot'
import type { Kind } from '#app/contract/base/values.ts'
import type { ServiceId } from '../env.ts'
import type { CatalogueModel } from '../providers/catalogue/model.ts'
import { hasEnded, type RetiredModel } from '../providers/lifecycle.ts'
import { listNames, type Phrase, phrase } from './finding.ts'
import { withNearest } from './with-nearest.ts'

/** The kinds that a service's list is documented to contain. A model of another kind is not missing because it is not listed. */
const listedKinds: Partial<Record<ServiceId, readonly Kind[]>> = {
  openai: ['text', 'image', 'audio', 'video'],
  google: ['text', 'image', 'audio', 'video'],
  xai: ['text', 'image', 'video'],
  anthropic: ['text'],
  mistral: ['text', 'audio'],
  deepseek: ['text'],
  groq: ['text', 'audio'],
  elevenlabs: ['audio'],
}

// A name is printed, so it may be nothing but a name.
const nameSchema = v.pipe(v.string(), v.regex(/^[\w./:@-]{1,100}$/))
const dateSchema = v.fallback(
  v.nullish(
    v.pipe(
      v.string(),
      v.regex(/^\d{4}-\d\d-\d\d/),
      v.transform((date) => date.slice(0, 10)),
    ),
  ),
  null,
)

/** The end of the year 9999 in seconds, which is the last day of a four-digit year. */
const latestDay = 253_402_300_799

/** The fields of all services' lists: OpenAI `shutdown_date`, Mistral `deprecation`, Groq `active`, Anthropic `created_at`. */
const listedSchema = v.object({
  id: v.optional(nameSchema),
  /** Google's and Ollama's name. */
  name: v.optional(v.string()),
  model_id: v.optional(nameSchema),
  aliases: v.fallback(v.optional(v.array(nameSchema), []), []),
  created: v.fallback(v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(latestDay))), undefined),
  created_at: dateSchema,
  shutdown_date: dateSchema,
  deprecation: dateSchema,
  active: v.fallback(v.optional(v.boolean(), true), true),
  supportedGenerationMethods: v.fallback(v.optional(v.array(v.string())), undefined),
})

export type Listed = {
  name: string
  /** The first day on which the model is unavailable, as listed; null if none is announced. */
  endsAt: string | null
  /** The day on which the model appeared; null if the list does not say. */
  since: string | null
  isActive: boolean
  /** Google's methods of calling the model. */
  methods: readonly string[] | undefined
}

const bodySchema = v.union([
  v.pipe(
    v.object({ data: v.array(v.unknown()) }),
    v.transform(({ data }) => data),
  ),
  v.pipe(
    v.object({ models: v.array(v.unknown()) }),
    v.transform(({ models }) => models),
  ),
  v.array(v.unknown()),
])

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)

/** Reads the list of any service; entries that are not understood are left out. */
export function readList(json: unknown): Listed[] {
  const body = v.safeParse(bodySchema, json)
  if (!body.success) return []
  return body.output.flatMap((given) => {
    const parsed = v.safeParse(listedSchema, given)
    if (!parsed.success) return []
    const one = parsed.output
    const google = v.safeParse(nameSchema, one.name?.replace(/^models\//, ''))
    const name = one.id ?? one.model_id ?? (google.success ? google.output : undefined)
    if (name === undefined) return []
    const since = one.created_at ?? (one.created === undefined ? null : dayOf(one.created))
    const facts = {
      endsAt: one.shutdown_date ?? one.deprecation ?? null,
      since,
      isActive: one.active,
      methods: one.supportedGenerationMethods,
    }
    return [name, ...one.aliases].map((each) => ({ name: each, ...facts }))
  })
}

const kindPatterns: readonly (readonly [RegExp, Kind | null])[] = [
  [/moderation|guard|realtime|live|rerank|ocr|search|robotics|computer-use|codex|deep-research|aqa|babbage|davinci/, null],
  [/embed/, 'text'],
  [/whisper|transcri|tts|speech|voice|music|lyria|^eleven_/, 'audio'],
  [/audio|voxtral/, null],
  [/image|imagen|banana|dall-e/, 'image'],
  [/video|veo|sora/, 'video'],
]

/** The kind that a listed model's name and methods suggest; null for a model that makes none of our kinds. */
export function kindOf({ name, methods }: Pick<Listed, 'name' | 'methods'>): Kind | null {
  const callable = ['generateContent', 'predict', 'predictLongRunning', 'embedContent']
  if (methods && !methods.some((method) => callable.includes(method))) return null
  const found = kindPatterns.find(([pattern]) => pattern.test(name.toLowerCase()))
  return found ? found[1] : 'text'
}

/** A dated version or alias of another name, such as `gpt-5.2-2026-01-15` or `mistral-large-2411`. */
const withoutVersion = (name: string) => name.replace(/-(?:latest|preview|\d{3,8}|\d{4}-\d\d-\d\d|\d\d-\d{4}|\d\d-\d\d)$/, '')

type Known = Pick<CatalogueModel, 'id' | 'model' | 'type' | 'via' | 'endsAt'> & { checked?: string }

export type CompareOptions = {
  models: readonly Known[]
  retired?: readonly Pick<RetiredModel, 'model'>[]
  listed: readonly Listed[]
  today: string
}

export const notListed = /*i18n*/ { id: 'doctor.not_listed', message: 'it doesn’t list {models}: hide them in MODELS_FILE' }
const itEnds = /*i18n*/ { id: 'doctor.it_ends', message: 'it ends {models}' }
const itEnded = /*i18n*/ { id: 'doctor.it_ended', message: 'it has ended {models}' }
const alsoHas = /*i18n*/ { id: 'doctor.also_has', message: 'it also has {models}: MODELS_FILE can add them' }

/** Returns sentences about the models that a service's list has and the catalogue lacks, and the other way around. */
export function compareModels(service: ServiceId, { models, retired = [], listed, today }: CompareOptions): Phrase[] {
  const kinds = listedKinds[service]
  if (!kinds || listed.length === 0) return []
  const current = models.filter((model) => !hasEnded(model, today))
  const byName = new Map(listed.map((one) => [one.name, one]))
  const isListed = ({ type, model }: Known) => kinds.includes(type) && !(service === 'elevenlabs' && model.startsWith('music'))
  const missing = current.filter((model) => isListed(model) && !byName.has(model.model))
  const knownNames = new Set(current.map(({ model }) => model))
  const unknownNames = [...byName.keys()].filter((name) => !knownNames.has(name))
  const fates = current.map((model) => {
    const { endsAt, isActive } = byName.get(model.model) ?? { endsAt: null, isActive: true }
    return { ...model, announced: endsAt, isOver: !isActive || (endsAt !== null && endsAt <= today) }
  })
  const ended = fates.flatMap(({ id, isOver }) => (isOver ? [id] : []))
  const ending = fates.flatMap(({ id, isOver, announced, endsAt }) =>
    !isOver && announced !== null && announced !== endsAt ? [`${id} (${announced})`] : [],
  )
  const fresh = newNames({ models, retired, listed }, kinds)
  return [
    ...sentence(
      notListed,
      missing.map(({ id, model }) => withNearest(id, unknownNames, model)),
    ),
    ...sentence(itEnded, ended),
    ...sentence(itEnds, ending),
    // All of them: a new model must not hide behind old ones.
    ...(fresh.length > 0 ? [phrase(alsoHas, { models: fresh.join(', ') })] : []),
  ]
}

/** Returns the listed models that the catalogue lacks, whatever their age, the newest first. */
function newNames({ models, retired, listed }: Required<Omit<CompareOptions, 'today'>>, kinds: readonly Kind[]): string[] {
  const known = new Set([...models, ...retired].flatMap(({ model }) => [model, withoutVersion(model)]))
  const found = listed.filter((one) => {
    const kind = kindOf(one)
    if (kind === null || !kinds.includes(kind) || !one.isActive || one.endsAt !== null) return false
    return !known.has(one.name) && !known.has(withoutVersion(one.name))
  })
  const newestFirst = found.toSorted((a, b) => (b.since ?? '').localeCompare(a.since ?? ''))
  return [...new Set(newestFirst.map(({ name }) => name))]
}

const sentence = (text: typeof notListed, names: readonly string[]): Phrase[] =>
  names.length > 0 ? [phrase(text, { models: listNames(names) })] : []

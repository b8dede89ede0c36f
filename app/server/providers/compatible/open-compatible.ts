import * as v from 'valibot'
import type { PriceRule } from '#app/contract/runs/models.ts'
import { mostPictures, perMillionTokens, priceOfCost } from '../catalogue/costs.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { type Effort, effortsAmong } from '../catalogue/options.ts'
import type { OpenLiveServer } from '../connected/service.ts'
import { reportedAbilities } from '../connected/text/abilities.ts'
import type { KindModel } from '../kinds.ts'
import { ProviderError } from '../provider.ts'
import type { Voice } from '../connected/voices.ts'
import { askEfforts, askReported, askVoices, isOfLmStudio, readVoices, type Reported } from './ask-reported.ts'
import { askServer } from './ask-server.ts'
import { type CompatibleAccess, compatibleText, type Dialect } from './compatible-text.ts'
import { type ListedKind, listedModel, ownEfforts } from './listed-model.ts'
import { openLiveList } from './live-list.ts'

/** Largest number of models that one server may list. */
const mostModels = 500

/** Dollars; a negative price means that it depends on the request, and is ignored. */
const dollars = v.fallback(v.nullable(v.pipe(v.string(), v.decimal(), v.transform(Number), v.minValue(0))), null)

/** The fields of a model; each server adds different ones to OpenAI's. */
const modelSchema = v.object({
  id: v.string(),
  /** Context length, as vLLM names it; other servers use other names. */
  max_model_len: v.optional(v.nullable(v.number())),
  context_length: v.optional(v.nullable(v.number())),
  /** llama.cpp's field: the context that the server runs with, in newer versions, and that of the model. */
  meta: v.optional(v.nullable(v.object({ n_ctx: v.optional(v.nullable(v.number())), n_ctx_train: v.optional(v.nullable(v.number())) }))),
  /** OpenRouter's field. */
  architecture: v.optional(
    v.nullable(
      v.object({
        input_modalities: v.optional(v.nullable(v.array(v.string()))),
        output_modalities: v.optional(v.nullable(v.array(v.string()))),
      }),
    ),
  ),
  /** OpenRouter's prices in dollars per model token. */
  pricing: v.optional(v.nullable(v.object({ prompt: dollars, completion: dollars, image_output: v.optional(dollars, null) }))),
  /** OpenRouter's field: the parameters that a model knows. */
  supported_parameters: v.optional(v.nullable(v.array(v.string()))),
  /** OpenRouter's field: the levels that a model takes; null for all. `mandatory`: it cannot be switched off. */
  reasoning: v.fallback(
    v.nullish(v.object({ mandatory: v.optional(v.boolean(), false), supported_efforts: v.nullish(v.array(v.nullable(v.string()))) })),
    null,
  ),
  expiration_date: v.optional(v.nullable(v.string())),
  /** Mistral's field, which some servers adopt. */
  capabilities: v.optional(v.unknown()),
  /** Speaches' field. */
  task: v.optional(v.nullable(v.string())),
})
/** An entry of OpenRouter's. */
const routedSchema = v.object({ id: v.string(), supported_parameters: v.array(v.string()) })
/** OpenRouter's names for the kinds of files. */
const modalities = [
  ['image', 'image'],
  ['file', 'document'],
  ['audio', 'audio'],
] as const
const listSchema = v.object({ data: v.array(v.unknown()), models: v.optional(v.array(v.unknown()), []) })
/** llama.cpp states what its models can do in a second list, in the form of Ollama's. */
const abilitySchema = v.object({ model: v.string(), capabilities: v.array(v.unknown()) })
/** `multimodal` is llama.cpp's word. */
const visionSchema = v.union([
  v.object({ vision: v.literal(true) }),
  v.pipe(v.array(v.unknown()), v.includes('vision')),
  v.pipe(v.array(v.unknown()), v.includes('multimodal')),
])
/** The tasks by which Speaches describes its models. */
const tasks: Record<string, ListedKind> = {
  'automatic-speech-recognition': 'transcription',
  'text-to-speech': 'speech',
  'sentence-similarity': 'embedding',
  'feature-extraction': 'embedding',
}

/** Opens any server with OpenAI's API: llama.cpp, vLLM, LM Studio, LocalAI, a remote router. */
export const openCompatible: OpenLiveServer = ({ name, url, key, price, now }) => {
  const baseUrl = baseOf(url)
  let dialects: ReadonlyMap<string, Dialect> = new Map()
  const list = openLiveList({
    ...(now && { now }),
    async fetchList(signal) {
      const { data: entries, models: abilities } = await askServer({
        home: baseUrl,
        url: `${baseUrl}/models`,
        key,
        signal,
        schema: listSchema,
      })
      const data = withAbilities(entries, abilities)
      const reported = await askReported(data, { baseUrl, key, signal })
      const effortful = await askEfforts(data, { baseUrl, key, signal })
      dialects = new Map(data.flatMap((entry) => dialectOf(entry) ?? []))
      const silent = uniqueModels(data.flatMap((entry) => describe(entry, { reported, effortful }) ?? []))
      if (!silent.some(({ via }) => via === 'speech')) return silent
      const voices = await askVoices({ baseUrl, key, signal })
      return uniqueModels(data.flatMap((entry) => describe(entry, { reported, effortful, voices }) ?? []))
    },
  })

  function describe(entry: unknown, { reported, effortful, voices = [] }: Describing): CatalogueModel | undefined {
    const parsed = v.safeParse(modelSchema, entry)
    if (!parsed.success) return undefined
    const {
      id,
      max_model_len,
      context_length,
      meta,
      architecture,
      capabilities,
      pricing,
      expiration_date,
      supported_parameters,
      task,
      reasoning,
    } = parsed.output
    if (architecture?.output_modalities && !architecture.output_modalities.includes('text')) return undefined
    const own = reported.get(id)
    if (own?.kind === 'other') return undefined
    const kind = own?.kind ?? (architecture?.output_modalities ? 'text' : tasks[task ?? ''])
    const given = architecture?.input_modalities ?? []
    const reads = modalities.flatMap(([modality, medium]) =>
      given.includes(modality) || (medium === 'image' && (own?.reads.includes('image') || v.is(visionSchema, capabilities))) ? medium : [],
    )
    const ownVoices = readVoices(entry)
    const draws = architecture?.output_modalities?.includes('image') ?? false
    const listed = price ?? listedPrice(pricing, draws)
    const model = listedModel({
      server: name,
      model: id,
      price: listed,
      reads,
      efforts: effortful.has(id)
        ? ownEfforts
        : (own?.efforts ?? (supported_parameters?.includes('reasoning') ? routedEfforts(reasoning) : [])),
      kind,
      ...(supported_parameters && { can: reportedAbilities(supported_parameters) }),
      voices: ownVoices.length > 0 ? ownVoices : voices,
      contextLength: max_model_len ?? context_length ?? meta?.n_ctx ?? meta?.n_ctx_train ?? own?.contextLength ?? null,
    })
    return (
      model && { ...model, ...(draws && { pictures: mostPictures }), ...(v.is(dateSchema, expiration_date) && { endsAt: expiration_date }) }
    )
  }

  return {
    models: () => list.read(),
    isAway: () => list.isAway(),
    open: (model) => openKind({ name, baseUrl, key }, model, dialects.get(model.model) ?? 'openai'),
    close: () => list.close(),
  }
}

/** The levels that every model of OpenRouter takes, which translates them for those that know others. */
const commonEfforts = ['low', 'medium', 'high'] as const satisfies readonly Effort[]

function routedEfforts(reasoning: v.InferOutput<typeof modelSchema>['reasoning']): readonly Effort[] {
  if (!reasoning) return commonEfforts
  const { mandatory, supported_efforts: supported } = reasoning
  const levels = supported ? effortsAmong(supported) : [...(mandatory ? [] : (['none'] as const)), ...commonEfforts]
  return mandatory ? levels.filter((level) => level !== 'none') : levels
}

/** Returns the name of a model with the dialect of its server; undefined for the usual one. */
function dialectOf(entry: unknown): [[string, Dialect]] | undefined {
  if (v.is(routedSchema, entry)) return [[entry.id, 'openrouter']]
  return isOfLmStudio(entry) ? [[entry.id, 'lm-studio']] : undefined
}

type Describing = { reported: ReadonlyMap<string, Reported>; effortful: ReadonlySet<string>; voices?: readonly Voice[] }

/** Adds the abilities of llama.cpp's second list to the entries that have none. */
function withAbilities(entries: readonly unknown[], abilities: readonly unknown[]): unknown[] {
  const known = new Map(abilities.flatMap((one) => (v.is(abilitySchema, one) ? [[one.model, one.capabilities] as const] : [])))
  return entries.map((entry) => {
    const named = v.safeParse(v.looseObject({ id: v.string() }), entry)
    const capabilities = named.success ? known.get(named.output.id) : undefined
    return named.success && capabilities ? { capabilities, ...named.output } : entry
  })
}

const dateSchema = v.pipe(v.string(), v.isoDate())

/** Returns the operator's price, otherwise the server's own. */
function listedPrice(pricing: v.InferOutput<typeof modelSchema>['pricing'], draws: boolean): PriceRule | null {
  if (pricing?.prompt == null || pricing.completion == null) return null
  const cost = perMillionTokens(pricing.prompt * 1_000_000, pricing.completion * 1_000_000)
  if (!draws || pricing.image_output === null) return priceOfCost(cost)
  const each = Math.max(0, pricing.image_output - pricing.completion) * tokensOfADrawnImage
  return priceOfCost({ ...cost, images: { each, most: mostPictures } })
}

/** Model tokens of an image in an answer, at the most that services count for the usual size. They are part of the reported output. */
const tokensOfADrawnImage = 1_400

async function openKind(server: CompatibleAccess, model: CatalogueModel, dialect: Dialect): Promise<KindModel> {
  const { type, via } = model
  if (via === 'embedding') return (await import('./compatible-embedding.ts')).compatibleEmbedding(server)
  if (type === 'text') return compatibleText(server, model, dialect)
  const { compatiblePicture, compatibleSpeech, compatibleTranscription } = await import('./compatible-media.ts')
  if (type === 'image') return compatiblePicture(server)
  if (via === 'transcription') return compatibleTranscription(server)
  if (type === 'audio') return compatibleSpeech(server)
  throw new ProviderError('provider_auth', `${server.name}: there is no common way to ask for films`)
}

/** Adds the usual path to a URL without one. */
export function baseOf(url: string): string {
  return new URL(url).pathname === '/' ? `${url.replace(/\/$/, '')}/v1` : url
}

function uniqueModels(models: readonly CatalogueModel[]): CatalogueModel[] {
  const unique = [...new Map(models.map((model) => [model.id, model])).values()]
  return unique.toSorted((one, other) => one.id.localeCompare(other.id, 'en')).slice(0, mostModels)
}

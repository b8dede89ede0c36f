import * as v from 'valibot'
import type { CatalogueModel } from '../catalogue-model.ts'
import type { OpenLiveServer } from '../connected/service.ts'
import type { KindModel } from '../kinds.ts'
import { ProviderError } from '../provider.ts'
import { askServer } from './ask-server.ts'
import { type CompatibleAccess, compatibleText } from './compatible-text.ts'
import { listedModel } from './listed-model.ts'
import { openLiveList } from './live-list.ts'

/** The most models of one server in the picker. */
const mostModels = 200

/** Each server adds different fields to OpenAI's. */
const modelSchema = v.object({
  id: v.string(),
  /** vLLM, and others by other names. */
  max_model_len: v.optional(v.nullable(v.number())),
  context_length: v.optional(v.nullable(v.number())),
  /** OpenRouter. */
  architecture: v.optional(v.nullable(v.object({ input_modalities: v.optional(v.nullable(v.array(v.string()))) }))),
  /** Mistral's shape, which some servers adopt. */
  capabilities: v.optional(v.unknown()),
})
const listSchema = v.object({ data: v.array(v.unknown()) })
const visionSchema = v.union([v.object({ vision: v.literal(true) }), v.pipe(v.array(v.unknown()), v.includes('vision'))])

/** Any server with OpenAI's API: llama.cpp, vLLM, LM Studio, LocalAI, a router elsewhere. */
export const openCompatible: OpenLiveServer = ({ name, url, key, price }) => {
  const baseUrl = baseOf(url)
  const list = openLiveList({
    async fetchList(signal) {
      const { data } = await askServer({ url: `${baseUrl}/models`, key, signal, schema: listSchema })
      return uniqueModels(data.flatMap((entry) => describe(entry) ?? []))
    },
  })

  function describe(entry: unknown): CatalogueModel | undefined {
    const parsed = v.safeParse(modelSchema, entry)
    if (!parsed.success) return undefined
    const { id, max_model_len, context_length, architecture, capabilities } = parsed.output
    const sees = architecture?.input_modalities?.includes('image') === true || v.is(visionSchema, capabilities)
    return listedModel({ server: name, model: id, price, sees, contextLength: max_model_len ?? context_length ?? null })
  }

  return {
    models: () => list.read(),
    open: (model) => openKind({ name, baseUrl, key }, model),
    close: () => list.close(),
  }
}

async function openKind(server: CompatibleAccess, { type }: CatalogueModel): Promise<KindModel> {
  if (type === 'text') return compatibleText(server)
  const { compatiblePicture, compatibleSpeech } = await import('./compatible-media.ts')
  if (type === 'image') return compatiblePicture(server)
  if (type === 'audio') return compatibleSpeech(server)
  throw new ProviderError('provider_auth', `${server.name}: there is no common way to ask for films`)
}

/** A URL without a path means the usual one. */
export function baseOf(url: string): string {
  return new URL(url).pathname === '/' ? `${url.replace(/\/$/, '')}/v1` : url
}

function uniqueModels(models: readonly CatalogueModel[]): CatalogueModel[] {
  const unique = [...new Map(models.map((model) => [model.id, model])).values()]
  return unique.toSorted((one, other) => one.id.localeCompare(other.id, 'en')).slice(0, mostModels)
}

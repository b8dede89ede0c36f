import type { Fetch } from '../../../egress/fetch-within.ts'
import type { EmbeddingModel } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { homes } from '../homes.ts'
import type { ServiceAccess } from '../service.ts'
import { boundedFetch, longestDrawnAnswerBytes } from './bounded-fetch.ts'
import type { SdkEmbeddingOptions } from './sdk-embedding.ts'

type Settings = { apiKey: string; baseURL?: string; fetch: Fetch }
type Open = (settings: Settings) => Promise<SdkEmbeddingOptions['model']>

const services: Partial<Record<ServiceAccess['service'], Open>> = {
  openai: async (settings) => (await import('@ai-sdk/openai')).createOpenAI(settings).embeddingModel,
  google: async (settings) => (await import('@ai-sdk/google')).createGoogle(settings).embeddingModel,
  mistral: async (settings) => (await import('@ai-sdk/mistral')).createMistral(settings).embeddingModel,
}

/** Opens the embedding models of the services with API keys. */
export async function openEmbedding({ service, apiKey, baseUrl }: ServiceAccess): Promise<EmbeddingModel> {
  const open = services[service]
  if (!open) throw new ProviderError('provider_auth', `${service}: has no embedding models`)
  const { sdkEmbedding } = await import('./sdk-embedding.ts')
  const fetch = boundedFetch(baseUrl ?? homes[service], longestDrawnAnswerBytes)
  return sdkEmbedding({ provider: service, model: await open({ apiKey, ...(baseUrl && { baseURL: baseUrl }), fetch }) })
}

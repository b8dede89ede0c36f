import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { boundedFetch, longestDrawnAnswerBytes } from '../connected/text/bounded-fetch.ts'
import { sdkEmbedding } from '../connected/text/sdk-embedding.ts'
import type { EmbeddingModel } from '../kinds.ts'
import type { CompatibleAccess } from './compatible-text.ts'

/** Vectors by `/embeddings`. */
export function compatibleEmbedding({ name, baseUrl, key }: CompatibleAccess): EmbeddingModel {
  const fetch = boundedFetch(baseUrl, longestDrawnAnswerBytes)
  const server = createOpenAICompatible({ name, baseURL: baseUrl, ...(key !== null && { apiKey: key }), fetch })
  return sdkEmbedding({ provider: name, model: (model) => server.embeddingModel(model) })
}

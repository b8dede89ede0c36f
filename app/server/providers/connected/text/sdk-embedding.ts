import { type EmbeddingModel as SdkModel, embedMany } from 'ai'
import type { EmbeddingModel } from '../../kinds.ts'
import { classifyError } from '../classify-error.ts'

export type SdkEmbeddingOptions = { provider: string; model(name: string): Exclude<SdkModel, string> }

/** Model tokens of a text whose service does not count them: at most as many as there are in nearly any language. */
const charactersPerToken = 3

/** Requests of one run that are under way at a time. */
const atATime = 4

/** Adapts any embedding model of the AI SDK, which divides the texts by the most that the service takes at once. */
export function sdkEmbedding({ provider, model }: SdkEmbeddingOptions): EmbeddingModel {
  return {
    kind: 'embedding',
    async embed({ model: name, texts, options: { dimensions }, signal }) {
      try {
        const { embeddings, usage } = await embedMany({
          model: model(name),
          values: [...texts],
          ...(typeof dimensions === 'number' && { dimensions }),
          abortSignal: signal,
          maxParallelCalls: atATime,
          maxRetries: 0,
        })
        const counted = Number.isFinite(usage.tokens) ? usage.tokens : estimate(texts)
        return { vectors: embeddings, usage: { inputTokens: counted, outputTokens: 0 } }
      } catch (error) {
        throw classifyError(provider, error)
      }
    },
  }
}

const estimate = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Math.ceil(text.length / charactersPerToken), 0)

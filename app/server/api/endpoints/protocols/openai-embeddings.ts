import { createEmbeddingsCall } from '#app/contract/protocols/openai.calls.ts'
import { purgeEmbedding } from '#app/server/core/library/works/purge-generations.ts'
import { readVectors } from '#app/server/core/making/generations/read-vectors.ts'
import { endpoint } from '../../endpoint.ts'
import { RunFailed } from '../../openai/openai-errors.ts'
import { findModel, start, waitFor } from '../../openai/openai-runs.ts'
import { refuse } from '../../protocols/refuse.ts'

/** Parameters that have no effect, which the response names. */
const ignoredParameters = ['user'] as const

export const embeddingsEndpoint = endpoint(createEmbeddingsCall, {
  async handle(request) {
    const { runtime, input, idempotencyKey, context } = request
    const { body } = input
    const model = await findModel(runtime, body.model, 'text', 'embed')
    const { dimensions } = body
    if (dimensions != null && !model.options.dimensions) refuse('dimensions', 'unsupported')
    const options = { ...body.options, ...(dimensions != null && { dimensions }) }
    const turns = body.input.map((text) => ({ role: 'user' as const, text }))
    const started = await start(request, { model: model.id, prompt: '', options }, { turns, asked: {} })
    const { id } = started.row
    try {
      const ended = await waitFor(request, started)
      const vectors = await readVectors(runtime.db, { id, texts: body.input.length })
      if (!vectors) throw new RunFailed('internal')
      const ignored = ignoredParameters.filter((name) => body[name] != null)
      if (ignored.length > 0) context.header('x-ignored-parameters', ignored.join(', '))
      const tokens = ended.usage?.inputTokens ?? 0
      return {
        object: 'list' as const,
        data: vectors.map((vector, index) => ({
          object: 'embedding' as const,
          index,
          embedding: body.encoding_format === 'base64' ? vector.toString('base64') : toNumbers(vector),
        })),
        model: model.id,
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      }
    } finally {
      // A repetition of the request may come for the vectors, or for the failure.
      if (idempotencyKey === undefined) await purgeEmbedding(runtime.db, { queue: runtime.queue, id })
    }
  },
})

const bytesOfANumber = 4

const toNumbers = (vector: Buffer) =>
  Array.from({ length: vector.length / bytesOfANumber }, (_, at) => vector.readFloatLE(at * bytesOfANumber))

import * as v from 'valibot'
import { type MediaAnswer, type MediaCall, startMediaServer } from './media-server.ts'

/** A vector by which its text is known: the number of characters, and a third for rounding. `length`: the requested one. */
export const vectorOf = (text: string, length = 3) => [text.length, 1 / 3, -0.5, ...Array.from({ length: 8 }, () => 0)].slice(0, length)

const openaiBody = v.object({
  model: v.string(),
  input: v.array(v.string()),
  dimensions: v.optional(v.number()),
  output_dimension: v.optional(v.number()),
})
const part = v.object({
  content: v.object({ parts: v.tuple([v.object({ text: v.string() })]) }),
  outputDimensionality: v.optional(v.number()),
})
const googleBody = v.union([part, v.object({ requests: v.array(part) })])

/** Model tokens as the fake counts them: one for each character. */
const tokensOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0)

/**
 * Starts a service with the embeddings of OpenAI, Mistral and servers like them (`POST /embeddings`), and of Google (`:embedContent` and
 * `:batchEmbedContents`, which report no usage), by the references of 2026-11-29: developers.openai.com/api/docs/api-reference/embeddings,
 * docs.mistral.ai/api/endpoint/embeddings and ai.google.dev/api/embeddings.
 */
export async function openEmbeddingServer() {
  const open: { refuses: MediaAnswer | undefined } = { refuses: undefined }
  function answerOpenai({ path, body }: MediaCall): MediaAnswer | undefined {
    if (!path.endsWith('/embeddings')) return undefined
    const { model, input, dimensions, output_dimension } = v.parse(openaiBody, JSON.parse(Buffer.from(body, 'latin1').toString('utf8')))
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions ?? output_dimension) }))
    const tokens = tokensOf(input)
    return { json: { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } } }
  }
  function answerGoogle({ path, body }: MediaCall): MediaAnswer | undefined {
    if (!/:(?:embedContent|batchEmbedContents)$/.test(path)) return undefined
    const asked = v.parse(googleBody, JSON.parse(Buffer.from(body, 'latin1').toString('utf8')))
    const values = ({ content, outputDimensionality }: v.InferOutput<typeof part>) => ({
      values: vectorOf(content.parts[0].text, outputDimensionality),
    })
    return { json: 'requests' in asked ? { embeddings: asked.requests.map(values) } : { embedding: values(asked) } }
  }
  const server = await startMediaServer(() => open.refuses, answerOpenai, answerGoogle)
  return {
    ...server,
    /** Answers every further call with this; undefined: as before. */
    refuses(answer: MediaAnswer | undefined) {
      open.refuses = answer
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
    },
  }
}

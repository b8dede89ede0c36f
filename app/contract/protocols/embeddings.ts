import * as v from 'valibot'
import { verbatimText } from '../base/text.ts'
import { modelName, optionalText, ownOptions, whole } from './chat.ts'

/** Embeddings of OpenAI's protocol: texts become vectors, for programs that compare them. */

/** The most texts of a request, as at OpenAI, and the most characters of all of them. */
export const mostTexts = 2_048
const mostCharacters = 2_000_000

const text = v.pipe(verbatimText('required'), v.nonEmpty('prompt_empty'))

/** Whether a client has divided its texts into a model's tokens already, which only that model could read. */
const isTokens = (input: unknown): boolean => Array.isArray(input) && [input[0]].flat().some((one) => typeof one === 'number')

const texts = v.pipe(
  v.union([text, v.array(text)], ({ input }) => (isTokens(input) ? 'tokens_not_taken' : 'invalid')),
  v.transform((input) => [input].flat()),
  v.minLength(1, 'prompt_empty'),
  v.maxLength(mostTexts, 'too_many'),
  v.check((input) => input.reduce((sum, one) => sum + one.length, 0) <= mostCharacters, 'prompt_too_long'),
)

export const embeddingRequestSchema = v.object({
  model: modelName,
  /** One text or a list of them. Lists of token numbers are refused, because the tokens of one model mean nothing to another. */
  input: texts,
  /** The numbers of a vector, for a model that can make shorter ones. */
  dimensions: v.optional(v.nullable(whole)),
  encoding_format: v.optional(v.nullable(v.picklist(['float', 'base64'], 'not_an_option'))),
  /** Has no effect. */
  user: optionalText,
  ...ownOptions,
})

export const embeddingAnswerSchema = v.object({
  object: v.literal('list'),
  data: v.array(
    v.object({
      object: v.literal('embedding'),
      index: v.number(),
      /** With `base64`: little-endian 32-bit floats. */
      embedding: v.union([v.array(v.number()), v.string()]),
    }),
  ),
  model: v.string(),
  usage: v.object({ prompt_tokens: v.number(), total_tokens: v.number() }),
})

import type { PriceRule } from '#app/contract/models.ts'
import type { ServerText } from '../../i18n.ts'
import { input, option, promptFor } from '../catalogue-options.ts'
import type { CatalogueModel } from '../catalogue-model.ts'

export type ListedModelOptions = {
  /** The provider's id. */
  server: string
  /** The server's own name for the model. */
  model: string
  price: PriceRule | null
  /** Whether it looks at pictures; false where the server does not say. */
  sees: boolean
  /** How many word pieces it can hold, question and answer together; null where the server does not say. */
  contextLength: number | null
}

const description: ServerText = /*i18n*/ {
  id: 'model.listed',
  message: 'Runs on a server that whoever runs this one has connected.',
}

/** An id of ours has room for no more, and names are shown as they are: nothing else is let in. */
const longestId = 100
const plainName = /^[\p{L}\p{N}][\p{L}\p{N} ._:/@+-]*$/u

/** Names of what does not answer in words. */
const otherKinds =
  /embed|bge-|(?:^|[/-])e5-|(?:^|[/-])gte-|minilm|rerank|whisper|transcri|(?:^|[/_-])(?:tts|asr|stt|vae|clip|ocr)(?:[/_:-]|$)|piper|kokoro|bark|dall-e|gpt-image|stable-?diffusion|(?:^|[/-])sd[xt-]|flux|moderation|guard|realtime|(?:^|[/-])sora|veo-/i

const usualLongest = 4_096
/** An answer may take half of what fits, or it would leave no room for a question. */
const longestFor = (contextLength: number | null) =>
  contextLength === null ? usualLongest : Math.max(256, Math.min(8_192, Math.floor(contextLength / 2 / 256) * 256))

/** What can be said of a model of which nothing but the name is known. Undefined for what is no language model, or has no usable name. */
export function listedModel({ server, model, price, sees, contextLength }: ListedModelOptions): CatalogueModel | undefined {
  // One slash, between the provider and the model, as everywhere.
  const id = `${server}/${model.replaceAll('/', '-')}`
  if (id.length > longestId || !plainName.test(model) || otherKinds.test(model)) return undefined
  const longest = longestFor(contextLength)
  return {
    id,
    model,
    via: 'text',
    type: 'text',
    name: { id: 'model.listed_name', message: model, own: { en: model, ru: model } },
    description,
    price,
    options: { system: option.system, max_output_tokens: option.longest(longest), temperature: option.temperature(2) },
    inputs: sees ? [input.pictures(4)] : [],
    prompt: promptFor('text', 40_000),
    maxOutputTokens: longest,
    history: true,
  }
}

import { useQuery } from '@tanstack/react-query'
import type { Generation, OptionValues, Quote } from '#app/contract/runs/generations.ts'
import { isBelowToken } from '#app/contract/money/milli.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { modelsQuery, priceQuery, type QuoteContext, quoteQuery } from '#app/shell/data/generations.queries.ts'
import { useQueryData, useServerData } from '#app/shell/data/query-data.ts'

export type RunPrice = {
  tokens: number
  /** The same, not rounded up, in thousandths of a token. */
  milli: number
  /** Whether the price is an upper limit, because language models are billed by the length of the answer. */
  atMost: boolean
}

/** The price of a quote. An upper limit below a token needs no "up to". */
export function runPriceOf({ price: { per } }: Pick<Model, 'price'>, quote: Pick<Quote, 'price' | 'price_milli'>): RunPrice {
  return {
    tokens: quote.price,
    milli: quote.price_milli,
    atMost: per?.measure === 'model_tokens' && !isBelowToken(quote.price_milli),
  }
}

/** A run that a click would start. */
export type PricedRun = {
  model: string
  prompt: string
  options: OptionValues
  context?: QuoteContext | undefined
  /** Whether the server reads the prompt even if it matters only for a run that cannot succeed; each prompt is then a request. */
  isRead?: boolean
}

export type AskedPrice = {
  /** Null until known. */
  price: RunPrice | null
  /** The reason for a missing price; null while it is fetched. */
  problem: 'failed' | 'no_model' | null
  ask: () => void
}

/**
 * Returns the server's price for a run, requested while `wanted`. The earlier price stays while a changed run is priced. A price that
 * another component requested is used only once it is wanted here, because server-rendered HTML that is hydrated late does not contain it.
 */
export function useRunPrice({ model: id, prompt, options, context, isRead = false }: PricedRun, wanted = true): AskedPrice {
  const models = useQueryData(modelsQuery())
  const model = models?.find((one) => one.id === id)
  const query = (isRead ? quoteQuery : priceQuery)(model ?? unknownModel, options, prompt, context)
  const { quote, error, ask } = useAskedQuote(query, wanted && model !== undefined)
  return {
    price: wanted && model && quote ? runPriceOf(model, quote) : null,
    problem: models && !model ? 'no_model' : error ? 'failed' : null,
    ask: () => void ask(),
  }
}

type AskedQuote = {
  quote: Quote | undefined
  /** Whether the quote is an earlier one, shown until the next one arrives. */
  isEarlier: boolean
  error: Error | null
  /** Reads the quote again. Resolves to the error of one that could not be read. */
  ask: () => Promise<Error | null>
}

/** Reads a quote while `wanted`. The server needs no observer of one that its loader has read, or that is not wanted yet. */
export const useAskedQuote: (query: ReturnType<typeof quoteQuery>, wanted: boolean) => AskedQuote = import.meta.env.SSR
  ? (query, wanted) => {
      const quote = useServerData(query)
      if (wanted && !quote) return useObservedQuote(query, wanted)
      return { quote, isEarlier: false, error: null, ask: () => Promise.resolve(null) }
    }
  : useObservedQuote

/**
 * Reads a quote again when the run changes, and keeps the earlier one meanwhile, marked as earlier: without it the button would lose its
 * price at every pause of typing, and with it alone somebody could agree to a price that is no longer shown. The price shown is therefore
 * sent with the run as its highest (`max_price`), and the API refuses one that costs more by then, with the current price.
 */
function useObservedQuote(query: ReturnType<typeof quoteQuery>, wanted: boolean): AskedQuote {
  const { data, isPlaceholderData, error, refetch } = useQuery({ ...query, enabled: wanted })
  return { quote: data, isEarlier: isPlaceholderData, error, ask: async () => (await refetch()).error }
}

/** The price of running a finished generation again. The server picks another seed, which has no price. */
export function useAgainPrice(generation: Generation, wanted = true): AskedPrice {
  const { model: id, prompt, options, inputs, thread_id, parent_id, status } = generation
  const models = useQueryData(modelsQuery())
  const model = models?.find((one) => one.id === id)
  const asked = useRunPrice(
    {
      model: id,
      prompt,
      options: model ? withoutSeed(model, options) : options,
      context: { inputs, ...(thread_id && { thread_id, ...(parent_id && { parent_id }) }) },
      // A failed run that fails again costs nothing.
      isRead: status === 'failed',
    },
    wanted,
  )
  // The price was requested without the prompt, and a prompt that the model cannot draw costs nothing.
  if (generation.note?.kind === 'not_drawn') return { ...asked, price: asked.price && { ...asked.price, tokens: 0, milli: 0 } }
  // The quote does not include earlier turns that an API client stored itself; the price of the first run does.
  if (model?.price.per?.measure !== 'model_tokens') return asked
  const highest = {
    price: Math.max(asked.price?.tokens ?? 0, generation.price),
    price_milli: Math.max(asked.price?.milli ?? 0, generation.price_milli),
  }
  return { ...asked, price: asked.price && runPriceOf(model, highest) }
}

function withoutSeed({ options: { properties } }: Model, options: OptionValues): OptionValues {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => {
      const schema = properties[name]
      return !(schema && 'x-control' in schema && schema['x-control'] === 'seed')
    }),
  )
}

/** Arguments of the disabled query while there is no model. */
const unknownModel: Pick<Model, 'id' | 'type' | 'price' | 'prompt' | 'options'> = {
  id: '',
  type: 'text',
  price: { base: 0, per: null },
  prompt: { placeholder: '', max_length: 0, examples: [] },
  options: { type: 'object', properties: {}, additionalProperties: false },
}

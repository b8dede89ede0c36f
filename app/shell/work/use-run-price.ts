import { useQuery } from '@tanstack/react-query'
import type { Generation, OptionValues } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import { modelsQuery, priceQuery, type QuoteContext, quoteQuery } from '#app/shell/data/generations.queries.ts'

export type RunPrice = {
  tokens: number
  /** Language models are billed by what they answer: the price is an upper limit. */
  atMost: boolean
}

/** A run that a press would start. */
export type PricedRun = {
  model: string
  prompt: string
  options: OptionValues
  context?: QuoteContext | undefined
  /** Whether the server reads the prompt even where it only matters to a run that cannot succeed. Each prompt is a request then. */
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
 * The server's price for a run, asked for while `wanted`. The earlier price stays while a changed run is priced. A price that somebody
 * else asked for counts only once it is wanted here: server-rendered HTML that is hydrated late does not contain it.
 */
export function useRunPrice({ model: id, prompt, options, context, isRead = false }: PricedRun, wanted = true): AskedPrice {
  const { data: models } = useQuery(modelsQuery())
  const model = models?.find((one) => one.id === id)
  const { data, isError, refetch } = useQuery({
    ...(isRead ? quoteQuery : priceQuery)(model ?? unknownModel, options, prompt, context),
    enabled: wanted && model !== undefined,
  })
  return {
    price: wanted && model && data ? { tokens: data.price, atMost: model.price.per?.measure === 'model_tokens' } : null,
    problem: models && !model ? 'no_model' : isError ? 'failed' : null,
    ask: () => void refetch(),
  }
}

/** The price of running a finished generation again. The server picks another seed, which has no price. */
export function useAgainPrice(generation: Generation, wanted = true): AskedPrice {
  const { model: id, prompt, options, inputs, thread_id, parent_id, status } = generation
  const { data: models } = useQuery(modelsQuery())
  const model = models?.find((one) => one.id === id)
  const asked = useRunPrice(
    {
      model: id,
      prompt,
      options: model ? withoutSeed(model, options) : options,
      context: { inputs, ...(thread_id && { thread_id, ...(parent_id && { parent_id }) }) },
      // A run that fails every time costs nothing every time.
      isRead: status === 'failed',
    },
    wanted,
  )
  // The price is asked for without the prompt, which costs nothing where the model cannot draw it.
  if (generation.note?.kind === 'not_drawn') return { ...asked, price: asked.price && { ...asked.price, tokens: 0 } }
  // The quote does not include earlier turns that an API client stored itself; the price of the first run does.
  return { ...asked, price: asked.price?.atMost ? { ...asked.price, tokens: Math.max(asked.price.tokens, generation.price) } : asked.price }
}

function withoutSeed({ options: { properties } }: Model, options: OptionValues): OptionValues {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => {
      const schema = properties[name]
      return !(schema && 'x-control' in schema && schema['x-control'] === 'seed')
    }),
  )
}

/** Stands in for the query's arguments while there is no model; the query is disabled then. */
const unknownModel: Pick<Model, 'id' | 'type' | 'price' | 'prompt' | 'options'> = {
  id: '',
  type: 'text',
  price: { base: 0, per: null },
  prompt: { placeholder: '', max_length: 0, examples: [] },
  options: { type: 'object', properties: {}, additionalProperties: false },
}

import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { QuoteContext } from '#app/shell/data/generations.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { affordable } from '#app/runs/models/nearest-model.ts'
import { useQuote } from './use-quote.ts'

type CostOptions = {
  model: Model | undefined
  prompt: string
  options: OptionValues
  context: QuoteContext
  /** False while the run cannot have a price, because its recording is missing. */
  isQuoted: boolean
}

/** The price of the run compared with the person's balance. All amounts are tokens. */
export function useCost({ model, prompt, options, context, isQuoted }: CostOptions) {
  const user = useUser()
  const { price, failure, ask } = useQuote(isQuoted ? model : undefined, prompt, options, context)
  const available = user?.available ?? 0
  const missing = price && user ? Math.max(0, price.hold - available) : 0
  return {
    price,
    /** Whether the price could not be read. */
    priceFailed: price === null && failure !== null,
    /** The reason why these inputs have no price; an unreachable server is no such reason. */
    refusal: price === null && failure?.code === 'invalid_input' ? failure : null,
    askPrice: ask,
    available,
    missing,
    /** The option and value that would make the balance sufficient. */
    saving: missing > 0 && model && price ? affordable(model, options, price.tokens, available) : undefined,
  }
}

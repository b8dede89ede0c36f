import { useEffect, useState } from 'react'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { failureOf } from '#app/shell/calls/failure-of.ts'
import { type QuoteContext, quoteQuery } from '#app/shell/data/generations.queries.ts'
import { runPriceOf, useAskedQuote } from '#app/runs/use-run-price.ts'
import { fitOptions } from '#app/runs/options/option-values.ts'

/** Reads the server's price for a run, and the model's reading of the prompt, in pauses of typing. The price is null until known. */
export function useQuote(model: Model | undefined, prompt: string, options: OptionValues, context: QuoteContext) {
  const settled = { prompt: useDebounced(prompt, 300), options: useDebounced(options, 150) }
  const query = quoteQuery(model ?? unknownModel, fitOptions((model ?? unknownModel).options, settled.options), settled.prompt, context)
  const { quote, isEarlier, error, ask } = useAskedQuote(query, model !== undefined)
  const price = model &&
    quote && {
      ...runPriceOf(model, quote),
      /** Tokens that the run would hold: fewer than its price if the rest of a started token pays a part. */
      hold: quote.hold,
      understood: quote.understood,
      advice: quote.advice,
      overLimit: quote.over_limit,
      emailNotVerified: quote.email_not_verified,
      /** Whether the quote is an earlier one, shown until the next one arrives. */
      settling: isEarlier,
    }
  return {
    price: price ?? null,
    failure: error && failureOf(error),
    /** Reads the price again. Resolves to the failure of a price that could not be read. */
    ask: async () => {
      const failed = await ask()
      return failed && failureOf(failed)
    },
  }
}

/** Arguments of the disabled query while there is no model. */
const unknownModel: Pick<Model, 'id' | 'type' | 'price' | 'options' | 'prompt'> = {
  id: '',
  type: 'text',
  price: { base: 0, per: null },
  options: { type: 'object', properties: {}, additionalProperties: false },
  prompt: { placeholder: '', max_length: 0, examples: [] },
}

function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

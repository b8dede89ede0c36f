import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OptionValues } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import { failureOf } from '#app/shell/calls/failure-of.ts'
import { type QuoteContext, quoteQuery } from '#app/shell/data/generations.queries.ts'
import { runPriceOf } from '#app/shell/work/use-run-price.ts'
import { fitOptions } from '#app/shell/work/options/option-values.ts'

/** Reads the server's price for a run, and the model's reading of the prompt, in pauses of typing. The price is null until known. */
export function useQuote(model: Model | undefined, prompt: string, options: OptionValues, context: QuoteContext) {
  const settled = { prompt: useDebounced(prompt, 300), options: useDebounced(options, 150) }
  const { data, isPlaceholderData, isError, error, refetch } = useQuery({
    ...quoteQuery(model ?? unknownModel, fitOptions((model ?? unknownModel).options, settled.options), settled.prompt, context),
    enabled: model !== undefined,
  })
  const price = model &&
    data && {
      ...runPriceOf(model, data),
      /** Tokens that the run would hold, which change may lower. */
      hold: data.hold,
      understood: data.understood,
      advice: data.advice,
      overLimit: data.over_limit,
      emailNotVerified: data.email_not_verified,
      /** Whether the quote is an earlier one, shown until the next one arrives. */
      settling: isPlaceholderData,
    }
  return {
    price: price ?? null,
    failure: isError ? failureOf(error) : null,
    /** Reads the price again. Resolves to the failure of a price that could not be read. */
    ask: async () => {
      const asked = await refetch()
      return asked.isError ? failureOf(asked.error) : null
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

import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Kind } from '#app/contract/common.ts'
import { generationsInfiniteQuery, modelsQuery, quoteQuery } from '#app/shell/generations.queries.ts'
import { defaultOptions } from './option-values.ts'
import { pickModel } from './pick-model.ts'

/** `?prompt=` fills the composer, `?model=` chooses; both are taken out of the address once that is done. */
export const studioSearchSchema = v.object({
  prompt: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(20_000))), undefined),
  model: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(100))), undefined),
})

/** The first price is there with the page; if it cannot be had, the page asks again. */
async function loadComposer(queryClient: QueryClient, kind: Kind) {
  const models = await queryClient.ensureQueryData(modelsQuery())
  const model = pickModel(
    models.filter(({ type }) => type === kind),
    undefined,
  )
  if (model) await queryClient.prefetchQuery(quoteQuery(model, defaultOptions(model.options), ''))
}

export async function loadStudio(queryClient: QueryClient, kind: Kind) {
  await Promise.all([queryClient.ensureInfiniteQueryData(generationsInfiniteQuery({ type: kind })), loadComposer(queryClient, kind)])
}

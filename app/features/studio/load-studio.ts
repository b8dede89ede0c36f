import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Kind } from '#app/contract/common.ts'
import { inputRoles } from '#app/contract/models.ts'
import { generationsInfiniteQuery, modelsQuery, quoteQuery } from '#app/shell/generations.queries.ts'
import { defaultOptions } from './option-values.ts'
import { pickModel } from './pick-model.ts'

/** `?prompt=` fills the composer, `?model=` chooses, `?input=` with `&role=` adds a result to begin with; all are taken out of the address once that is done. */
export const studioSearchSchema = v.object({
  prompt: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(20_000))), undefined),
  model: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(100))), undefined),
  input: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
  index: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined),
  role: v.fallback(v.optional(v.picklist(inputRoles)), undefined),
})
export type StudioSearch = v.InferOutput<typeof studioSearchSchema>

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

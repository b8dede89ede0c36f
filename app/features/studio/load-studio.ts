import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Kind } from '#app/contract/common.ts'
import { inputRoles } from '#app/contract/models.ts'
import { generationsInfiniteQuery, modelsOf, modelsQuery, quoteQuery } from '#app/shell/generations.queries.ts'
import { defaultOptions } from './option-values.ts'
import { pickModel } from './pick-model.ts'

/**
 * `?model=` is the model in the picker, and stays in the address. The others are only brought along and are taken out once that is
 * done: `?prompt=` fills the composer, `?input=` with `&role=` adds a result to begin with.
 */
export const studioSearchSchema = v.object({
  prompt: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(20_000))), undefined),
  model: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(100))), undefined),
  input: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
  index: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined),
  role: v.fallback(v.optional(v.picklist(inputRoles)), undefined),
  /** The conversation that is open, and a turn of it that its shown branch leads through. */
  thread: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
  turn: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
})
export type StudioSearch = v.InferOutput<typeof studioSearchSchema>

/** What the address brings along, but does not keep. */
export const isPrefill = ({ prompt, input }: StudioSearch): boolean => prompt !== undefined || input !== undefined

/** The first price is there with the page; if it cannot be had, the page asks again. */
async function loadComposer(queryClient: QueryClient, kind: Kind, wanted: string | undefined) {
  const models = await queryClient.ensureQueryData(modelsQuery())
  const model = pickModel(modelsOf(kind)(models), wanted)
  if (model) await queryClient.prefetchQuery({ ...quoteQuery(model, defaultOptions(model.options), ''), retry: false })
}

export async function loadStudio(queryClient: QueryClient, kind: Kind, model?: string) {
  await Promise.all([queryClient.ensureInfiniteQueryData(generationsInfiniteQuery({ type: kind })), loadComposer(queryClient, kind, model)])
}

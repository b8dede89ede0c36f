import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { inputRoles, type Kind } from '#app/contract/common.ts'
import { linkedPromptMaxLength } from '#app/contract/common.ts'
import { generationsInfiniteQuery, modelsOf, modelsQuery, quoteQuery } from '#app/shell/data/generations.queries.ts'
import { pickModel } from './models/pick-model.ts'
import { defaultOptions } from './options/option-values.ts'

/**
 * `?model=` is the chosen model and stays in the address. The others are removed once they are used: `?prompt=` fills the composer,
 * `?input=` with `&role=` adds a result as an input.
 */
export const studioSearchSchema = v.object({
  prompt: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(linkedPromptMaxLength))), undefined),
  model: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(100))), undefined),
  input: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
  index: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined),
  role: v.fallback(v.optional(v.picklist(inputRoles)), undefined),
  /** The open conversation, and a turn on the branch that is shown. */
  thread: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
  turn: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
})
export type StudioSearch = v.InferOutput<typeof studioSearchSchema>

/** Parameters that the address does not keep. */
export const isPrefill = ({ prompt, input }: StudioSearch): boolean => prompt !== undefined || input !== undefined

/** The first price is rendered with the page; if it fails, the page asks again. */
async function loadComposer(queryClient: QueryClient, kind: Kind, wanted: string | undefined) {
  const models = await queryClient.ensureQueryData(modelsQuery())
  const model = pickModel(modelsOf(kind)(models), wanted)
  if (model) await queryClient.prefetchQuery({ ...quoteQuery(model, defaultOptions(model.options), ''), retry: false })
}

export async function loadStudio(queryClient: QueryClient, kind: Kind, model?: string) {
  await Promise.all([queryClient.ensureInfiniteQueryData(generationsInfiniteQuery({ type: kind })), loadComposer(queryClient, kind, model)])
}

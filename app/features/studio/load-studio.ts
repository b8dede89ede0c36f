import type { QueryClient } from '@tanstack/react-query'
import { inputRoles, type Kind, linkedPromptMaxLength, videoTasks } from '#app/contract/values.ts'
import type { Model } from '#app/contract/models.ts'
import { oneOf, position, searchParams, text, uuid } from '#app/contract/search-params.ts'
import { generationsInfiniteQuery, modelsOf, modelsQuery, quoteQuery } from '#app/shell/data/generations.queries.ts'
import { pickModel } from './models/pick-model.ts'
import { defaultOptions } from '#app/shell/work/options/option-values.ts'

/**
 * `?model=` is the chosen model and stays in the URL. The others are removed once used: `?prompt=` fills the composer, `?input=` with
 * `&role=` adds a result as an input.
 */
export const studioSearch = searchParams({
  prompt: text(linkedPromptMaxLength),
  model: text(100),
  input: uuid,
  index: position,
  role: oneOf(...inputRoles),
  /** The models that do one thing, instead of those that make a new work. */
  task: oneOf('transcribe', ...videoTasks),
  /** The open conversation, and a turn of the displayed branch. */
  thread: uuid,
  turn: uuid,
})
export type StudioSearch = ReturnType<typeof studioSearch>

/** Whether the URL has parameters that are removed after use. */
export const isPrefill = ({ prompt, input }: StudioSearch): boolean => prompt !== undefined || input !== undefined

/** The first price is rendered with the page; if it fails, the page asks again. */
async function loadComposer(queryClient: QueryClient, kind: Kind, { model: wanted, task }: LoadStudioOptions) {
  const models = await queryClient.ensureQueryData(modelsQuery())
  const model = pickModel(modelsOf(kind, task)(models), wanted)
  // A model that needs an input has no price without it.
  if (model && !model.inputs.some(({ required }) => required))
    await queryClient.prefetchQuery({ ...quoteQuery(model, defaultOptions(model.options), ''), retry: false })
}

type LoadStudioOptions = { model?: string | undefined; task?: Model['task'] }

export async function loadStudio(queryClient: QueryClient, kind: Kind, options: LoadStudioOptions = {}) {
  await Promise.all([
    queryClient.ensureInfiniteQueryData(generationsInfiniteQuery({ type: kind })),
    loadComposer(queryClient, kind, options),
  ])
}

import type { QueryClient } from '@tanstack/react-query'
import type { Kind } from '#app/contract/values.ts'
import type { Model } from '#app/contract/models.ts'
import { generationsInfiniteQuery, modelsOf, modelsQuery, quoteQuery } from '#app/shell/data/generations.queries.ts'
import { draftQuery } from './composer/drafts.queries.ts'
import { pickModel } from './models/pick-model.ts'
import { defaultOptions } from '#app/shell/work/options/option-values.ts'

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
    // A page that opens within the app does not wait for these; it reads them once it is shown.
    ...(import.meta.env.SSR
      ? [queryClient.prefetchQuery(draftQuery(kind)), queryClient.prefetchInfiniteQuery(generationsInfiniteQuery({ status: 'active' }))]
      : []),
  ])
}

import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { PlaceValues } from '#app/contract/recipes/recipe-of-run.ts'
import { recipesQuery } from '#app/shell/data/recipes.queries.ts'
import { getSharedResult } from '#app/shell/data/shares.functions.ts'
import { kindPaths } from '#app/shell/media/kinds.tsx'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { FilledRecipe } from './filled-recipe.tsx'

const sharedRecipeQuery = (token: string) =>
  queryOptions({
    queryKey: ['recipe', token],
    queryFn: async () => unwrap(await getSharedResult({ data: { token } })).recipe,
    staleTime: 60_000,
    retry: false,
  })

/** Ids of one's own recipes are UUIDs; tokens and names of built-in ones are not. */
const isId = (recipe: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(recipe)

type FillDialogProps = {
  /** The id of one's own recipe, the token of a link, or the name of a built-in one. */
  recipe: string
  title: string
  /** The values of an earlier run, and its options, of which the open ones are taken. */
  start?: { values: PlaceValues; options: OptionValues } | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The form of a recipe in a dialog; the result is shown in its studio. */
export function FillDialog({ recipe: id, title, start, open, onOpenChange }: FillDialogProps) {
  const navigate = useNavigate()
  const isOwn = isId(id)
  const own = useQuery({ ...recipesQuery, enabled: isOwn })
  const shared = useQuery({ ...sharedRecipeQuery(id), enabled: !isOwn })
  const found = isOwn ? own.data?.find((one) => one.id === id) : shared.data
  const modelId = typeof found?.model === 'string' ? found.model : (found?.model?.id ?? null)
  const isSettled = isOwn ? own.isFetched : shared.isFetched
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title}>
      {found?.about && <p className="pb-4 text-ink-soft wrap-anywhere">{found.about}</p>}
      {found && modelId !== null ? (
        <FilledRecipe
          recipe={found}
          id={id}
          modelId={modelId}
          start={start && { values: start.values, options: openOf(start.options, found.open) }}
          isAsked
          copies={!isOwn}
          onStarted={({ type, thread_id: thread }) => {
            onOpenChange(false)
            void navigate(thread ? { to: kindPaths.text, search: { thread } } : { to: kindPaths[type] })
          }}
        />
      ) : isSettled ? (
        <p role="status" className="text-ink-soft">
          <Trans>This recipe is no longer available.</Trans>
        </p>
      ) : (
        <Skeleton className="h-40 w-full rounded-control" />
      )}
    </Sheet>
  )
}

const openOf = (options: OptionValues, open: readonly string[]): OptionValues =>
  Object.fromEntries(Object.entries(options).filter(([name]) => open.includes(name)))

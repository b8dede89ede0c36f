import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { Generation, OptionValues } from '#app/contract/runs/generations.ts'
import type { PlaceValues } from '#app/contract/recipes/recipe-of-run.ts'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { copyRecipe } from '#app/shell/data/recipes.functions.ts'
import { recipesQuery } from '#app/shell/data/recipes.queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { RunRecipe } from './run-recipe.tsx'

type FilledRecipeProps = {
  recipe: Pick<Recipe, 'type' | 'text' | 'places' | 'options' | 'open'>
  /** Its id, the token of its link, or the name of a built-in one. */
  id: string
  modelId: string
  /** The values and the options of an earlier run. */
  start?: { values?: PlaceValues | undefined; options?: OptionValues | undefined } | undefined
  isAsked?: boolean
  /** Whether to offer a copy of it, which one's own recipe needs not. */
  copies?: boolean
  onStarted: (started: Generation) => void
}

/** The form of a recipe for a signed-in person, with the reason if they cannot run it. */
export function FilledRecipe({ recipe, id, modelId, start, isAsked, copies = false, onStarted }: FilledRecipeProps) {
  const { data: models } = useQuery(modelsQuery())
  if (!models) return <Skeleton className="h-40 w-full rounded-control" />
  const model = models.find((one) => one.id === modelId)
  return (
    <div className="grid gap-2">
      {model?.available ? (
        <RunRecipe
          recipe={recipe}
          id={id}
          model={model}
          start={start?.values}
          startOptions={start?.options}
          {...(isAsked && { isAsked })}
          onStarted={onStarted}
        />
      ) : (
        <p role="status" className="text-ink-soft">
          {model?.unavailable_reason ?? <Trans>You can’t use this model.</Trans>}
        </p>
      )}
      {copies && <CopyButton id={id} />}
    </div>
  )
}

function CopyButton({ id }: { id: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [copying, setCopying] = useState(false)

  async function copy() {
    setCopying(true)
    const result = await settle(copyRecipe({ data: { recipe: id } }))
    setCopying(false)
    if (!result.ok) {
      const [field] = Object.values(result.error.fields ?? {})
      return toast({ title: field?.detail ?? failureMessage(result.error), tone: 'danger' })
    }
    void queryClient.invalidateQueries({ queryKey: recipesQuery.queryKey })
    const { name } = result.data
    toast({ title: t`Recipe “${name}” saved. You’ll find it in Ideas → Saved.` })
  }
  return (
    <Button variant="ghost" size="sm" busy={copying} onClick={() => void copy()} className="-ml-3 justify-self-start">
      <Copy aria-hidden className="size-4.5" strokeWidth={1.75} />
      <Trans>Save a copy</Trans>
    </Button>
  )
}

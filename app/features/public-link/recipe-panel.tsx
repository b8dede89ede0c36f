import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHydrated, useNavigate } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { SharedRecipe } from '#app/contract/runs/recipes.ts'
import { RecipeFields } from '#app/runs/recipes/recipe-fields.tsx'
import { RunRecipe } from '#app/runs/recipes/run-recipe.tsx'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { copyRecipe } from '#app/shell/data/recipes.functions.ts'
import { recipesQuery } from '#app/shell/data/recipes.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { kindPaths } from '#app/shell/media/kinds.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { forgetFilled, keepFilled, readFilled } from './filled.ts'

type RecipePanelProps = { recipe: SharedRecipe; token: string }

/** The form of a linked recipe: people who are signed in run it, others fill it in and sign in. */
export function RecipePanel({ recipe, token }: RecipePanelProps) {
  const user = useUser()
  const isHydrated = useHydrated()
  if (!recipe.model.available)
    return (
      <p role="status" className="text-ink-soft">
        {recipe.model.unavailable_reason ?? <Trans>This model is no longer available.</Trans>}
      </p>
    )
  // Only the browser knows what was filled in before the sign-in.
  if (!isHydrated) return <Skeleton className="h-40 w-full rounded-control" />
  const panel = { recipe, token }
  return user ? <OwnForm {...panel} /> : <GuestForm {...panel} />
}

function OwnForm({ recipe, token }: RecipePanelProps) {
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [copying, setCopying] = useState(false)
  const { data: models } = useQuery(modelsQuery())
  const model = models?.find(({ id }) => id === recipe.model.id)

  async function copy() {
    setCopying(true)
    const result = await settle(copyRecipe({ data: { recipe: token } }))
    setCopying(false)
    if (!result.ok) {
      const [field] = Object.values(result.error.fields ?? {})
      return toast({ title: field?.detail ?? failureMessage(result.error), tone: 'danger' })
    }
    void queryClient.invalidateQueries({ queryKey: recipesQuery.queryKey })
    const { name } = result.data
    toast({ title: t`Recipe “${name}” saved. You’ll find it in Ideas → Saved.` })
  }

  if (!models) return <Skeleton className="h-40 w-full rounded-control" />
  return (
    <div className="grid gap-2">
      {model ? (
        <RunRecipe
          recipe={recipe}
          id={token}
          model={model}
          start={readFilled(token)}
          onStarted={({ thread_id: thread }) => {
            forgetFilled(token)
            void navigate(thread ? { to: kindPaths.text, search: { thread } } : { to: kindPaths[recipe.type] })
          }}
        />
      ) : (
        <p role="status" className="text-ink-soft">
          <Trans>You can’t use this model.</Trans>
        </p>
      )}
      <Button variant="ghost" size="sm" busy={copying} onClick={() => void copy()} className="-ml-3 justify-self-start">
        <Copy aria-hidden className="size-4.5" strokeWidth={1.75} />
        <Trans>Save a copy</Trans>
      </Button>
    </div>
  )
}

/** Files need an account; everything else stays in the browser until the person is back. */
function GuestForm({ recipe, token }: RecipePanelProps) {
  const { tokens } = useFormat()
  const [values, setValues] = useState(() => readFilled(token))
  const price = recipe.price === null ? null : tokens(recipe.price)
  const places = recipe.places.filter(({ type }) => type !== 'file')
  return (
    <div className="grid gap-5">
      <RecipeFields
        form={{ text: recipe.text, places }}
        values={values}
        onChange={(next) => {
          setValues(next)
          keepFilled(token, next)
        }}
      />
      {places.length < recipe.places.length && (
        <p className="text-sm text-ink-soft">
          <Trans>You’ll add a file after you sign in.</Trans>
        </p>
      )}
      <ButtonLink to="/signin" search={{ redirect: `/shared/${token}` }} className="justify-self-start">
        <Trans>Sign in to make yours</Trans>
        {price && ` · ${price}`}
      </ButtonLink>
    </div>
  )
}

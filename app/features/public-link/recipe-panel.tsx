import { Trans } from '@lingui/react/macro'
import { useHydrated, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SharedRecipe } from '#app/contract/recipes/recipes.ts'
import { FilledRecipe } from '#app/runs/recipes/filled-recipe.tsx'
import { RecipeFields } from '#app/runs/recipes/recipe-fields.tsx'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { kindPaths } from '#app/shell/media/kinds.tsx'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
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
  const navigate = useNavigate()
  return (
    <FilledRecipe
      recipe={recipe}
      id={token}
      modelId={recipe.model.id}
      start={{ values: readFilled(token) }}
      copies
      onStarted={({ thread_id: thread }) => {
        forgetFilled(token)
        void navigate(thread ? { to: kindPaths.text, search: { thread } } : { to: kindPaths[recipe.type] })
      }}
    />
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

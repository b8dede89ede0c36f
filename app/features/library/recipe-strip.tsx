import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecipePrice, RecipeSample } from '#app/runs/recipes/recipe-card.tsx'
import { publishedRecipesQuery } from '#app/shell/data/recipes.queries.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'

const FillDialog = lazyPart(async () => (await import('#app/runs/recipes/fill-dialog.tsx')).FillDialog)

/** Recipes that everybody sees, in one row above the works. */
export function RecipeStrip() {
  const { t } = useLingui()
  const { data, isPending } = useQuery(publishedRecipesQuery)
  const [filling, setFilling] = useState<{ recipe: string; name: string } | null>(null)
  const [open, setOpen] = useState(false)
  if (isPending) return <div className="h-16" />
  if (!data || data.length === 0) return null
  return (
    <>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region must be reachable by keyboard.
        tabIndex={0}
        aria-label={t`Recipes`}
        className="-mx-4 flex snap-x gap-2 overflow-x-auto overscroll-x-contain scroll-px-4 px-4 [scrollbar-width:none] sm:-mx-6 sm:scroll-px-6 sm:px-6"
      >
        {data.map((recipe) => (
          <li key={recipe.recipe} data-kind={recipe.type} className="shrink-0 snap-start">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => {
                setFilling(recipe)
                setOpen(true)
              }}
              className="flex h-16 items-center gap-3 overflow-hidden rounded-control border border-line pr-4 text-left transition-colors hover:border-edge hover:bg-ink/3"
            >
              <span className="grid h-full w-20 place-items-center overflow-hidden bg-wash">
                <RecipeSample recipe={recipe} className="size-full object-cover" />
              </span>
              <span className="grid">
                <span className="max-w-48 truncate font-medium">{recipe.name}</span>
                <RecipePrice recipe={recipe} className="text-sm whitespace-nowrap text-ink-soft" />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {filling && <FillDialog key={filling.recipe} recipe={filling.recipe} title={filling.name} open={open} onOpenChange={setOpen} />}
    </>
  )
}

import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RecipePrice, RecipeSample } from '#app/runs/recipes/recipe-card.tsx'
import { publishedRecipesQuery } from '#app/shell/data/recipes.queries.ts'

/** Recipes that everybody sees: a sample at its true shape, the name and the price. Each opens its form, also for guests. */
export function Recipes() {
  const { data } = useQuery(publishedRecipesQuery)
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="recipes-title" className="mx-auto max-w-page px-5 pb-20 sm:px-8 sm:pb-28">
      <h2 id="recipes-title" className="max-w-2xl text-3xl sm:text-4xl">
        <Trans>Start from a recipe</Trans>
      </h2>
      <p className="mt-4 max-w-xl text-lg text-ink-soft">
        <Trans>Change a few words, see the price, make your own.</Trans>
      </p>
      <ul className="home-recipes mt-10">
        {data.map((recipe) => (
          <li key={recipe.recipe} data-kind={recipe.type}>
            <Link to="/shared/$token" params={{ token: recipe.recipe }}>
              <span>
                <RecipeSample recipe={recipe} />
              </span>
              <strong>{recipe.name}</strong>
              <RecipePrice recipe={recipe} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

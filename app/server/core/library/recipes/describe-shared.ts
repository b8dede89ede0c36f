import type { SharedRecipe } from '#app/contract/runs/recipes.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { translate } from '#app/server/i18n.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { prepareRun } from '../../making/generations/create-generation.ts'
import { Problem } from '../../problem.ts'
import { readGuestOffer } from '../../rules/groups/entitlement.ts'
import { fillRecipe } from './fill-recipe.ts'
import type { RecipeRow } from './list-recipes.ts'

export type DescribeSharedOptions = { recipe: RecipeRow; author: string | null; providers: Providers; locale: Locale }

/** Describes a recipe to people with its link. */
export async function describeShared(db: Database, { recipe, author, providers, locale }: DescribeSharedOptions): Promise<SharedRecipe> {
  const { id, name, about, text, options, places, openOptions, inputs, revision } = recipe
  const modelId = recipe.model ?? ''
  const model = await providers.find(modelId)
  const words = recipe.texts?.[locale]
  return {
    id,
    name: words?.name ?? name,
    about: words?.about || about,
    text,
    author,
    model: {
      id: modelId,
      name: model ? translate(locale, model.name) : modelId,
      available: model !== undefined && model.unavailable === null,
      unavailable_reason: model?.unavailable ? translate(locale, model.unavailable.text, model.unavailable.values) : null,
    },
    options: options ?? {},
    places: places ?? [],
    open: openOptions ?? [],
    files: inputs?.length ?? 0,
    price: model && !model.unavailable ? await usualPrice(db, providers, recipe) : null,
    revision,
  }
}

/** The price for somebody who signs up now; null for a model that the default group may not use. */
async function usualPrice(db: Database, providers: Providers, recipe: RecipeRow): Promise<number | null> {
  const input = fillRecipe(recipe, { values: {}, options: {} }, recipe.inputs ?? [])
  try {
    const entitlement = await readGuestOffer(db)
    const { priceMilli } = await prepareRun(db, { providers, userId: recipe.userId, input, entitlement })
    return wholeTokens(priceMilli)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

import type { SharedRecipe } from '#app/contract/recipes/recipes.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { translate } from '#app/server/i18n.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { readGuestOffer } from '../../rules/groups/entitlement.ts'
import { builtInName } from './built-in.ts'
import type { RecipeRow } from './list-recipes.ts'
import { usualPrice } from './usual-price.ts'
import { wordsOf } from './words-of.ts'

export type DescribeSharedOptions = { recipe: RecipeRow; author: string | null; providers: Providers; locale: Locale }

/** Describes a recipe to people with its link. */
export async function describeShared(db: Database, { recipe, author, providers, locale }: DescribeSharedOptions): Promise<SharedRecipe> {
  const { id, type, text, options, places, openOptions, inputs, revision } = recipe
  const modelId = recipe.model ?? ''
  const model = await providers.find(modelId)
  return {
    id,
    type,
    ...wordsOf(recipe, locale),
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
    // The price for somebody who signs up now.
    price: model && !model.unavailable ? await usualPrice(db, { providers, recipe, offer: await readGuestOffer(db) }) : null,
    revision,
    built_in: builtInName(id) !== undefined,
  }
}

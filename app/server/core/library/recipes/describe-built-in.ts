import type { SharedResult } from '#app/contract/library/shares.ts'
import { promptOf } from '#app/contract/recipes/place-values.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { builtInRecipe, builtInSample } from './built-in.ts'
import { describeShared } from './describe-shared.ts'

export type DescribeBuiltInOptions = { name: string; providers: Providers; locale: Locale }

/** Describes a built-in recipe with its picture, like a link; undefined for other names. */
export async function describeBuiltIn(
  db: Database,
  { name, providers, locale }: DescribeBuiltInOptions,
): Promise<SharedResult | undefined> {
  // It has no files whose owner matters.
  const recipe = builtInRecipe(name, { userId: '', locale })
  if (!recipe) return undefined
  const described = await describeShared(db, { recipe, author: null, providers, locale })
  const { text, places } = recipe
  return {
    // The picture of a video is a still.
    type: 'image',
    prompt: promptOf({ text, places: places ?? [] }, {}),
    title: null,
    model: described.model.name,
    ai: false,
    text: null,
    thinking: null,
    thinking_ms: null,
    tool_steps: [],
    sources: null,
    files: [{ ...builtInSample(name, locale), duration_ms: null, poster_url: null, placeholder: null, peaks: null }],
    locale,
    created_at: recipe.createdAt.toISOString(),
    recipe: described,
  }
}

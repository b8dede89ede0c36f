import type { Locale } from '#config'
import type { RecipeRow } from './list-recipes.ts'

/** Returns name and sentence of a recipe: those of the operator in the language, or those of its author. */
export function wordsOf({ name, about, texts, publishedAt }: RecipeRow, locale: Locale): { name: string; about: string | null } {
  const words = publishedAt ? texts?.[locale] : undefined
  return words ? { name: words.name, about: words.about || null } : { name, about }
}

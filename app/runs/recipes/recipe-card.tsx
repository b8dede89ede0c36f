import type { PublishedRecipe } from '#app/contract/recipes/published-recipes.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'

/** The sample of a published recipe: its picture, the beginning of its text, or the icon of its kind. */
export function RecipeSample({ recipe: { type, sample }, className }: { recipe: PublishedRecipe; className?: string | undefined }) {
  const { file, text } = sample
  const picture = file && (file.picture_url ?? (file.media_type.startsWith('image/') ? file.url : null))
  if (picture)
    return (
      <img
        src={picture}
        alt=""
        loading="lazy"
        decoding="async"
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        className={className}
      />
    )
  if (text) return <span className="line-clamp-6 p-4 text-left text-sm whitespace-pre-line text-ink-soft">{text}</span>
  return <KindIcon kind={type} className="size-7" />
}

/** "4 tokens", at the prices of the reader. */
export function RecipePrice({ recipe: { price }, className }: { recipe: PublishedRecipe; className?: string }) {
  const { tokens } = useFormat()
  return price === null ? null : <span className={className}>{tokens(price)}</span>
}

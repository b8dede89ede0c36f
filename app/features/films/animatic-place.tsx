import type { FilmDocument } from '#app/contract/films/film-document.ts'

/** The video, with what is said of it beside it or below. */
export const beside = 'grid items-center gap-x-6 gap-y-3 sm:grid-cols-[minmax(16rem,24rem)_1fr]'

/** Keeps the place of a video that loads, so that nothing below it moves. */
export function AnimaticPlace({ shape, bare = false }: { shape: FilmDocument['shape']; bare?: boolean | undefined }) {
  if (bare) return <div className="h-11" />
  return (
    <div className={beside}>
      <div className="rounded-card bg-wash" style={{ aspectRatio: shape.replace(':', ' / ') }} />
    </div>
  )
}

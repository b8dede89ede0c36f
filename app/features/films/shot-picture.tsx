import type { FilmDocument, Shot } from '#app/contract/films/film-document.ts'
import type { FilmPart } from '#app/contract/films/films.ts'
import { CardPicture, type Shape } from './card-picture.tsx'

type ShotPictureProps = {
  shot: Shot
  roles: FilmDocument['roles']
  shape: Shape
  still: FilmPart | undefined
  clip: FilmPart | undefined
}

/** The best that a shot has: its video, its picture, or its card. Decorative, because the words beside it say what it shows. */
export function ShotPicture({ shot, roles, shape, still, clip }: ShotPictureProps) {
  const take = clip?.take ?? still?.take
  const src = take?.thumbnail_url ?? take?.poster_url ?? null
  return (
    <>
      <CardPicture shot={shot} roles={roles} shape={shape} />
      {src && <img src={src} alt="" loading="lazy" decoding="async" className="absolute inset-0 size-full object-cover" />}
    </>
  )
}

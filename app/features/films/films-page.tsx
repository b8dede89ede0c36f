import { FilmView, type FilmPlace } from './film-view.tsx'
import { NewFilm } from './new-film.tsx'

type FilmsPageProps = FilmPlace & {
  /** `new`: the form and earlier films; otherwise the id of one. */
  film: string
  /** Whether the list shows the trash. */
  trash?: boolean | undefined
}

export function FilmsPage({ film, trash = false, ...place }: FilmsPageProps) {
  return film === 'new' ? <NewFilm trash={trash} /> : <FilmView key={film} id={film} {...place} />
}

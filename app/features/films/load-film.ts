import type { QueryClient } from '@tanstack/react-query'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { filmQuery, filmsInfiniteQuery } from './films.queries.ts'

/** `new`: the form and earlier films, or those in the trash; otherwise one film. */
export async function loadFilm(queryClient: QueryClient, film: string, trash: boolean) {
  await Promise.all([
    queryClient.ensureQueryData(modelsQuery()),
    film === 'new' ? queryClient.ensureInfiniteQueryData(filmsInfiniteQuery(trash)) : queryClient.ensureQueryData(filmQuery(film)),
  ])
}

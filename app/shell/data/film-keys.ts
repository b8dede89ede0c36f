import type { QueryClient } from '@tanstack/react-query'
import type { FilmEvent } from '#app/contract/films/film-event.ts'

export const filmKeys = {
  lists: ['films', 'list'] as const,
  detail: (id: string) => ['films', 'detail', id] as const,
  heard: (id: string) => ['films', 'heard', id] as const,
}

/** Leaves the newest revision for the film's page, which knows its own changes, and reads open lists again. */
export function noteFilm(queryClient: QueryClient, { id, revision }: FilmEvent): void {
  queryClient.setQueryData(filmKeys.heard(id), revision)
  void queryClient.invalidateQueries({ queryKey: filmKeys.lists })
}

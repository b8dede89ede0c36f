import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilmMake } from '#app/contract/films/films.ts'
import type { FilmWhat } from '#app/contract/films/film-values.ts'
import { useSubmitSeveral } from '#app/runs/use-submit-several.ts'
import { filmKeys } from '#app/shell/data/film-keys.ts'
import { quoteKey } from '#app/shell/data/generations.queries.ts'
import { followRuns } from '#app/shell/live/follow-runs.ts'
import { makeFilm } from './films.functions.ts'
import type { FilmState } from './use-film.ts'

type Wanted = { what: FilmWhat; again: boolean } | { parts: string[] }
type MakeRequest = Wanted & { id: string; max_price: number }

/** Starts parts of a film, after what is typed has been saved, because runs are made of the stored document. */
export function useMake(id: string, { save }: Pick<FilmState, 'save'>, onStarted?: () => void) {
  const queryClient = useQueryClient()
  const [saving, setSaving] = useState(false)
  const { submit, sending, failure } = useSubmitSeveral<MakeRequest, FilmMake>({
    send: (data) => makeFilm({ data }),
    runsOf: ({ runs }) => runs,
  })

  async function make(wanted: Wanted, maxPrice: number) {
    setSaving(true)
    await save()
    setSaving(false)
    const made = await submit({ id, ...wanted, max_price: maxPrice })
    if (made) followRuns(queryClient, made.runs)
    // The film knows its runs, or why there are none; a changed price is on the button next time.
    void queryClient.invalidateQueries({ queryKey: filmKeys.detail(id) })
    if (!made) void queryClient.invalidateQueries({ queryKey: [...quoteKey, 'film', id] })
    if (made) onStarted?.()
  }

  return { make, busy: sending || saving, failure }
}

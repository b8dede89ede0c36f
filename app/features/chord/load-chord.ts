import type { QueryClient } from '@tanstack/react-query'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { followRuns } from '#app/shell/live/follow-runs.ts'
import { chordQuery, chordQuoteQuery, chordsInfiniteQuery } from './chord.queries.ts'

/** `new`: the form and earlier chords; otherwise one chord. */
export async function loadChord(queryClient: QueryClient, chord: string) {
  if (chord === 'new') {
    await Promise.all([queryClient.ensureInfiniteQueryData(chordsInfiniteQuery), queryClient.prefetchQuery(chordQuoteQuery(''))])
    return
  }
  const [loaded] = await Promise.all([queryClient.ensureQueryData(chordQuery(chord)), queryClient.ensureQueryData(modelsQuery())])
  followRuns(queryClient, loaded.parts)
}

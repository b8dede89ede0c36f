import type { QueryClient } from '@tanstack/react-query'
import type { Chord } from '#app/contract/chords.ts'
import { generationQuery, modelsQuery } from '#app/shell/data/generations.queries.ts'
import { chordQuery, chordQuoteQuery, chordsInfiniteQuery } from './chord.queries.ts'

/** `new`: the form and earlier chords; otherwise one chord. */
export async function loadChord(queryClient: QueryClient, chord: string) {
  if (chord === 'new') {
    await Promise.all([queryClient.ensureInfiniteQueryData(chordsInfiniteQuery), queryClient.prefetchQuery(chordQuoteQuery(''))])
    return
  }
  const [loaded] = await Promise.all([queryClient.ensureQueryData(chordQuery(chord)), queryClient.ensureQueryData(modelsQuery())])
  followParts(queryClient, loaded)
}

/** Live events keep each part up to date in its own cache entry, which may be newer than the chord's answer. */
export function followParts(queryClient: QueryClient, { parts }: Chord): void {
  for (const part of parts) queryClient.setQueryData(generationQuery(part.id).queryKey, (known) => known ?? part)
}

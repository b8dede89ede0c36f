import { useQueryClient } from '@tanstack/react-query'
import type { ChordPart } from '#app/contract/runs/chords.ts'
import { useSubmitSeveral } from '#app/runs/use-submit-several.ts'
import { createChord } from './chord.functions.ts'
import { chordKeys, chordQuery } from './chord.queries.ts'

type ChordRequest = { prompt: string; parts: ChordPart[]; max_price: number }

export function useSubmitChord() {
  const queryClient = useQueryClient()
  const { submit, ...state } = useSubmitSeveral({
    send: (data: ChordRequest & { idempotency_key: string }) => createChord({ data }),
    runsOf: ({ parts }) => parts,
  })
  return {
    ...state,
    async submit(chord: ChordRequest) {
      const started = await submit(chord)
      if (!started) return null
      queryClient.setQueryData(chordQuery(started.id).queryKey, started)
      void queryClient.invalidateQueries({ queryKey: chordKeys.lists })
      return started
    },
  }
}

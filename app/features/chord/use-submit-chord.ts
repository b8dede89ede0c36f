import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiFailure } from '#app/contract/api-result.ts'
import type { Chord, ChordPart } from '#app/contract/chords.ts'
import { isUncertain, settle } from '#app/shell/calls/settle.ts'
import { quoteKey } from '#app/shell/data/generations.queries.ts'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'
import { applyLiveEvent } from '#app/shell/live/generation-cache.ts'
import { createChord } from './chord.functions.ts'
import { chordKeys, chordQuery } from './chord.queries.ts'
import { followParts } from './load-chord.ts'

/** Starts chords, one request at a time. */
export function useSubmitChord() {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  /** The key of a request without a definite response; repeating it cannot start the chord twice. */
  const open = useRef<{ key: string; payload: string } | null>(null)

  async function submit(chord: { prompt: string; parts: ChordPart[]; max_price: number }): Promise<Chord | null> {
    const payload = JSON.stringify(chord)
    const key = open.current?.payload === payload ? open.current.key : uuid()
    open.current = { key, payload }
    setSending(true)
    setFailure(null)
    const result = await settle(createChord({ data: { ...chord, idempotency_key: key } }))
    setSending(false)
    if (result.ok || !isUncertain(result.error)) open.current = null
    if (!result.ok) {
      if (result.error.code === 'maintenance') void queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
      if (result.error.code === 'price_changed') void queryClient.invalidateQueries({ queryKey: quoteKey })
      setFailure(result.error)
      return null
    }
    queryClient.setQueryData(chordQuery(result.data.id).queryKey, result.data)
    followParts(queryClient, result.data)
    for (const part of result.data.parts) applyLiveEvent(queryClient, { type: 'generation', data: part })
    void queryClient.invalidateQueries({ queryKey: chordKeys.lists })
    return result.data
  }

  return { submit, sending, failure }
}

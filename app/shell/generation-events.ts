import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { applyLiveEvent, findActive, type GenerationChange, refetchGeneration } from './generation-cache.ts'
import { connectGenerationEvents } from './generation-connection.ts'
import { isActive, type LiveEvent } from './generation-state.ts'
import { listGenerations } from './generations.functions.ts'
import { generationKeys } from './generations.queries.ts'
import { getSession } from './session.functions.ts'

/** How often it is asked, without a stream, whether something was begun elsewhere while nothing runs here. */
const idlePollEveryMs = 15_000

/**
 * Keeps everything on screen that concerns generations and the balance up to date. `onChange` hears of every run that changed;
 * one without a `before` is new here, or told again by a stream that has just begun.
 */
export function useGenerationEvents(userId: string, onChange: (change: GenerationChange) => void) {
  const queryClient = useQueryClient()
  const report = useEffectEvent((change: GenerationChange | undefined) => {
    if (change) onChange(change)
  })

  useEffect(() => {
    const end = new AbortController()
    let idleSince = Number.NEGATIVE_INFINITY

    const askFor = async (id: string) => {
      const change = await refetchGeneration(queryClient, id)
      if (!end.signal.aborted) report(change)
      return change
    }
    function onEvent(event: LiveEvent): GenerationChange | undefined {
      const outcome = applyLiveEvent(queryClient, event)
      if (!outcome) return undefined
      if ('missing' in outcome) {
        void askFor(outcome.missing)
        return undefined
      }
      report(outcome)
      return outcome
    }

    /** What runs, and what became of what ran. */
    async function poll(): Promise<LiveEvent[]> {
      const known = findActive(queryClient)
      if (known.length === 0 && performance.now() - idleSince < idlePollEveryMs) return []
      idleSince = performance.now()
      const listed = await listGenerations({ data: { status__in: 'queued,running', limit: '100' } })
      if (!listed.ok || end.signal.aborted) return []
      const running: LiveEvent[] = listed.data.items.map((data) => ({ type: 'generation', data }))
      for (const event of running) onEvent(event)
      const ended = known.filter(({ id }) => listed.data.items.every((item) => item.id !== id))
      const changes = await Promise.all(ended.map(({ id }) => askFor(id)))
      const events = [...running, ...changes.flatMap((change): LiveEvent[] => (change ? [{ type: 'generation', data: change.after }] : []))]
      if (changes.some((change) => change && !isActive(change.after))) {
        const { user } = await getSession()
        if (user) {
          const balance: LiveEvent = { type: 'tokens', data: { available: user.available, held: user.held } }
          onEvent(balance)
          events.push(balance)
        }
      }
      return events
    }

    connectGenerationEvents(
      userId,
      {
        onEvent,
        onResync(scope) {
          if (scope === 'all') void queryClient.invalidateQueries({ queryKey: generationKeys.all })
          else for (const { id } of findActive(queryClient)) void askFor(id)
        },
        poll,
      },
      end.signal,
    )
    return () => end.abort()
  }, [queryClient, userId])
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { StreamEnding } from '#app/contract/base/stream-endings.ts'
import { checkSession, reportFailure } from '#app/shell/calls/session-signals.ts'
import { listGenerations } from '#app/shell/data/generations.functions.ts'
import { generationKeys } from '#app/shell/data/generations.queries.ts'
import { libraryKey } from '#app/shell/data/library.queries.ts'
import { noteRequests } from '#app/shell/data/run-requests.queries.ts'
import { getSession } from '#app/shell/data/session.functions.ts'
import { untilHydrated } from '#app/ui/page/still-part.tsx'
import { applyLiveEvent, findActive, type GenerationChange, refetchGeneration } from './generation-cache.ts'
import { connectGenerationEvents } from './generation-connection.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { type LiveEvent } from './generation-state.ts'
import { retryByKey, waitAfter } from './retry-by-key.ts'

/** Milliseconds between polls for runs started elsewhere while no run is known here. */
const idlePollEveryMs = 15_000

/** Milliseconds to wait before counts are refetched, because bulk changes arrive one by one. */
const countAfterMs = 400

/** Whether counts change: in the library, in the trash, in a collection. */
const changesCounts = ({ before, after }: GenerationChange) =>
  before !== undefined &&
  (isActive(before) !== isActive(after) ||
    before.deleted_at !== after.deleted_at ||
    before.collection_ids.toSorted().join() !== after.collection_ids.toSorted().join())

/**
 * Keeps everything about generations and the balance up to date. `onChange` receives every changed run; one without a `before` is new here,
 * or replayed by a new stream.
 */
export function useGenerationEvents(userId: string, onChange: (change: GenerationChange) => void) {
  const queryClient = useQueryClient()
  const report = useEffectEvent((change: GenerationChange) => onChange(change))

  useEffect(() => {
    const end = new AbortController()
    let idleSince = Number.NEGATIVE_INFINITY
    /** Consecutive failures to fetch lists, and the earliest time of the next attempt. */
    let failures = 0
    let notBefore = Number.NEGATIVE_INFINITY

    let counting: ReturnType<typeof setTimeout> | undefined
    const recount = () => {
      clearTimeout(counting)
      counting = setTimeout(() => void queryClient.invalidateQueries({ queryKey: libraryKey }), countAfterMs)
    }
    const notify = (change: GenerationChange) => {
      if (changesCounts(change)) recount()
      report(change)
    }

    const askFor = async (id: string) => {
      const refetched = await refetchGeneration(queryClient, id)
      if (refetched === undefined || refetched === 'gone') return refetched
      if (!end.signal.aborted) notify(refetched)
      return refetched
    }
    // Each event of an unknown run requests it; without a delay, a failing server would be called for every percent of progress.
    const asking = retryByKey(async (id) => (await askFor(id)) !== undefined, end.signal)
    function onEvent(event: LiveEvent): GenerationChange | undefined {
      if (event.type === 'run_requests') noteRequests(queryClient, event.data)
      const outcome = applyLiveEvent(queryClient, event)
      if (!outcome) return undefined
      if ('missing' in outcome) {
        asking.request(outcome.missing)
        return undefined
      }
      notify(outcome)
      return outcome
    }

    /** Fetches running works, and the outcome of those that ran before. */
    async function poll(): Promise<LiveEvent[]> {
      const known = findActive(queryClient)
      const now = performance.now()
      if (now < notBefore || (known.length === 0 && now - idleSince < idlePollEveryMs)) return []
      idleSince = now
      const listed = await listGenerations({ data: { status__in: 'queued,running', limit: '100' } }).catch(() => undefined)
      if (end.signal.aborted) return []
      failures = listed?.ok ? 0 : failures + 1
      notBefore = listed?.ok ? Number.NEGATIVE_INFINITY : performance.now() + waitAfter(failures)
      if (!listed?.ok) return []
      const running: LiveEvent[] = listed.data.items.map((data) => ({ type: 'generation', data }))
      for (const event of running) onEvent(event)
      const ended = known.filter(({ id }) => listed.data.items.every((item) => item.id !== id))
      const asked = await Promise.all(ended.map(({ id }) => askFor(id)))
      const changes = asked.filter((change) => change !== undefined && change !== 'gone')
      const events = [...running, ...changes.map(({ after }): LiveEvent => ({ type: 'generation', data: after }))]
      if (changes.some(({ after }) => !isActive(after))) {
        const { user } = await getSession()
        if (user) {
          const balance: LiveEvent = { type: 'tokens', data: { available: user.available, held: user.held } }
          onEvent(balance)
          events.push(balance)
        }
      }
      return events
    }

    function onResync(scope: 'running' | 'all') {
      asking.hurry()
      if (scope === 'all') {
        void queryClient.invalidateQueries({ queryKey: generationKeys.all })
        recount()
      } else for (const { id } of findActive(queryClient)) asking.request(id)
    }
    function onRefused(ending: StreamEnding | null) {
      if (ending === 'session_reused') reportFailure({ code: 'refresh_token_reused' })
      else void checkSession()
    }
    async function connect() {
      await untilHydrated(end.signal)
      if (!end.signal.aborted) connectGenerationEvents(userId, { onEvent, onResync, poll, onRefused }, end.signal)
    }
    void connect()
    return () => {
      clearTimeout(counting)
      end.abort()
    }
  }, [queryClient, userId])
}

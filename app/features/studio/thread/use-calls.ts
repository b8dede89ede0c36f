import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { Call, CallEdit } from '#app/contract/studio/tool-calls.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { allowCalls, refuseToolCall } from '#app/shell/data/tools.functions.ts'
import { useOnceHydrated } from '#app/shell/data/query-data.ts'
import { callsKey, callsQuery, threadCallsQuery, toolsKey } from '#app/shell/data/tools.queries.ts'
import { refetchGeneration } from '#app/shell/live/generation-cache.ts'

/** The calls of an answer that make something, in their order. */
export function useCalls({ id, thread_id: thread, call_states: states }: Generation): Call[] {
  const { data: all, isPending } = useQuery({ ...threadCallsQuery(thread ?? ''), enabled: thread !== null })
  const known = all?.filter(({ step }) => step === id).toReversed()
  // Those of a conversation are as old as its page; what has changed since then is read by answer.
  const isCurrent = states?.every((now) => known?.some((one) => one.id === now.id && one.state === now.state && one.by === now.by))
  const { data: own } = useQuery({ ...callsQuery(id, states ?? []), enabled: !isCurrent && (thread === null || !isPending) })
  const data = useOnceHydrated(isCurrent ? known : (own ?? known)) ?? []
  // The answer has the newest states, because events bring them.
  return data.flatMap((call) => {
    const now = states?.find((one) => one.id === call.id)
    return call.makes === null || call.step !== id ? [] : [now ? { ...call, state: now.state, by: now.by } : call]
  })
}

type Allowing = { calls: readonly Call[]; maxPrice: number; edits?: Record<string, CallEdit>; isRule: boolean }
type Refusing = { calls: readonly Call[]; words: string; never: boolean }

/** Decides on calls of an answer. A failure is for the card, which stays. */
export function useDecision(step: string) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<'allow' | 'refuse' | null>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  async function decide(act: 'allow' | 'refuse', send: () => Promise<ApiResult<unknown>>): Promise<boolean> {
    if (busy) return false
    setBusy(act)
    setFailure(null)
    const result = await send()
    if (!result.ok) setFailure(result.error)
    // Somebody may have decided elsewhere, or the price may be another one.
    await Promise.all([
      refetchGeneration(queryClient, step),
      queryClient.invalidateQueries({ queryKey: callsKey }),
      queryClient.invalidateQueries({ queryKey: toolsKey }),
    ])
    setBusy(null)
    return result.ok
  }
  return {
    busy,
    failure,
    allow: ({ calls, maxPrice, edits = {}, isRule }: Allowing) =>
      decide('allow', () =>
        settle(
          allowCalls({
            data: { ids: calls.map(({ id }) => id), max_price: maxPrice, edits, ...(isRule && { rule: 'allow' as const }) },
          }),
        ),
      ),
    refuse: ({ calls, words, never }: Refusing) =>
      decide('refuse', async () => {
        let last: ApiResult<unknown> = { ok: true, data: null }
        for (const { id } of calls) {
          last = await settle(refuseToolCall({ data: { id, words: words.trim() || undefined, never } }))
          if (!last.ok) break
        }
        return last
      }),
  }
}
export type Decision = ReturnType<typeof useDecision>

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import type { Generation } from '#app/contract/generations.ts'
import { isUncertain, settle } from '#app/shell/calls/settle.ts'
import { quoteKey } from '#app/shell/data/generations.queries.ts'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'
import { followRuns } from '#app/shell/live/follow-runs.ts'
import { applyLiveEvent } from '#app/shell/live/generation-cache.ts'

type SubmitSeveralOptions<Input, Started> = {
  send: (input: Input, key: { idempotency_key: string }) => Promise<ApiResult<Started>>
  runsOf: (started: Started) => readonly Generation[]
}

/** Starts several runs together, one request at a time. */
export function useSubmitSeveral<Input extends object, Started>({ send, runsOf }: SubmitSeveralOptions<Input, Started>) {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  /** The key of a request without a definite response; repeating it cannot start the runs twice. */
  const open = useRef<{ key: string; payload: string } | null>(null)

  async function submit(input: Input): Promise<Started | null> {
    const payload = JSON.stringify(input)
    const key = open.current?.payload === payload ? open.current.key : uuid()
    open.current = { key, payload }
    setSending(true)
    setFailure(null)
    const result = await settle(send(input, { idempotency_key: key }))
    setSending(false)
    if (result.ok || !isUncertain(result.error)) open.current = null
    if (!result.ok) {
      if (result.error.code === 'maintenance') void queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
      if (result.error.code === 'price_changed') void queryClient.invalidateQueries({ queryKey: quoteKey })
      setFailure(result.error)
      return null
    }
    const runs = runsOf(result.data)
    followRuns(queryClient, runs)
    for (const run of runs) applyLiveEvent(queryClient, { type: 'generation', data: run })
    return result.data
  }

  return { submit, sending, failure }
}

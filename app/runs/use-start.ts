import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { isUncertain, settle } from '#app/shell/calls/settle.ts'
import { generationKeys, modelsQuery, quoteKey } from '#app/shell/data/generations.queries.ts'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'

type StartOptions<Request, Started> = {
  send: (request: Request & { idempotency_key: string }) => Promise<ApiResult<Started>>
  runsOf: (started: Started) => readonly Generation[]
}

const retryAfterMs = 800

/** Queries whose data a refusal shows to be out of date. */
const outdated: Partial<Record<ApiFailure['code'], readonly unknown[]>> = {
  model_unavailable: modelsQuery().queryKey,
  model_not_allowed: modelsQuery().queryKey,
  maintenance: noticesQuery.queryKey,
  price_changed: quoteKey,
}

/**
 * Starts paid runs and puts them into the page. A request without a definite response keeps its idempotency key, so that repeating it
 * cannot start and charge the runs twice; a changed request gets a new key.
 */
export function useStart() {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const open = useRef<{ key: string; payload: string } | null>(null)

  async function start<Request extends object, Started>(
    request: Request,
    { send, runsOf }: StartOptions<Request, Started>,
  ): Promise<ApiResult<Started>> {
    const payload = JSON.stringify(request)
    const key = open.current?.payload === payload ? open.current.key : uuid()
    open.current = { key, payload }
    setSending(true)
    // Loaded for events as well, but a page's first load does not need it.
    const cache = import('#app/shell/live/generation-cache.ts').catch(() => null)
    const result = await sendTwice(() => settle(send({ ...request, idempotency_key: key })))
    setSending(false)
    if (result.ok || !isUncertain(result.error)) open.current = null
    if (!result.ok) {
      const queryKey = outdated[result.error.code]
      if (queryKey) void queryClient.invalidateQueries({ queryKey })
      return result
    }
    const runs = runsOf(result.data)
    // The quote contains the number of free runs left today.
    if (runs.some(({ note }) => note)) void queryClient.invalidateQueries({ queryKey: quoteKey })
    const live = await cache
    if (live) for (const run of runs) live.applyLiveEvent(queryClient, { type: 'generation', data: run })
    else void queryClient.invalidateQueries({ queryKey: generationKeys.lists })
    return result
  }

  return { sending, start }
}

/** Repeats a call that did not reach the server, once. */
async function sendTwice<Started>(send: () => Promise<ApiResult<Started>>): Promise<ApiResult<Started>> {
  const first = await send()
  if (first.ok || first.error.code !== 'offline') return first
  await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
  return send()
}

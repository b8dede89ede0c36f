import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import type { Generation } from '#app/contract/generations.ts'
import { isUncertain, settle } from '#app/shell/calls/settle.ts'
import { createGeneration } from '#app/shell/data/generations.functions.ts'
import { generationKeys, modelsQuery, quoteKey } from '#app/shell/data/generations.queries.ts'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'

/** `max_price`: the price that the person saw. */
type NewRun = Omit<Parameters<typeof createGeneration>[0]['data'], 'idempotency_key'> & {
  max_price: number
  /** Whether the model takes no prompt. */
  isPromptless?: boolean
}

const retryAfterMs = 800

/** Starts runs, one request at a time. `setFailure` receives the reason why the last one did not start, and null when the next is sent. */
export function useSubmission({ setFailure }: { setFailure: (failure: ApiFailure | null) => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  /** The key of a request without a definite response; repeating the same run under it cannot start it twice. */
  const open = useRef<{ key: string; payload: string } | null>(null)

  function promptMissing(): ApiFailure {
    const detail = t`Describe what to create.`
    return {
      statusCode: 422,
      statusMessage: detail,
      detail,
      code: 'invalid_input',
      fields: { prompt: { code: 'prompt_empty', detail } },
    }
  }

  async function send({ isPromptless = false, ...run }: NewRun): Promise<Generation | null> {
    if (!run.prompt && !isPromptless) {
      setFailure(promptMissing())
      return null
    }
    const payload = JSON.stringify(run)
    const key = open.current?.payload === payload ? open.current.key : uuid()
    open.current = { key, payload }
    setSending(true)
    setFailure(null)
    // Loaded for events as well, but a page's first load does not need it.
    const cache = import('#app/shell/live/generation-cache.ts').catch(() => null)
    const result = await createWithRetry({ ...run, idempotency_key: key })
    setSending(false)
    if (result.ok || !isUncertain(result.error)) open.current = null
    if (!result.ok) {
      if (result.error.code === 'model_unavailable' || result.error.code === 'model_not_allowed')
        void queryClient.invalidateQueries({ queryKey: modelsQuery().queryKey })
      if (result.error.code === 'maintenance') void queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
      if (result.error.code === 'price_changed') void queryClient.invalidateQueries({ queryKey: quoteKey })
      setFailure(result.error)
      return null
    }
    // The quote contains the number of free runs left today.
    if (result.data.note) void queryClient.invalidateQueries({ queryKey: quoteKey })
    const live = await cache
    if (live) live.applyLiveEvent(queryClient, { type: 'generation', data: result.data })
    else void queryClient.invalidateQueries({ queryKey: generationKeys.lists })
    return result.data
  }

  return { sending, send }
}

/** Repeats a call that did not reach the server, once. */
async function createWithRetry(data: Parameters<typeof createGeneration>[0]['data']): Promise<ApiResult<Generation>> {
  const first = await settle(createGeneration({ data }))
  if (first.ok || first.error.code !== 'offline') return first
  await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
  return settle(createGeneration({ data }))
}

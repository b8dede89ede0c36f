import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiResult } from '#app/contract/api-result.ts'
import type { Generation } from '#app/contract/generations.ts'
import { useToast } from '#app/ui/toast.tsx'
import { applyLiveEvent, refetchGeneration } from '../generation-cache.ts'
import { tellTabs } from '../generation-connection.ts'
import { cancelGeneration, deleteGeneration, retryGeneration, updateGeneration } from '../generations.functions.ts'
import { useUser } from '../session.queries.ts'
import { useFailureWords } from '../failure.ts'
import { isUncertain, settle } from './settle.ts'

type Action = 'cancel' | 'again' | 'remove' | 'favorite'

/** What a person can do with one generation. Every action reports its failure itself. */
export function useGenerationActions(generation: Generation) {
  const { t } = useLingui()
  const toast = useToast()
  const failureWords = useFailureWords()
  const queryClient = useQueryClient()
  const user = useUser()
  const [busy, setBusy] = useState<Action | null>(null)
  const key = useRef<string | null>(null)
  const { id } = generation

  const put = (data: Generation) => applyLiveEvent(queryClient, { type: 'generation', data })

  async function act<T>(action: Action, call: () => Promise<ApiResult<T>>): Promise<T | undefined> {
    if (busy) return undefined
    setBusy(action)
    const result = await settle(call())
    setBusy(null)
    if (result.ok) return result.data
    toast({ title: failureWords(result.error), tone: 'danger' })
    // Somebody else was quicker: look at how things stand.
    if (result.error.statusCode === 409 || result.error.statusCode === 404) void refetchGeneration(queryClient, id)
    return undefined
  }

  /** Starts a new run; the same key is used again until there was a definite answer. */
  async function start(call: (idempotencyKey: string) => Promise<ApiResult<Generation>>): Promise<Generation | undefined> {
    const used = (key.current ??= uuid())
    const started = await act('again', async () => {
      const result = await settle(call(used))
      if (result.ok || !isUncertain(result.error)) key.current = null
      return result
    })
    if (started) put(started)
    return started
  }

  return {
    busy,
    async cancel() {
      const canceled = await act('cancel', () => cancelGeneration({ data: { id } }))
      if (canceled) put(canceled)
    },
    /** The same again after a failure or a cancel; after a success the API draws a new seed, so that it gives something new. */
    again: () => start((idempotency_key) => retryGeneration({ data: { id, idempotency_key } })),
    async toggleFavorite() {
      const favorite = !generation.favorite
      put({ ...generation, favorite })
      const updated = await act('favorite', () => updateGeneration({ data: { id, favorite } }))
      put(updated ?? { ...generation, favorite: !favorite })
    },
    async remove(): Promise<boolean> {
      const removed = await act('remove', async () => {
        const result = await settle(deleteGeneration({ data: { id } }))
        const gone = !result.ok && result.error.code === 'not_found'
        return result.ok || gone ? { ok: true as const, data: true } : result
      })
      if (!removed) return false
      applyLiveEvent(queryClient, { type: 'deleted', data: { id } })
      if (user) tellTabs(user.id, { type: 'deleted', data: { id } })
      return true
    },
    async copy(text: string) {
      try {
        await navigator.clipboard.writeText(text)
        toast({ title: t`Copied.` })
      } catch {
        toast({ title: t`The browser did not allow copying.`, tone: 'danger' })
      }
    },
  }
}

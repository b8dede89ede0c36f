import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiResult } from '#app/contract/api-result.ts'
import type { Generation, OptionValues } from '#app/contract/generations.ts'
import { isUncertain, settle } from '#app/shell/calls/settle.ts'
import { createGeneration, retryGeneration } from '#app/shell/data/generations.functions.ts'
import { quoteKey } from '#app/shell/data/generations.queries.ts'
import { applyLiveEvent } from '#app/shell/live/generation-cache.ts'
import { useFailureToast } from '#app/shell/work/use-failure-toast.ts'

/** Returns the prompt that continues an interrupted answer; it is not shown as the person's text. */
export function useContinuePrompt(): string {
  const { t } = useLingui()
  return t`Go on exactly where your last answer stopped. Do not repeat anything.`
}

/** `max_price`: the price that the person saw. */
export type Edited = { prompt: string; model: string; options: OptionValues; max_price: number }

/** Returns the place and the inputs of a turn, for a run that replaces it. */
export const placeOf = ({ thread_id, parent_id, inputs }: Generation) => ({
  inputs,
  ...(thread_id && { thread_id }),
  ...(parent_id && { parent_id }),
})

/** Returns the run that continues an interrupted answer. */
export const continuation = ({ id, model, options, thread_id }: Generation, prompt: string) => ({
  model,
  options,
  prompt,
  parent_id: id,
  ...(thread_id && { thread_id }),
})

/** Creates new turns from an existing one, as an alternative or after it. Each reports its own failure. */
export function useTurnActions(onStarted: (started: Generation) => void) {
  const showFailure = useFailureToast()
  const queryClient = useQueryClient()
  const continuePrompt = useContinuePrompt()
  const [busy, setBusy] = useState<string | null>(null)
  /** The key of a request without a definite response; repeating the same call under it cannot run it twice. */
  const open = useRef<{ key: string; call: string } | null>(null)

  async function start(turn: Generation, call: string, begin: (key: string) => Promise<ApiResult<Generation>>): Promise<boolean> {
    if (busy) return false
    const key = open.current?.call === call ? open.current.key : uuid()
    open.current = { key, call }
    setBusy(turn.id)
    const result = await settle(begin(key))
    setBusy(null)
    if (result.ok || !isUncertain(result.error)) open.current = null
    if (!result.ok) {
      if (result.error.code === 'price_changed') void queryClient.invalidateQueries({ queryKey: quoteKey })
      showFailure(result.error)
      return false
    }
    applyLiveEvent(queryClient, { type: 'generation', data: result.data })
    onStarted(result.data)
    return true
  }

  return {
    busy,
    /** Runs the same prompt again for another answer. */
    regenerate: (turn: Generation, maxPrice: number) =>
      start(turn, `again ${turn.id}`, (idempotency_key) =>
        retryGeneration({ data: { id: turn.id, max_price: maxPrice, idempotency_key } }),
      ),
    /** Runs another prompt in place of this one; the original stays as an alternative. */
    edit: (turn: Generation, edited: Edited) =>
      start(turn, `edit ${turn.id} ${JSON.stringify(edited)}`, (idempotency_key) =>
        createGeneration({ data: { ...edited, ...placeOf(turn), idempotency_key } }),
      ),
    /** Runs the rest of an interrupted answer. */
    goOn: (turn: Generation, maxPrice: number) =>
      start(turn, `go on ${turn.id}`, (idempotency_key) =>
        createGeneration({ data: { ...continuation(turn, continuePrompt), max_price: maxPrice, idempotency_key } }),
      ),
  }
}
export type TurnActions = ReturnType<typeof useTurnActions>

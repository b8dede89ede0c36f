import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiResult } from '#app/contract/api-result.ts'
import type { Generation, OptionValues } from '#app/contract/generations.ts'
import { applyLiveEvent } from '#app/shell/generation-cache.ts'
import { createGeneration, retryGeneration } from '#app/shell/generations.functions.ts'
import { isUncertain, settle } from '#app/shell/work/settle.ts'
import { useRefusalToast } from '#app/shell/work/use-refusal-toast.ts'

/** What is asked of a model that was cut short; shown as such, not as the person's words. */
export function useContinuePrompt(): string {
  const { t } = useLingui()
  return t`Go on exactly where your last answer stopped. Do not repeat anything.`
}

export type Edited = { prompt: string; model: string; options: OptionValues }

/** New turns that begin at one that is there: in its place, or after it. Each says itself what went wrong. */
export function useTurnActions(onStarted: (started: Generation) => void) {
  const tellRefusal = useRefusalToast()
  const queryClient = useQueryClient()
  const continuePrompt = useContinuePrompt()
  const [busy, setBusy] = useState<string | null>(null)
  /** The key of a submit whose outcome is unknown: sending the same again must not run it twice. */
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
      tellRefusal(result.error)
      return false
    }
    applyLiveEvent(queryClient, { type: 'generation', data: result.data })
    onStarted(result.data)
    return true
  }

  const at = ({ thread_id, parent_id }: Generation) => ({ ...(thread_id && { thread_id }), ...(parent_id && { parent_id }) })

  return {
    busy,
    /** Another answer to the same words. */
    regenerate: (turn: Generation) =>
      start(turn, `again ${turn.id}`, (idempotency_key) => retryGeneration({ data: { id: turn.id, idempotency_key } })),
    /** Other words in the place of these; the first ones stay beside them. */
    edit: (turn: Generation, edited: Edited) =>
      start(turn, `edit ${turn.id} ${JSON.stringify(edited)}`, (idempotency_key) =>
        createGeneration({ data: { ...edited, inputs: turn.inputs, ...at(turn), idempotency_key } }),
      ),
    /** The rest of an answer that was cut short. */
    goOn: (turn: Generation) =>
      start(turn, `go on ${turn.id}`, (idempotency_key) =>
        createGeneration({
          data: {
            model: turn.model,
            options: turn.options,
            prompt: continuePrompt,
            ...at(turn),
            parent_id: turn.id,
            idempotency_key,
          },
        }),
      ),
  }
}
export type TurnActions = ReturnType<typeof useTurnActions>

import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import type { Generation, OptionValues } from '#app/contract/runs/generations.ts'
import { createGeneration, retryGeneration } from '#app/shell/data/generations.functions.ts'
import { useFailureToast } from '#app/runs/use-failure-toast.ts'
import { useStart } from '#app/runs/use-start.ts'

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
  const { start } = useStart()
  const continuePrompt = useContinuePrompt()
  const [busy, setBusy] = useState<string | null>(null)
  async function run(turn: Generation, begin: () => Promise<ApiResult<Generation>>): Promise<boolean> {
    if (busy) return false
    setBusy(turn.id)
    const result = await begin()
    setBusy(null)
    if (result.ok) onStarted(result.data)
    else showFailure(result.error)
    return result.ok
  }
  const create = (request: Omit<Parameters<typeof createGeneration>[0]['data'], 'idempotency_key'>) =>
    start(request, { send: (data) => createGeneration({ data }), runsOf: (started) => [started] })

  return {
    busy,
    /** Runs the same prompt again for another answer. */
    regenerate: (turn: Generation, maxPrice: number) =>
      run(turn, () =>
        start({ id: turn.id, max_price: maxPrice }, { send: (data) => retryGeneration({ data }), runsOf: (started) => [started] }),
      ),
    /** Runs another prompt in place of this one; the original stays as an alternative. */
    edit: (turn: Generation, edited: Edited) => run(turn, () => create({ ...edited, ...placeOf(turn) })),
    /** Runs the rest of an interrupted answer. */
    goOn: (turn: Generation, maxPrice: number) => run(turn, () => create({ ...continuation(turn, continuePrompt), max_price: maxPrice })),
  }
}
export type TurnActions = ReturnType<typeof useTurnActions>

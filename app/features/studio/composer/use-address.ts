import { useEffect, useEffectEvent } from 'react'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { pickModel } from '#app/contract/runs/usual-models.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { Draft } from '#app/contract/studio/studio.ts'
import { isPrefill, type StudioSearch } from '../studio-search.ts'

export type AddressOptions = {
  prefill: StudioSearch
  /** Called when the draft contains what the URL asks for, so that everything but the model can be removed from the URL. */
  onPrefillTaken: (prefill: StudioSearch, model: string | null) => void
  /** Called when another model is chosen, so that the URL follows. */
  onModelChange: (model: string) => void
}

type DraftAtAddress = {
  models: readonly Model[]
  draft: Draft
  restored: boolean
  changeDraft: (next: (draft: Draft) => Draft) => void
  /** Replaces the draft, with an undo. */
  followLink: (linked: Draft) => void
}

/** Keeps the draft and the URL consistent: a link fills the draft, and the model is the same in both. */
export function useAddress(
  { models, draft, restored, changeDraft, followLink }: DraftAtAddress,
  { prefill, onPrefillTaken, onModelChange }: AddressOptions,
): void {
  const takePrefill = useEffectEvent(() => {
    const taken = withPrefill(draft, prefill, models)
    followLink(taken)
    onPrefillTaken(prefill, taken.model)
  })
  useEffect(() => {
    if (restored && isPrefill(prefill)) takePrefill()
  }, [restored, prefill])

  const isKnown = (id: string | null | undefined): id is string => models.some((one) => one.id === id)
  const followAddress = useEffectEvent((named: string | undefined) => {
    if (isPrefill(prefill) || named === draft.model) return
    if (isKnown(named)) changeDraft((current) => ({ ...current, model: named }))
    else if (isKnown(draft.model)) onModelChange(draft.model)
  })
  const updateAddress = useEffectEvent((chosen: string | null) => {
    if (!isPrefill(prefill) && chosen !== prefill.model && isKnown(chosen)) onModelChange(chosen)
  })
  const named = prefill.model
  useEffect(() => {
    if (restored) followAddress(named)
  }, [restored, named])
  useEffect(() => {
    if (restored) updateAddress(draft.model)
  }, [restored, draft.model])
}

/**
 * Returns the draft with everything that the URL asks for. A result to start from replaces all other inputs; if the chosen model does not
 * take it, one that does is chosen.
 */
export function withPrefill(draft: Draft, { prompt, model, input, index, role }: StudioSearch, models: readonly Model[]): Draft {
  const added: GenerationInput | undefined = input && role ? { generation_id: input, role, ...(index && { index }) } : undefined
  const taking = added && models.find(({ available, inputs }) => available && inputs.some((accepted) => accepted.role === role))
  const current = pickModel(models, model ?? draft.model)
  const takes = current?.inputs.some((accepted) => accepted.role === role) ?? false
  return {
    ...draft,
    prompt: prompt ?? draft.prompt,
    model: (added && !takes ? taking?.id : undefined) ?? model ?? draft.model,
    inputs: added ? [added] : draft.inputs,
  }
}

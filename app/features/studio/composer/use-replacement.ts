import { useState } from 'react'
import type { Generation, OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { Draft } from '#app/contract/studio/studio.ts'
import { fitOptions } from '#app/runs/options/option-values.ts'

/** A replacement for the prompt: an example, an idea, an earlier prompt. */
export type Replacement = {
  prompt: string
  model?: string | undefined
  options?: OptionValues | undefined
  /** The model of the options, if the prompt names it by a command. */
  optionsOf?: Model | undefined
}

type ReplacementOptions = {
  models: readonly Model[]
  model: Model | undefined
  draft: Draft
  change: (next: (draft: Draft) => Draft) => void
}

/** Replaces the prompt. As long as the replacements are not edited, each can be undone, back to the typed text. */
export function useReplacement({ models, model, draft, change }: ReplacementOptions) {
  const [steps, setSteps] = useState<readonly { before: Draft; prompt: string }[]>([])
  const last = steps.at(-1)
  const isUntouched = last?.prompt === draft.prompt
  const remember = (prompt: string) => setSteps([...(isUntouched ? steps : []), { before: draft, prompt }])
  return {
    replace({ prompt, model: id, options: given, optionsOf }: Replacement) {
      const to = optionsOf ?? models.find((one) => one.id === id) ?? model
      change((current) => ({
        ...current,
        prompt,
        model: id ?? current.model,
        options:
          to && given ? { ...current.options, [to.id]: fitOptions(to.options, { ...current.options[to.id], ...given }) } : current.options,
      }))
      remember(prompt)
    },
    /** Fills the composer from an earlier run. */
    reuse({ model: id, prompt, options: used, inputs: given }: Generation) {
      change((current) => ({ prompt, model: id, options: { ...current.options, [id]: used }, inputs: given }))
      remember(prompt)
    },
    undo:
      last && isUntouched
        ? () => {
            change(() => last.before)
            setSteps(steps.slice(0, -1))
          }
        : undefined,
  }
}

import type { InputRole } from '#app/contract/base/values.ts'
import { useMemo } from 'react'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { pickModel } from '#app/contract/runs/usual-models.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { Draft } from '#app/contract/studio/studio.ts'
import { addInput, changeRole, fitInputs, moveInput, openInputs, rolesFor } from './fit-inputs.ts'
import { useUploads } from './use-uploads.ts'

type InputsOptions = {
  models: readonly Model[]
  model: Model | undefined
  draft: Draft
  change: (next: (draft: Draft) => Draft) => void
}

/** Files and earlier results that the run starts from. */
export function useInputs({ models, model, draft, change }: InputsOptions) {
  const given = useMemo(() => (model ? fitInputs(model, draft.inputs) : []), [model, draft.inputs])
  const kinds = useMemo(() => [...new Set(model?.inputs.flatMap(({ types }) => types))], [model])
  const uploads = useUploads({
    kinds,
    room: model?.history ? model.inputs.reduce((sum, { max }) => sum + max, 0) - given.length : undefined,
    onUploaded({ id, type }, target) {
      change((draft) => {
        const current = target.model ? { ...draft, model: target.model.id } : draft
        const to = pickModel(models, current.model)
        if (!to) return current
        const able = rolesFor(to, type)
        const free = openInputs(to, current.inputs).find(({ role }) => able.includes(role))
        const role = target.role ?? free?.role ?? able[0]
        return role ? { ...current, inputs: addInput(to, current.inputs, { upload_id: id, role }) } : current
      })
    },
  })
  return {
    given,
    /** Inputs of the draft that the model does not take. */
    left: draft.inputs.filter((input) => !given.includes(input)),
    uploads,
    /** Kinds of files that the model takes. */
    kinds,
    /** Inputs that the model can take besides those given. */
    open: model ? openInputs(model, draft.inputs) : [],
    /** Adds a result of the person. */
    add(input: GenerationInput) {
      if (model) change((current) => ({ ...current, inputs: addInput(model, current.inputs, input) }))
    },
    setRole(input: GenerationInput, role: InputRole) {
      if (model) change((current) => ({ ...current, inputs: changeRole(model, current.inputs, input, role) }))
    },
    move(input: GenerationInput, by: -1 | 1) {
      change((current) => ({ ...current, inputs: moveInput(current.inputs, input, by) }))
    },
    remove(...inputs: readonly GenerationInput[]) {
      change((current) => ({ ...current, inputs: current.inputs.filter((one) => !inputs.includes(one)) }))
      for (const input of inputs) if ('upload_id' in input) uploads.discard(input.upload_id)
    },
  }
}

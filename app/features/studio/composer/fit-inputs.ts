import { type InputRole, type FileKind, maxInputs } from '#app/contract/base/values.ts'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Model, ModelInput } from '#app/contract/runs/models.ts'

type Takes = Pick<Model, 'inputs'>

/** Returns the inputs that the model takes, up to its limits. A draft keeps its other inputs for other models. */
export function fitInputs({ inputs: accepted }: Takes, inputs: readonly GenerationInput[]): GenerationInput[] {
  const room = new Map(accepted.map(({ role, max }) => [role, max]))
  return inputs
    .filter(({ role }) => {
      const left = room.get(role) ?? 0
      room.set(role, left - 1)
      return left > 0
    })
    .slice(0, maxInputs)
}

/** Returns the roles in which the model takes a file of this kind. */
export const rolesFor = ({ inputs }: Takes, kind: FileKind): InputRole[] =>
  inputs.filter(({ types }) => types.includes(kind)).map(({ role }) => role)

/** Returns the inputs that the model can still take. */
export function openInputs(model: Takes, inputs: readonly GenerationInput[]): ModelInput[] {
  const fitting = fitInputs(model, inputs)
  if (fitting.length >= maxInputs) return []
  return model.inputs.filter(({ role, max }) => fitting.filter((input) => input.role === role).length < max)
}

/** Adds an input. If its role is full, the oldest one in that role is removed, and with a source the mask that was drawn for it. */
export function addInput(model: Takes, inputs: readonly GenerationInput[], added: GenerationInput): GenerationInput[] {
  const max = model.inputs.find(({ role }) => role === added.role)?.max ?? 0
  const alike = inputs.filter(({ role }) => role === added.role)
  const leaving = alike.slice(0, Math.max(0, alike.length + 1 - max))
  const isOutdated = (input: GenerationInput) => input.role === 'mask' && leaving.some(({ role }) => role === 'source')
  return [...inputs.filter((input) => !leaving.includes(input) && !isOutdated(input)), added]
}

/** Changes an input's role. If the role is full, its last input gets the vacated role. */
export function changeRole(model: Takes, inputs: readonly GenerationInput[], changed: GenerationInput, role: InputRole): GenerationInput[] {
  const max = model.inputs.find((input) => input.role === role)?.max ?? 0
  const alike = inputs.filter((input) => input.role === role && input !== changed)
  const leaving = alike.length >= max ? alike.at(-1) : undefined
  return inputs.map((input) => (input === changed ? { ...input, role } : input === leaving ? { ...input, role: changed.role } : input))
}

/** Moves an input by one place within its role, because the order can matter. */
export function moveInput(inputs: readonly GenerationInput[], moved: GenerationInput, by: -1 | 1): GenerationInput[] {
  const alike = inputs.filter(({ role }) => role === moved.role)
  const other = alike[alike.indexOf(moved) + by]
  if (!other) return [...inputs]
  return inputs.map((input) => (input === moved ? other : input === other ? moved : input))
}

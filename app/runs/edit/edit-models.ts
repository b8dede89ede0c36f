import type { GenerationInput, OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { EditTask, InputRole } from '#app/contract/base/values.ts'

const takes = ({ inputs }: Model, role: InputRole) => inputs.some((input) => input.role === role && input.types.includes('image'))

/** Returns the usable models for a task. */
export const modelsFor = (models: readonly Model[], task: EditTask): Model[] =>
  models.filter((model) => model.available && model.task === task)

/** Returns the usable models that repaint a selected area, which includes an area around the image. */
const repainting = (models: readonly Model[]): Model[] =>
  models.filter((model) => model.available && model.type === 'image' && !model.task && takes(model, 'source') && takes(model, 'mask'))

/** Returns the usable models that extend an image: those made for it first. */
export const extending = (models: readonly Model[]): Model[] => [...modelsFor(models, 'extend'), ...repainting(models)]

/** Returns the model for changes in words: one of a service if there is one, because the built-in model varies the whole image. */
export function instructed(models: readonly Model[]): Model | undefined {
  const able = models.filter((model) => {
    const needsMore = model.inputs.some(({ role, required }) => required && role !== 'source')
    return model.available && model.type === 'image' && !model.task && takes(model, 'source') && !needsMore
  })
  return able.find(({ provider }) => provider !== 'sketch') ?? able[0]
}

/** Pixels added on each side of an image. */
export type Sides = { left: number; right: number; up: number; down: number }

/** Whether the model extends the image itself, by these options; other models get a larger image and a mask. */
export const hasSides = ({ options: { properties } }: Model): boolean => 'left' in properties && 'right' in properties

/** Returns the model's aspect ratio that is nearest to an image's, for models that draw fixed shapes. */
export function nearestAspect({ options: { properties } }: Model, ratio: number): OptionValues {
  const { aspect } = properties
  if (!aspect || !('enum' in aspect)) return {}
  const distance = (value: string) => {
    const [width = 1, height = 1] = value.split(':').map(Number)
    return Math.abs(Math.log(width / height / ratio))
  }
  const [nearest] = aspect.enum.toSorted((a, b) => distance(a) - distance(b))
  return nearest === undefined ? {} : { aspect: nearest }
}

/** Returns inputs with which the server can price the run: it needs every required role, not yet the right files. */
export const pricedInputs = (model: Model, source: GenerationInput): GenerationInput[] =>
  hasSides(model) ? [source] : [source, { ...source, role: 'mask' }]

import type { Kind } from '../base/values.ts'
import type { Model } from '../runs/models.ts'
import { modelsOf } from '../runs/usual-models.ts'

/** Works that a conversation can make, by people's commands and by the tools of its assistant. */
export const makings = ['picture', 'video', 'speech', 'music'] as const
export type Making = (typeof makings)[number]

export const kindOfMaking: Record<Making, Kind> = { picture: 'image', video: 'video', speech: 'audio', music: 'audio' }

/** Returns what a model makes from words alone; undefined for texts. Of the models of sound, those of music have a length. */
export function makingOf({ type, options }: Pick<Model, 'type' | 'options'>): Making | undefined {
  if (type === 'audio') return 'duration' in options.properties ? 'music' : 'speech'
  return type === 'image' ? 'picture' : type === 'video' ? 'video' : undefined
}

/** Returns the models on offer that make it from words alone. */
export const makersOf = (models: readonly Model[], making: Making): Model[] =>
  modelsOf(kindOfMaking[making])(models).filter((model) => makingOf(model) === making && !model.inputs.some(({ required }) => required))

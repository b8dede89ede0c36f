import type { Model } from '#app/contract/models.ts'

/** Returns the requested model, otherwise the first available one, otherwise the first. */
export function pickModel(models: readonly Model[], wanted: string | null | undefined): Model | undefined {
  return models.find(({ id }) => id === wanted) ?? models.find(({ available }) => available) ?? models[0]
}

import type { Model } from '#app/contract/models.ts'

/** The requested model, else the first available one, else the first. */
export function pickModel(models: readonly Model[], wanted: string | null | undefined): Model | undefined {
  return models.find(({ id }) => id === wanted) ?? models.find(({ available }) => available) ?? models[0]
}

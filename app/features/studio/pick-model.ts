import type { Model } from '#app/contract/models.ts'

/** The one chosen, else the first that can run, else the first. */
export function pickModel(models: readonly Model[], wanted: string | null | undefined): Model | undefined {
  return models.find(({ id }) => id === wanted) ?? models.find(({ available }) => available) ?? models[0]
}

import type { CatalogueModel } from '../catalogue/model.ts'

/** Adds the operator's models to those of a service. One with the id of another replaces it. */
export function withAdded(known: readonly CatalogueModel[], added: readonly CatalogueModel[]): readonly CatalogueModel[] {
  if (added.length === 0) return known
  const ids = new Set(known.map(({ id }) => id))
  return [...known.map((model) => added.find(({ id }) => id === model.id) ?? model), ...added.filter(({ id }) => !ids.has(id))]
}

import type { CatalogueModel } from '../catalogue/model.ts'

/** Adds the operator's models to those of a service. One with the id of another replaces it, and keeps its cost unless it states one. */
export function withAdded(known: readonly CatalogueModel[], added: readonly CatalogueModel[]): readonly CatalogueModel[] {
  if (added.length === 0) return known
  const ids = new Set(known.map(({ id }) => id))
  const own = new Map(added.map((model) => [model.id, model]))
  const replaced = known.map((model) => {
    const { cost, laterCost } = model
    const other = own.get(model.id)
    return other && !other.cost ? { ...other, ...(cost && { cost }), ...(laterCost && { laterCost }) } : (other ?? model)
  })
  return [...replaced, ...added.filter(({ id }) => !ids.has(id))]
}

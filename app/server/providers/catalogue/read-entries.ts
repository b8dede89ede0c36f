import type { RetiredModel } from '../lifecycle.ts'
import type { File } from '../models-file/schema.ts'
import { toModel } from '../models-file/to-model.ts'
import type { CatalogueEntry } from './model.ts'

export type ServiceModels = { models: readonly CatalogueEntry[]; retired: readonly RetiredModel[] }

/** Returns the models of checked entries. One that has ended and has no cost is retired: only its name is still of use. */
export function readEntries(entries: File['models'], edition: string | null = null): ServiceModels {
  const models: CatalogueEntry[] = []
  const retired: RetiredModel[] = []
  for (const [id, entry] of Object.entries(entries)) {
    const model = toModel(id, entry)
    const { price, cost } = model
    const { source, checked } = entry
    const facts = { source: source ?? '', checked: checked ?? '' }
    if (price && cost) models.push({ ...model, ...(edition !== null && { edition }), price, cost, ...facts })
    else if (model.endsAt !== undefined) {
      const { type, name, successor } = model
      retired.push({ id, model: model.model, type, name: name.message, ...(successor !== undefined && { successor }) })
    }
  }
  return { models, retired }
}

import type { ServiceId } from '../../env.ts'
import type { RetiredModel } from '../lifecycle.ts'
import type { File } from '../models-file/schema.ts'
import { toModel } from '../models-file/to-models-file.ts'
import type { CatalogueEntry } from './model.ts'

export type ServiceModels = { models: readonly CatalogueEntry[]; retired: readonly RetiredModel[] }

/** Returns the models of a service's entries. One that has ended and has no cost is retired: only its name is still of use. */
export function readEntries(service: ServiceId, { models: entries }: Pick<File, 'models'>): ServiceModels {
  const models: CatalogueEntry[] = []
  const retired: RetiredModel[] = []
  for (const [id, entry] of Object.entries(entries)) {
    const model = toModel(id, entry)
    const { price, cost } = model
    const { source, checked } = entry
    if (price && cost && source !== undefined && checked !== undefined) models.push({ ...model, price, cost, source, checked })
    else if (model.endsAt !== undefined) {
      const { type, name, successor } = model
      retired.push({ id, model: model.model, type, name: name.message, ...(successor !== undefined && { successor }) })
    } else throw new Error(`${service}: ${id} has no cost, source or date`)
  }
  return { models, retired }
}

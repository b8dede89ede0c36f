import * as v from 'valibot'
import type { ServiceId } from '../../env.ts'
import type { RetiredModel } from '../lifecycle.ts'
import { fileSchema } from '../models-file/schema.ts'
import about from './data/about.json' with { type: 'json' }
import type { CatalogueEntry } from './model.ts'
import { ofServices } from './of-services.ts'
import { readEntries } from './read-entries.ts'
import { shipped } from './shipped.ts'

/** One edition of the catalogue. */
export type Catalogue = {
  /** Its id in the database; null for the one of this release. */
  edition: string | null
  /** Each edition has a higher number than those before. */
  version: number
  /** The day of its publication. */
  date: string
  models: Record<ServiceId, readonly CatalogueEntry[]>
  /** Models that their services have switched off and the catalogue no longer describes. */
  retired: Record<ServiceId, readonly RetiredModel[]>
}

const services = ofServices((service) => readEntries(v.parse(fileSchema, shipped[service]).models))

/**
 * The models of each service, with limits and costs in dollars, from which prices in tokens are computed. Each entry names its source
 * document and the day of the last comparison. Services change their prices, and costs of pictures, speech and films are typical values if
 * the service counts differently. Check them before opening the site to others, and set your own in `MODELS_FILE`.
 */
export const catalogue = ofServices((service) => services[service].models)

/** Models that have ended and are no longer described. Models with an end date retire automatically. */
export const retiredModels = ofServices((service) => services[service].retired)

/** The catalogue that this release brings along. */
export const shippedCatalogue: Catalogue = { edition: null, ...about, models: catalogue, retired: retiredModels }

const entries = new Map(Object.values(catalogue).flatMap((models) => models.map((model) => [model.id, model] as const)))

export const catalogueEntry = (id: string) => entries.get(id)

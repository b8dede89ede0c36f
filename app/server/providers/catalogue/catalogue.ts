import * as v from 'valibot'
import { fileSchema } from '../models-file/schema.ts'
import { ofServices } from './of-services.ts'
import { readEntries } from './read-entries.ts'
import { shipped } from './shipped.ts'

const services = ofServices((service) => readEntries(service, v.parse(fileSchema, shipped[service])))

/**
 * The models of each service, with limits and costs in dollars, from which prices in tokens are computed. Each entry names its source
 * document and the day of the last comparison. Services change their prices, and costs of pictures, speech and films are typical values if
 * the service counts differently. Check them before opening the site to others, and set your own in `MODELS_FILE`.
 */
export const catalogue = ofServices((service) => services[service].models)

/** Models that their services have switched off and the catalogue no longer describes. Models with an end date retire automatically. */
export const retiredModels = ofServices((service) => services[service].retired)

const entries = new Map(Object.values(catalogue).flatMap((models) => models.map((model) => [model.id, model] as const)))

export const catalogueEntry = (id: string) => entries.get(id)

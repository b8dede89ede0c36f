import type { KindModel } from './kinds.ts'
import type { ProviderModel } from './provider.ts'

/** A model of a service, as the catalogue describes it. Its public id is `<provider>/<name>`. */
export type CatalogueModel = Omit<ProviderModel, 'provider' | 'price' | 'unavailable'> & {
  /** The service's own name for it. */
  model: string
  /** The interface of `kinds.ts` that reaches it. */
  via: KindModel['kind']
  /** A model without a price is shown and cannot be run. */
  price: ProviderModel['price'] | null
  /** How many unfinished images the service is asked to stream; absent: it cannot stream them. */
  partialImages?: number
}

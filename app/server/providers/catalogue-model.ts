import type { PriceRule } from '#app/contract/models.ts'
import type { KindModel } from './kinds.ts'
import type { ProviderModel } from './provider.ts'
import type { Wire } from './wire.ts'

/** A model of a service, as the catalogue describes it. Its public id is `<provider>/<name>`. */
export type CatalogueModel = Omit<ProviderModel, 'provider' | 'price' | 'unavailable' | 'retired'> & {
  /** The service's own name for it. */
  model: string
  /** The interface of `kinds.ts` that reaches it. */
  via: KindModel['kind']
  /** A model without a price is shown and cannot be run. */
  price: ProviderModel['price'] | null
  /** How many unfinished images the service is asked to stream; absent: it cannot stream them. */
  partialImages?: number
  /** Set for a model of `MODELS_FILE` with options or inputs that the adapter of its service does not know. */
  wire?: Wire
  /** The first day without it, as its service announced. */
  endsAt?: string
  /** The id of the model that its service recommends instead. */
  successor?: string
  /** An announced price in tokens, from its first day on. */
  later?: { from: string; price: PriceRule }
}

/** A model of the catalogue: what it costs the operator in dollars, and where and when its facts were looked up. */
export type CatalogueEntry = CatalogueModel & {
  price: PriceRule
  /** In dollars, in the shape of a price. */
  cost: PriceRule
  /** The address of the document that names the model, its options and its price. */
  source: string
  /** The day on which the document was last compared with the entry. */
  checked: string
}

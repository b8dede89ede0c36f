import type { PriceRule } from '#app/contract/runs/models.ts'
import type { KindModel } from '../kinds.ts'
import type { ProviderModel } from '../provider.ts'
import type { Wire } from '../connected/wire.ts'

/** A model of a service, as the catalogue describes it. Its public id is `<provider>/<name>`. */
export type CatalogueModel = Omit<
  ProviderModel,
  'provider' | 'price' | 'unavailable' | 'retired' | 'version' | 'trial' | 'successorName'
> & {
  /** The service's own name for the model. */
  model: string
  /** The interface of `kinds.ts` that the model has. */
  via: KindModel['kind']
  /** Null for a model without a price, which is shown but cannot be run. */
  price: ProviderModel['price'] | null
  /** For text: the most images that an answer may contain; absent for a model that only writes. */
  pictures?: number
  /** For text: set if the service answers at once instead of piece by piece. */
  streams?: false
  /** Number of unfinished images to request while streaming; absent if the service cannot stream them. */
  partialImages?: number
  /** Set for a model of `MODELS_FILE` with options or inputs that its service's adapter does not know. */
  wire?: Wire
  /** Whether a start repeated with the same idempotency key is neither done nor billed again. */
  repeatable?: true
  /** The edition of the catalogue that describes the model; absent for the one of this release. */
  edition?: string
  /** The first day on which the model is unavailable, as its service announced. */
  endsAt?: string
  /** The id of the model that its service recommends as a replacement. */
  successor?: string
  /** An announced price in tokens, and the first day of its validity. */
  later?: { from: string; price: PriceRule }
  /** An announced cost in dollars, and the first day of its validity. */
  laterCost?: { from: string; cost: PriceRule }
}

/** A model of the catalogue with its cost, and the source and date of its facts. */
export type CatalogueEntry = CatalogueModel & {
  price: PriceRule
  cost: PriceRule
  /** The URL of the document that states the model's name, options and price. */
  source: string
  /** The day on which the entry was last compared with the document. */
  checked: string
}

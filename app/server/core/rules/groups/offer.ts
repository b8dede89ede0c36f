import type { OperatorTool } from '#app/contract/studio/tool-names.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { scalePrice } from '#app/server/providers/scale-price.ts'
import { Problem } from '../../problem.ts'
import type { Offer } from './entitlement.ts'

export const mayUse = ({ models, reserved }: Pick<Offer, 'models' | 'reserved'>, modelId: string): boolean =>
  models === null ? !reserved.some((server) => modelId.startsWith(`${server}/`)) : models.includes(modelId)

/** Whether the operator offers a tool of conversations to the person. */
export const isOffered = ({ tools }: Pick<Offer, 'tools'>, name: OperatorTool): boolean => tools === null || tools.includes(name)

/** Returns the model at the person's price. Throws `model_not_allowed`. */
export function offeredModel(offer: Offer, model: ProviderModel): ProviderModel {
  if (!mayUse(offer, model.id)) throw new Problem('model_not_allowed')
  const price = scalePrice(model.price, offer.priceFactor)
  return price === model.price ? model : { ...model, price }
}

/** Returns the listed models that the person may use, at their price. */
export const offeredList = <Listed extends Pick<ProviderModel, 'id' | 'price'>>(offer: Offer, list: readonly Listed[]): Listed[] =>
  list.filter(({ id }) => mayUse(offer, id)).map((model) => ({ ...model, price: scalePrice(model.price, offer.priceFactor) }))

import type { Abilities } from '#app/contract/studio/turns.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { brand, promptFor } from '../catalogue/options.ts'
import { hasEnded, type RetiredModel, retiredReason } from '../lifecycle.ts'
import type { ProviderModel } from '../provider.ts'
import { noPrice } from './no-price.ts'
import { serverAway } from './server-away.ts'

type Listing = {
  models: readonly CatalogueModel[]
  today: string
  away?: boolean
  abilities: ((model: CatalogueModel) => Abilities | undefined) | undefined
}

const embedding: Abilities = { settings: [] }

/** Describes a model as it is on the day. */
export function describeModel(provider: string, model: CatalogueModel, { models, today, away = false, abilities }: Listing): ProviderModel {
  const {
    id,
    type,
    task,
    timeless,
    name,
    description,
    options,
    inputs,
    prompt,
    maxOutputTokens,
    history,
    fallback,
    endsAt,
    successor,
    later,
    laterCost,
    contextTokens,
    edition,
  } = model
  // Texts to embed are stored as the turns of a program.
  const can = task === 'embed' ? embedding : (model.can ?? abilities?.(model))
  const price = later && later.from <= today ? later.price : model.price
  const cost = laterCost && laterCost.from <= today ? laterCost.cost : model.cost
  const described = {
    id,
    type,
    ...(task && { task }),
    ...(timeless && { timeless }),
    provider,
    name,
    description,
    price: price ?? { base: 0, per: null },
    options,
    inputs,
    prompt,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(history && { history }),
    ...(can && { can }),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(fallback !== undefined && { fallback }),
    ...(cost && { cost }),
    ...(edition !== undefined && { edition }),
    ...(endsAt !== undefined && { endsAt }),
    ...(successor !== undefined && { successorName: nameOf(models, successor) }),
  }
  if (endsAt !== undefined && hasEnded({ endsAt }, today)) {
    return { ...described, retired: true, unavailable: retiredReason(name.message, described.successorName) }
  }
  return { ...described, unavailable: !price ? { text: noPrice, values: {} } : away ? serverAway : null }
}

const nameOf = (models: readonly CatalogueModel[], id: string) => models.find((one) => one.id === id)?.name.message ?? id

/** Describes a retired model, of which only the name is still of use. */
export function describeRetired(
  provider: string,
  { id, type, name, successor }: RetiredModel,
  models: readonly CatalogueModel[],
): ProviderModel {
  const takesOver = successor === undefined ? undefined : nameOf(models, successor)
  return {
    id,
    type,
    provider,
    name: brand(name),
    description: brand(name),
    price: { base: 0, per: null },
    options: {},
    inputs: [],
    prompt: promptFor(type === 'audio' ? 'speech' : type, 1),
    retired: true,
    ...(takesOver !== undefined && { successorName: takesOver }),
    unavailable: retiredReason(name, takesOver),
  }
}

import type { PriceRule } from '#app/contract/runs/models.ts'
import { type Catalogue, shippedCatalogue } from '../catalogue/catalogue.ts'
import { noPrice } from '../connected/no-price.ts'
import type { ProviderModel } from '../provider.ts'
import { scalePrice } from '../scale-price.ts'
import { toText } from './declared.ts'
import type { ModelsFile } from './no-models-file.ts'
import type { File } from './schema.ts'
import { toModel, toRule } from './to-model.ts'

/** Returns the settings of valid entries. */
export function toModelsFile({ price_factor, models }: File, catalogue: Catalogue = shippedCatalogue): ModelsFile {
  const entries = new Map(Object.entries(models))
  const added = Object.entries(models).flatMap(([id, one]) =>
    one.provider === undefined ? [] : [{ provider: one.provider, model: toModel(id, one) }],
  )
  return {
    catalogue,
    settings: { price_factor, models },
    ids: [...entries.keys()],
    hides: (id) => entries.get(id)?.hidden === true,
    fallbacks: Object.values(models).flatMap(({ fallback }) => fallback ?? []),
    added: (provider) => added.filter((one) => one.provider === provider).map(({ model }) => model),
    adjust(model) {
      const one = entries.get(model.id)
      if (one?.hidden) return undefined
      // A new model has its price already, which may change on a day.
      const own = one?.price && one.provider === undefined ? toRule(one.price) : undefined
      const factor = one?.price_factor ?? (one?.price ? 1 : price_factor)
      const wasUnpriced = model.unavailable?.text === noPrice
      const isCounted = own === undefined || hasOptionOf(own, model)
      return {
        ...model,
        ...(one?.name && { name: toText(one.name) }),
        ...(one?.description && { description: toText(one.description) }),
        ...(one?.fallback && { fallback: one.fallback }),
        ...(one?.prompt_max_length && { prompt: { ...model.prompt, maxLength: one.prompt_max_length } }),
        price: scalePrice(own ? withFactors(own, model.price) : model.price, factor),
        ...(own && wasUnpriced && { unavailable: null }),
        ...(!isCounted && { unavailable: model.unavailable ?? { text: noPrice, values: {} } }),
      }
    },
  }
}

/** Whether the model has the option that the price counts. Only the server knows the options of its own models. */
const hasOptionOf = ({ per }: PriceRule, { options }: Pick<ProviderModel, 'options'>) =>
  (per?.measure !== 'count' && per?.measure !== 'duration') || per.measure in options

/** Replaces a price. It applies to the default options; the factors of other values stay. */
const withFactors = (own: PriceRule, { factors }: PriceRule): PriceRule => (factors ? { ...own, factors } : own)

import type { Kind } from '#app/contract/base/values.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { oncePer } from '#app/contract/base/once-per.ts'
import { type Offer, usualOffer } from '../../rules/groups/entitlement.ts'
import { offeredList } from '../../rules/groups/offer.ts'
import { pausedModelsLately } from './model-health.ts'
import { describeModel } from './describe-model.ts'
import type { ModelFigures } from './model-figures.ts'

export type ListModelsOptions = {
  providers: Providers
  figures: ModelFigures
  /** The prices and models of the person or guest; by default the usual ones. */
  offer?: Offer
  locale: Locale
  types: readonly Kind[] | undefined
}

/**
 * Lists the models that a person may use, at their price. Returns the same list again while nothing in it has changed: every page needs it.
 */
export async function listModels(
  db: Database,
  { providers, figures, offer = usualOffer, locale, types }: ListModelsOptions,
): Promise<Model[]> {
  const [models, measured, paused] = await Promise.all([providers.models(), figures.read(), pausedModelsLately(db)])
  const parts = [measured, ...models, ...paused]
  const lists = listsOf(providers)
  const last = lists.get(locale)
  if (!last || last.parts.length !== parts.length || last.parts.some((part, index) => part !== parts[index])) {
    const list = models
      .map((model) => (paused.includes(model.id) && !model.fallback ? { ...model, unavailable: model.unavailable ?? isPaused } : model))
      .map((model) => describeModel(model, locale, measured.get(model.id) ?? null))
    lists.set(locale, { parts, list })
  }
  const list = offeredOnce(lists.get(locale)?.list ?? [], offer)
  return types ? list.filter(({ type }) => types.includes(type)) : list
}

/** People of one group share its list. */
function offeredOnce(list: Model[], offer: Offer): Model[] {
  const { priceFactor, models, reserved } = offer
  if (priceFactor === 1 && models === null && reserved.length === 0) return list
  const key = JSON.stringify([priceFactor, models, reserved])
  const lists = offeredLists(list)
  const offered = lists.get(key) ?? offeredList(offer, list)
  lists.set(key, offered)
  return offered
}

const offeredLists = oncePer((_list: Model[]) => new Map<string, Model[]>())

/** The last list of each language, and what it was made from. */
const listsOf = oncePer((_providers: Providers) => new Map<Locale, { parts: readonly unknown[]; list: Model[] }>())

const isPaused = {
  text: /*i18n*/ {
    id: 'model.paused',
    message: 'This model has failed several times in a row, so it’s paused. We’ll try it again in a few minutes.',
  },
  values: {},
}

import type { ServerOffer } from '#app/contract/operator/connections.ts'
import type { PriceRule } from '#app/contract/runs/models.ts'
import { noPrice } from '#app/server/providers/connected/no-price.ts'
import type { ModelsFile } from '#app/server/providers/models-file/no-models-file.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { checkOptions } from '../../making/models/check-options.ts'
import { priceOf } from '../../making/models/price.ts'
import type { ModelSetting } from './read-settings.ts'

const switchedOff = {
  text: /*i18n*/ { id: 'model.switched_off', message: 'The administrator has turned this model off.' },
  values: {},
}

/** Applies what was set in the browser. A model that is off is listed as retired, because results still name it and runs of it still end. */
export function applySetting(model: ProviderModel, { enabled, price }: ModelSetting): ProviderModel {
  const own = price && withOwnPrice(model, price)
  const priced = own && givesPrice(own) ? own : model
  return enabled ? priced : { ...priced, retired: true, unavailable: priced.unavailable ?? switchedOff }
}

/** Applies the price that was chosen for a whole server, unless `MODELS_FILE` or a definition has one for the model. */
export function applyOffer(
  model: ProviderModel,
  offer: ServerOffer | null,
  { models }: Pick<ModelsFile['settings'], 'models'>,
): ProviderModel {
  if (offer?.audience !== 'everyone' || models[model.id]?.price) return model
  return withOwnPrice(model, { base: offer.tokens_per_run, per: null })
}

/** Returns the model with another price. Factors of its options and the prices of searches and images in answers stay. */
export function withOwnPrice(model: ProviderModel, { base, per }: PriceRule): ProviderModel {
  const { factors, searches, images } = model.price
  return {
    ...model,
    price: { base, per, ...(factors && { factors }), ...(searches && { searches }), ...(images && { images }) },
    unavailable: model.unavailable?.text === noPrice ? null : model.unavailable,
  }
}

/** Whether the rule prices a run of the model: an option that it counts may be missing. */
export function givesPrice(model: ProviderModel): boolean {
  try {
    return usualPrice(model, model.price) >= 0
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** A long prompt and as much context, so that prices of texts count their input too. */
const usualCharacters = 1_000

/** Returns the price of a run with the usual options by any rule, in milli-tokens. */
export function usualPrice(model: ProviderModel, rule: PriceRule): number {
  const options = checkOptions(model.options, {})
  const maxOutputTokens = model.task === 'embed' ? 0 : model.maxOutputTokens
  return priceOf(rule, {
    prompt: 'a'.repeat(usualCharacters),
    options,
    files: model.task === 'transcribe' ? [{ pages: null, durationMs: 60_000 }] : [],
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  })
}

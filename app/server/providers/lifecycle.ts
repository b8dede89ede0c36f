import type { Kind } from '#app/contract/base/values.ts'
import type { ServerText } from '../i18n.ts'
import type { CatalogueModel } from './catalogue/model.ts'
import type { ProviderModel } from './provider.ts'

/** A model that its service has switched off. Results of the model still show its name. */
export type RetiredModel = { id: string; model: string; type: Kind; name: string; successor?: string }

/** Days before its end in which the operator sees a notice about a model. */
export const noticeDays = 60

const dayMs = 24 * 60 * 60_000

export const todayOf = (now: Date): string => now.toISOString().slice(0, 10)

export const hasEnded = ({ endsAt }: Pick<CatalogueModel, 'endsAt'>, today: string): boolean => endsAt !== undefined && endsAt <= today

/** Returns the days left if the end is near enough for a notice, otherwise undefined. */
export function daysLeft({ endsAt }: Pick<CatalogueModel, 'endsAt'>, today: string): number | undefined {
  if (endsAt === undefined || endsAt <= today) return undefined
  const days = Math.round((Date.parse(endsAt) - Date.parse(today)) / dayMs)
  return days <= noticeDays ? days : undefined
}

type Ending = Pick<CatalogueModel, 'id' | 'endsAt' | 'successor'>
export type EndingModel = { id: string; days: number; endsAt: string; successor: string | null }

/** Lists the models that end soon with the days left, the nearest end first. */
export const soonEnding = (models: readonly Ending[], today: string): EndingModel[] =>
  models
    .flatMap((model) => {
      const days = daysLeft(model, today)
      const { id, endsAt, successor = null } = model
      return days === undefined || endsAt === undefined ? [] : [{ id, days, endsAt, successor }]
    })
    .toSorted((a, b) => a.days - b.days)

/** Returns one line for the log for each model that ends soon. */
export function endingSoon(models: readonly Ending[], today: string): string[] {
  return models.flatMap((model) => {
    const days = daysLeft(model, today)
    if (days === undefined) return []
    const instead = model.successor === undefined ? 'it has no successor here' : `its successor is ${model.successor}`
    return [`${model.id} ends on ${model.endsAt} (in ${days} ${days === 1 ? 'day' : 'days'}): ${instead}`]
  })
}

const retiredText: ServerText = /*i18n*/ {
  id: 'model.retired',
  message: '{model} has been retired by its provider. Use {successor} instead.',
}
const retiredAloneText: ServerText = /*i18n*/ { id: 'model.retired_alone', message: '{model} has been retired by its provider.' }

/** The reason why a retired model cannot be run. */
export const retiredReason = (model: string, successor: string | undefined): NonNullable<ProviderModel['unavailable']> =>
  successor === undefined ? { text: retiredAloneText, values: { model } } : { text: retiredText, values: { model, successor } }

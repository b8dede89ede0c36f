import type { Kind } from '#app/contract/values.ts'
import type { Model } from '#app/contract/models.ts'
import type { Locale } from '#config'
import type { Database } from '../../db/database.ts'
import type { Providers } from '../../providers/providers.ts'
import { pausedModels } from './model-health.ts'
import { describeModel } from './describe-model.ts'
import type { ModelFigures } from './model-figures.ts'

export type ListModelsOptions = { providers: Providers; figures: ModelFigures; locale: Locale; types: readonly Kind[] | undefined }

export async function listModels(db: Database, { providers, figures, locale, types }: ListModelsOptions): Promise<Model[]> {
  const [models, measured, paused] = await Promise.all([providers.models(), figures.read(), pausedModels(db)])
  return models
    .filter(({ type }) => !types || types.includes(type))
    .map((model) => (paused.has(model.id) && !model.fallback ? { ...model, unavailable: model.unavailable ?? isPaused } : model))
    .map((model) => describeModel(model, locale, measured.get(model.id) ?? null))
}

const isPaused = {
  text: /*i18n*/ {
    id: 'model.paused',
    message: 'This model has failed several times in a row, so it’s paused. We’ll try it again in a few minutes.',
  },
  values: {},
}

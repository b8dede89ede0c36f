import { checkModels } from './check-models.ts'
import type { ModelsFile } from './no-models-file.ts'
import { toModelsFile } from './to-models-file.ts'

/** A model's entry that was entered in the browser. It replaces that of the file. */
export type Definition = {
  model: string
  /** The id of the version. */
  version: string
  document: unknown
  /** Whether it is a draft, which only its author runs, free of charge. */
  trial?: boolean
  /** Whether the model was removed: it is listed for the sake of its results. */
  removed?: boolean
}

const removedReason = {
  text: /*i18n*/ { id: 'model.removed', message: 'The administrator has removed this model.' },
  values: {},
}

/** Lays definitions over the settings of the file. One that an earlier version accepted and this one does not is left out. */
export function withDefinitions(
  file: ModelsFile,
  definitions: readonly Definition[],
  onUnreadable: (model: string) => void = () => {},
): ModelsFile {
  if (definitions.length === 0) return file
  const readable = definitions.flatMap((definition) => {
    const checked = checkModels({ models: { [definition.model]: definition.document } }, { wasValid: true })
    const entry = 'file' in checked ? checked.file.models[definition.model] : undefined
    if (!entry) onUnreadable(definition.model)
    return entry ? [{ ...definition, entry }] : []
  })
  const { price_factor, models } = file.settings
  const own = Object.fromEntries(readable.map(({ model, entry }) => [model, entry]))
  const merged = toModelsFile({ price_factor, models: { ...models, ...own } }, file.catalogue)
  const byModel = new Map(readable.map((definition) => [definition.model, definition]))
  return {
    ...merged,
    adjust(model) {
      const definition = byModel.get(model.id)
      const adjusted = merged.adjust(model)
      if (!adjusted || !definition) return adjusted
      const { version, trial, removed } = definition
      const { fallback, ...alone } = adjusted
      return {
        ...alone,
        // A test of a draft must not succeed with another model.
        ...(fallback !== undefined && !trial && { fallback }),
        version,
        ...(trial && { trial }),
        ...(removed && { retired: true as const, unavailable: adjusted.unavailable ?? removedReason }),
      }
    },
  }
}

import type { Model } from './models.ts'
import type { Kind, ModelTask } from '../base/values.ts'

/** Asks a first view for the price of the model that its page proposes, which both choose by the same rules. */
export const usual = 'usual'

/** The kind that the dashboard's field makes before there are works. */
export const firstKind: Kind = 'image'

/** Selects the models on offer; retired ones are listed only for their names. */
export const offeredOf = (kind: Kind) => (models: readonly Model[]) => models.filter(({ type, retired }) => type === kind && !retired)

/** Selects the models that take a prompt, or those of a task. */
export const modelsOf = (kind: Kind, wanted?: ModelTask) => (models: readonly Model[]) =>
  offeredOf(kind)(models).filter(({ task }) => task === wanted)

/** Returns the requested model, otherwise the first available one, otherwise the first. */
export function pickModel(models: readonly Model[], wanted: string | null | undefined): Model | undefined {
  return models.find(({ id }) => id === wanted) ?? models.find(({ available }) => available) ?? models[0]
}

/** Returns the model with which a studio opens if it can run without files; one that needs files has no price without them. */
export function studioModel(models: readonly Model[], kind: Kind, task?: ModelTask): Model | undefined {
  const model = pickModel(modelsOf(kind, task)(models), null)
  return model && !needsFiles(model) ? model : undefined
}

/** Returns the model of the dashboard's field for a new work of the kind: the first available one that needs no file. */
export const fieldModel = (models: readonly Model[], kind: Kind): Model | undefined =>
  modelsOf(kind)(models).find((model) => model.available && !needsFiles(model))

const needsFiles = ({ inputs }: Model) => inputs.some(({ required }) => required)

// The pages ask for these. Their server makes the calls before the route is known, and the routes find them by the same input.
export const overviewOfPage = { quote: usual }
export const studioOfPage = (kind: Kind, task?: ModelTask) => ({ kind, quote: usual, ...(task && { task }) })

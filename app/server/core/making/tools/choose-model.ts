import { and, desc, eq, isNull } from 'drizzle-orm'
import type { FileKind, InputRole, Kind, ModelTask } from '#app/contract/base/values.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Makes } from '#app/contract/studio/tool-names.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { ModelOption, ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Offer } from '../../rules/groups/entitlement.ts'
import { mayUse } from '../../rules/groups/offer.ts'

/** A result without a recipe, which has its own model. */
export type Made = Exclude<Makes, 'recipe'>

type Sort = { type: Kind; task?: ModelTask; roles: readonly InputRole[] }

const sorts: Record<Made, Sort> = {
  picture: { type: 'image', roles: ['reference', 'source'] },
  video: { type: 'video', roles: ['first_frame', 'reference', 'source'] },
  speech: { type: 'audio', roles: [] },
  music: { type: 'audio', roles: ['reference'] },
  edit: { type: 'image', roles: ['source'] },
  cut_out: { type: 'image', task: 'remove_background', roles: ['source'] },
  enlarge: { type: 'image', task: 'enlarge', roles: ['source'] },
  extend: { type: 'image', task: 'extend', roles: ['source'] },
  transcribe: { type: 'audio', task: 'transcribe', roles: ['source'] },
}
/** The tasks of models that work on a given video. */
const videoSorts: Partial<Record<Made, Sort>> = {
  edit: { type: 'video', task: 'change_video', roles: ['source'] },
  extend: { type: 'video', task: 'continue_video', roles: ['source'] },
}

const sortOf = (made: Made, given: readonly FileKind[]): Sort => (given.includes('video') ? videoSorts[made] : undefined) ?? sorts[made]

type Model = Pick<ProviderModel, 'id' | 'type' | 'task' | 'options' | 'inputs' | 'unavailable' | 'retired' | 'trial'>

/** Returns the role of each given file, in their order; undefined if the model does not take them, or needs more. */
export function rolesOf(model: Pick<Model, 'inputs'>, roles: readonly InputRole[], given: readonly FileKind[]): InputRole[] | undefined {
  const taken: InputRole[] = []
  for (const type of given) {
    const role = roles.find((one) =>
      model.inputs.some(
        (input) => input.role === one && input.types.includes(type) && taken.filter((other) => other === one).length < input.max,
      ),
    )
    if (!role) return undefined
    taken.push(role)
  }
  return model.inputs.every(({ role, required }) => !required || taken.includes(role)) ? taken : undefined
}

function suits(model: Model, made: Made, given: readonly FileKind[]): boolean {
  const { type, task, roles } = sortOf(made, given)
  if (model.type !== type || model.task !== task || model.unavailable || model.retired || model.trial) return false
  // A model that speaks has a choice of voices.
  if ((made === 'speech' && !('voice' in model.options)) || (made === 'music' && 'voice' in model.options)) return false
  return rolesOf(model, roles, given) !== undefined
}

type Choice = { providers: Providers; userId: string; offer: Pick<Offer, 'models' | 'reserved'>; made: Made; given: readonly FileKind[] }
export type Chosen = { model: ProviderModel; roles: InputRole[] }

/** Runs of a kind among which the person's own choice is looked for. */
const lately = 100

/**
 * Chooses the model of a call: that of the person's latest run of this sort, otherwise the first on offer. A language model never chooses
 * it, because it would choose what the person pays.
 */
export async function chooseModel(db: Database, { providers, userId, offer, made, given }: Choice): Promise<Chosen | undefined> {
  const models = (await providers.models()).filter((model) => suits(model, made, given) && mayUse(offer, model.id))
  const [first] = models
  if (!first) return undefined
  const { type, roles } = sortOf(made, given)
  const used =
    models.length === 1
      ? []
      : await db
          .select({ model: generations.model })
          .from(generations)
          .where(and(eq(generations.userId, userId), eq(generations.type, type), isNull(generations.deletedAt)))
          .orderBy(desc(generations.id))
          .limit(lately)
  const last = used.find(({ model }) => models.some(({ id }) => id === model))?.model
  const model = models.find(({ id }) => id === last) ?? first
  return { model, roles: rolesOf(model, roles, given) ?? [] }
}

/** The most seconds and the widest shape that a call may ask for; the model's own limits are narrower. */
const ratioOf = (shape: string): number | undefined => {
  const [, width, height] = /^(\d{1,5})\s*[:x×]\s*(\d{1,5})$/.exec(shape) ?? []
  return width === undefined || height === undefined || Number(height) === 0 ? undefined : Number(width) / Number(height)
}

const nearest = <Value>(values: readonly Value[], distance: (value: Value) => number | undefined): Value | undefined =>
  values
    .flatMap((value) => {
      const far = distance(value)
      return far === undefined ? [] : [{ value, far }]
    })
    .toSorted((one, other) => one.far - other.far)[0]?.value

function optionOfShape(options: Record<string, ModelOption>, shape: string): OptionValues {
  const wanted = ratioOf(shape)
  if (wanted === undefined || wanted === 0) return {}
  for (const [name, option] of Object.entries(options)) {
    if (!('enum' in option) || option['x-control'] !== 'ratio') continue
    const value = nearest(option.enum, (one) => {
      const ratio = ratioOf(one)
      return ratio === undefined || ratio === 0 ? undefined : Math.abs(Math.log(ratio / wanted))
    })
    return value === undefined ? {} : { [name]: value }
  }
  return {}
}

function optionOfSeconds({ duration }: Record<string, ModelOption>, seconds: number): OptionValues {
  if (!duration) return {}
  if ('minimum' in duration) {
    const { minimum, maximum, multipleOf = 1 } = duration
    const stepped = minimum + Math.round((seconds - minimum) / multipleOf) * multipleOf
    return { duration: Math.min(maximum, Math.max(minimum, stepped)) }
  }
  if (!('enum' in duration)) return {}
  const value = nearest(duration.enum, (one) => (Number.isNaN(Number(one)) ? undefined : Math.abs(Number(one) - seconds)))
  return value === undefined ? {} : { duration: value }
}

/** Returns the options that come closest to a shape and a length. */
export const optionsFor = (
  { options }: Pick<Model, 'options'>,
  { shape, seconds }: { shape?: string | undefined; seconds?: number | undefined },
): OptionValues => ({
  ...(shape !== undefined && optionOfShape(options, shape)),
  ...(seconds !== undefined && optionOfSeconds(options, seconds)),
})

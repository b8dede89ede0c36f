import { and, eq, isNull } from 'drizzle-orm'
import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import { defaultError, unknownPlaces } from '#app/contract/recipes/place-values.ts'
import type { EditRecipe, Place, RecipeFile } from '#app/contract/recipes/recipes.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { checkOptionsOf } from '../../making/voices/own-voice-option.ts'
import { Problem } from '../../problem.ts'
import { keepFiles, type KeepFilesOptions } from './keep-files.ts'

export type CheckRecipeOptions = Omit<KeepFilesOptions, 'inputs'> & { providers: Providers; recipe: EditRecipe }

/** Rejects what a recipe cannot be run with, at its field, and returns its files as uploads of its author. */
export async function checkRecipe(db: Database, { providers, recipe, ...own }: CheckRecipeOptions): Promise<RecipeFile[]> {
  const { text, places = [], open = [], inputs = [], options = {}, sample_id: sampleId, model: modelId } = recipe
  const fields: Record<string, FieldErrorCode> = Object.fromEntries([
    ...unknownPlaces({ text, places }).map((index) => [`places.${index}.name`, 'place_unknown'] as const),
    ...places.flatMap((place, index) => errorsOf(place).map((code) => [`places.${index}.default`, code] as const)),
    ...places.flatMap(({ name }, index) =>
      places.findIndex((other) => other.name === name) < index ? [[`places.${index}.name`, 'name_taken'] as const] : [],
    ),
  ])
  if (modelId == null) {
    // Without a model nothing else has a meaning.
    if (inputs.length > 0) fields.inputs = 'input_not_taken'
    if (Object.keys(options).length > 0) fields.options = 'unknown_field'
    if (open.length > 0) fields.open = 'unknown_field'
    if (places.some(({ type }) => type === 'file')) fields.places = 'input_not_taken'
  } else {
    const model = await providers.find(modelId)
    if (!model) fields.model = 'model_unknown'
    else if (model.type !== recipe.type || model.task === 'embed') fields.model = 'model_of_another_kind'
    else {
      Object.assign(fields, errorsWith(model, { places, inputs, open }))
      // A model that is gone has no options any more.
      if (!model.retired) await checkOptionsOf(db, { userId: own.userId, model, options })
    }
  }
  if (sampleId != null && !(await isResult(db, { userId: own.userId, id: sampleId, type: recipe.type }))) fields.sample_id = 'input_unknown'
  if (Object.keys(fields).length > 0) throw new Problem('invalid_input', { fields })
  return keepFiles(db, { ...own, inputs })
}

type Parts = Required<Pick<EditRecipe, 'places' | 'inputs' | 'open'>>

function errorsWith(model: ProviderModel, { places, inputs, open }: Parts): Record<string, FieldErrorCode> {
  const takes = (role: string) => model.inputs.some((input) => input.role === role)
  return Object.fromEntries([
    ...(model.retired ? [] : open.flatMap((name, index) => (name in model.options ? [] : [[`open.${index}`, 'unknown_field'] as const]))),
    ...inputs.flatMap(({ role }, index) => (takes(role) || model.retired ? [] : [[`inputs.${index}`, 'input_not_taken'] as const])),
    ...places.flatMap((place, index) =>
      place.type === 'file' && !takes(place.role) && !model.retired ? [[`places.${index}.role`, 'input_not_taken'] as const] : [],
    ),
  ])
}

/** A field must be fillable, and its default must be a value that everybody may fill in. */
function errorsOf(place: Place): FieldErrorCode[] {
  if (place.type === 'number' && place.min !== undefined && place.max !== undefined && place.min > place.max) return ['too_large']
  const error = defaultError(place)
  return error ? [error.code] : []
}

type OwnResult = { userId: string; id: string; type: EditRecipe['type'] }

/** Whether it is a finished result of the person, of the recipe's kind. */
async function isResult(db: Database, { userId, id, type }: OwnResult): Promise<boolean> {
  const [found] = await db
    .select({ id: generations.id })
    .from(generations)
    .where(
      and(
        eq(generations.id, id),
        eq(generations.userId, userId),
        eq(generations.type, type),
        eq(generations.status, 'succeeded'),
        isNull(generations.deletedAt),
      ),
    )
  return found !== undefined
}

import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { GenerationInput, OptionValues } from '#app/contract/runs/generations.ts'
import { checkValues, filesOf, promptOf } from '#app/contract/recipes/place-values.ts'
import type { PlaceValues } from '#app/contract/recipes/recipe-of-run.ts'
import type { RecipeFile } from '#app/contract/recipes/recipes.ts'
import { Problem, type ProblemOptions } from '../../problem.ts'
import type { RecipeRow } from './list-recipes.ts'

export type Filling = { values: PlaceValues; options: OptionValues; thread_id?: string | undefined; parent_id?: string | undefined }
export type FilledRecipe = { model: string; prompt: string; options: OptionValues; inputs: GenerationInput[] }

const formOf = ({ text, places }: Pick<RecipeRow, 'text' | 'places'>) => ({ text, places: places ?? [] })

/** Rejects bad values at their fields, and options that the author has not left open. */
export function requireValues(row: RecipeRow, { values, options }: Filling): void {
  const errors = [...checkValues(formOf(row), values)]
  const fields: Record<string, FieldErrorCode> = Object.fromEntries([
    ...errors.map(([name, { code }]) => [`values.${name}`, code] as const),
    ...Object.keys(options).flatMap((name) => (row.openOptions?.includes(name) ? [] : [[`options.${name}`, 'unknown_field'] as const])),
  ])
  const bounds: ProblemOptions['bounds'] = Object.fromEntries(
    errors.flatMap(([name, { bound }]) => (bound ? [[`values.${name}`, bound]] : [])),
  )
  if (Object.keys(fields).length > 0) throw new Problem('invalid_input', { fields, bounds })
}

/** Returns the run of a filled recipe. `files` are those of the recipe as uploads of the person. */
export function fillRecipe(row: RecipeRow, { values, options }: Filling, files: readonly RecipeFile[]): FilledRecipe {
  if (row.model === null) throw new Problem('invalid_input', { fields: { model: 'required' } })
  const form = formOf(row)
  return {
    model: row.model,
    prompt: promptOf(form, values),
    options: { ...row.options, ...options },
    inputs: [...files, ...filesOf(form, values).map(({ input }) => input)],
  }
}

/** Names the fields of a form in which the inputs of a run were filled in. */
export function atItsField(error: unknown, row: RecipeRow, values: PlaceValues): unknown {
  if (!(error instanceof Problem) || !error.fields) return error
  const given = row.inputs?.length ?? 0
  const names = filesOf(formOf(row), values).map(({ name }) => name)
  const fieldOf = (field: string) => {
    const [, place] = /^inputs\.(\d+)/.exec(field) ?? []
    const name = place === undefined ? undefined : names[Number(place) - given]
    return name === undefined ? field : `values.${name}`
  }
  const renamed = <Value>(fields: Record<string, Value>) =>
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [fieldOf(field), value]))
  return new Problem(error.code, {
    message: error.message,
    fields: renamed(error.fields),
    ...(error.lengths && { lengths: renamed(error.lengths) }),
    ...(error.bounds && { bounds: renamed(error.bounds) }),
    cause: error,
  })
}

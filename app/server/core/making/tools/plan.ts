import { and, eq, inArray, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import type { FileKind } from '#app/contract/base/values.ts'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { checkValues, fieldsOf, filesOf, promptOf } from '#app/contract/recipes/place-values.ts'
import { placeValuesSchema } from '#app/contract/recipes/recipe-of-run.ts'
import { alterations, creations, type Makes } from '#app/contract/studio/tool-names.ts'
import type { Database } from '#app/server/db/database.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { StoredCallRun } from '#app/server/db/schema/tool-calls.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Offer } from '../../rules/groups/entitlement.ts'
import type { ToolAnswer } from './answer.ts'
import { chooseModel, type Made, optionsFor } from './choose-model.ts'
import type { ToolRecipe } from './recipes.ts'

/** A call of a tool that makes something, as a run that has not been priced yet, or a reason why there is none. */
export type Plan = { makes: Makes; run: StoredCallRun } | { answer: ToolAnswer }

export type Planner = {
  providers: Providers
  userId: string
  offer: Pick<Offer, 'models' | 'reserved'>
  /** Works and files that the caller may name, by handle: works (`w…`) and uploads (`f…`) of the person. */
  handles: ReadonlyMap<string, string>
  /** The recipes that are switched on. */
  recipes: readonly ToolRecipe[]
  /** Lists the files that a model can name, for one that has named something else. */
  choices?: () => Promise<ToolAnswer>
}

const handleSchema = v.pipe(v.string(), v.maxLength(20))
const promptSchema = v.pipe(v.string(), v.maxLength(10_000))
const createSchema = v.object({
  kind: v.picklist(creations),
  prompt: v.pipe(promptSchema, v.trim(), v.nonEmpty()),
  from: v.optional(v.pipe(v.array(handleSchema), v.maxLength(4)), []),
  shape: v.optional(v.pipe(v.string(), v.maxLength(20))),
  seconds: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(3_600))),
})
const changeSchema = v.object({ work: handleSchema, how: v.picklist(alterations), prompt: v.optional(v.pipe(promptSchema, v.trim()), '') })
const recipeSchema = v.object({ recipe: v.pipe(v.string(), v.maxLength(200)), values: v.optional(v.record(v.string(), v.unknown()), {}) })

const failure = (text: string): { answer: ToolAnswer } => ({ answer: { text, failed: true } })

/**
 * Plans a call of `create`, `change` or `use_recipe`, of a person's command or of a language model: the same input becomes the same run.
 * Whatever is wrong with it, the answer says what to do. Nothing is made, and no address in it is ever opened.
 */
export async function planCall(db: Database, planner: Planner, { name, input }: { name: string; input: unknown }): Promise<Plan> {
  if (name === 'create') {
    const parsed = v.safeParse(createSchema, input)
    if (!parsed.success)
      return failure(
        `Wrong arguments: create takes {"kind": ${oneOf(creations)}, "prompt": string, "from": [handle], "shape": "3:2", "seconds": number}.`,
      )
    const { kind, prompt, from, shape, seconds } = parsed.output
    return planMade(db, planner, { made: kind, prompt, from, shape, seconds })
  }
  if (name === 'change') {
    const parsed = v.safeParse(changeSchema, input)
    if (!parsed.success) return failure(`Wrong arguments: change takes {"work": handle, "how": ${oneOf(alterations)}, "prompt": string}.`)
    const { work, how, prompt } = parsed.output
    if (how === 'edit' && prompt === '') return failure('Wrong arguments: to edit, say in "prompt" what to change.')
    return planMade(db, planner, { made: how, prompt: how === 'edit' || how === 'extend' ? prompt : '', from: [work] })
  }
  if (name === 'use_recipe') {
    const parsed = v.safeParse(recipeSchema, input)
    if (!parsed.success) return failure('Wrong arguments: use_recipe takes {"recipe": name, "values": {field: value}}.')
    return planRecipe(db, planner, parsed.output)
  }
  return failure('There is no such tool.')
}

const oneOf = (values: readonly string[]) => values.map((value) => `"${value}"`).join(' | ')

type Wanted = { made: Made; prompt: string; from: readonly string[]; shape?: string | undefined; seconds?: number | undefined }

async function planMade(db: Database, planner: Planner, { made, prompt, from, ...wished }: Wanted): Promise<Plan> {
  const given = await readGiven(db, planner, from)
  if ('answer' in given) return given
  const types = given.items.map(({ type }) => type)
  const chosen = await chooseModel(db, { ...planner, made, given: types })
  if (!chosen)
    return failure(types.length > 0 ? `No model here can do that with ${types.join(' and ')}.` : `No model here can make ${made}.`)
  const { model, roles } = chosen
  return {
    makes: made,
    run: {
      type: model.type,
      model: model.id,
      prompt: model.prompt.maxLength === 0 ? '' : prompt,
      options: optionsFor(model, wished),
      inputs: given.items.map(({ source }, at) => ({ ...source, role: roles[at] ?? 'source' })),
    },
  }
}

type Source = { upload_id: string } | { generation_id: string; index: number }
type Given = { items: { type: FileKind; source: Source }[] }

/** Resolves handles to works and uploads of the person. Everything else is no handle: an id and an address too. */
async function readGiven(
  db: Database,
  { userId, handles, choices }: Planner,
  named: readonly string[],
): Promise<Given | { answer: ToolAnswer }> {
  const items: Given['items'] = []
  for (const handle of named) {
    const id = handles.get(handle)
    if (id === undefined) {
      const known = await choices?.()
      const text = `This conversation has shown nothing under ${JSON.stringify(handle)}. Use find first.`
      return { answer: { ...known, text: [text, known?.text].filter(Boolean).join(' '), failed: true } }
    }
    const item = handle.startsWith('f') ? await readUpload(db, userId, id) : await readWork(db, userId, id)
    if (!item) return failure(`${handle} no longer exists.`)
    items.push(item)
  }
  return { items }
}

async function readUpload(db: Database, userId: string, id: string) {
  const [upload] = await db
    .select({ type: uploads.type })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId)))
  return upload && { type: upload.type, source: { upload_id: id } }
}

async function readWork(db: Database, userId: string, id: string) {
  const [work] = await db
    .select({ type: generations.type })
    .from(generations)
    .where(
      and(
        eq(generations.id, id),
        eq(generations.userId, userId),
        isNull(generations.deletedAt),
        inArray(generations.status, ['succeeded']),
      ),
    )
  return work && { type: work.type, source: { generation_id: id, index: 0 } }
}

async function planRecipe(db: Database, planner: Planner, { recipe: name, values }: v.InferOutput<typeof recipeSchema>): Promise<Plan> {
  const recipe = planner.recipes.find((one) => one.name === name)
  if (!recipe)
    return failure(`There is no such recipe. Recipes: ${planner.recipes.map((one) => JSON.stringify(one.name)).join(', ') || 'none'}.`)
  const form = { text: recipe.text, places: recipe.places }
  const files = new Set(fieldsOf(form).flatMap((place) => (place.type === 'file' ? [place.name] : [])))
  const given: Record<string, unknown> = { ...values }
  for (const [field, value] of Object.entries(values)) {
    if (!files.has(field)) continue
    // A model names files by handles only.
    const read = await readGiven(db, planner, [String(value)])
    if ('answer' in read) return read
    given[field] = read.items[0]?.source
  }
  // The same check as in a request, so that a form, a tool and a call refuse the same values.
  const read = v.safeParse(placeValuesSchema, given)
  if (!read.success) return wrongValues(read.issues.map((issue) => [String(issue.path?.[0]?.key), issue.message]))
  const filled = read.output
  const errors = [...checkValues(form, filled)]
  if (errors.length > 0) return wrongValues(errors.map(([field, { code, bound }]) => [field, bound ? `${code} ${bound.value}` : code]))
  const inputs: GenerationInput[] = [...(recipe.inputs ?? []), ...filesOf(form, filled).map(({ input }) => input)]
  return {
    makes: 'recipe',
    run: {
      type: recipe.type,
      model: recipe.model,
      prompt: promptOf(form, filled),
      options: recipe.options ?? {},
      inputs,
      recipe: { id: recipe.id, revision: recipe.revision, name: recipe.name, values: filled },
    },
  }
}

const wrongValues = (errors: readonly (readonly [field: string, code: string])[]) =>
  failure(`Wrong values: ${errors.map(([field, code]) => `${JSON.stringify(field)} ${code}`).join(', ')}.`)

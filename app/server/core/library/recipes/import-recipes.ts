import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { filedParts, type FiledRecipe, type ImportAnswer, type RecipesFile } from '#app/contract/recipes/recipe-files.ts'
import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { announcePublished } from '../../announce-published.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { requireAllowedWords } from '../../rules/safety/rules.ts'
import { checkRecipe, type CheckRecipeOptions } from './check-recipe.ts'
import { requireShowable } from './link-recipe.ts'
import type { RecipeRow } from './list-recipes.ts'
import type { PublishedRecipes } from './published.ts'
import { columnsOf, insertRecipe, requireRoomFor } from './save-recipe.ts'

const isMine = (userId: string) => and(eq(savedPrompts.userId, userId), isNotNull(savedPrompts.model))

/** Returns published recipes in their order and the operator's own, without what belongs to one installation. */
export async function exportRecipes(db: Database, { userId }: { userId: string }): Promise<RecipesFile> {
  const rows = await db
    .select()
    .from(savedPrompts)
    .where(or(isNotNull(savedPrompts.publishedAt), isMine(userId)))
    .orderBy(sql`${savedPrompts.publishedAt} is null`, savedPrompts.placeOnHome, savedPrompts.id)
  return { format: 'quartet-recipes', version: 1, recipes: rows.map((row) => ({ id: row.id, type: row.type, ...filed(row) })) }
}

/** The parts of a recipe that a file has. */
const filed = ({ name, about, text, model, options, places, openOptions, texts }: RecipeRow) => ({
  name,
  about,
  text,
  model,
  options: options ?? {},
  places: places ?? [],
  open: openOptions ?? [],
  texts,
})

/** The same parts of a recipe in a file, as they would be stored. A file without texts leaves them. */
const wanted = ({ name, about, text, model, options, places, open, texts }: FiledRecipe, row?: RecipeRow) => ({
  name,
  about: about || null,
  text,
  model: model ?? null,
  options: options ?? {},
  places: places ?? [],
  open: open ?? [],
  texts: texts ?? row?.texts ?? null,
})

export type ImportRecipesOptions = Omit<CheckRecipeOptions, 'recipe'> &
  Omit<Act, 'userId'> & { published: PublishedRecipes; file: RecipesFile; apply: boolean }

type Planned = ImportAnswer['items'][number] & { recipe: FiledRecipe; row: RecipeRow | undefined }

/**
 * Saves the recipes of a file among the operator's own, all or none: one with the id of theirs changes it, else one of the same kind and name,
 * others are new. Images, samples, links and places stay as they are, and nothing is published. The same file again changes nothing.
 */
export async function importRecipes(db: Database, options: ImportRecipesOptions): Promise<ImportAnswer> {
  const {
    file: { recipes },
    apply,
    userId,
    published,
  } = options
  const { storage, slots, providers, address, reason } = options
  await requireRunnable(db, { storage, slots, providers, userId, recipes })
  if (!apply) return answerOf(await planImport(db, { userId, recipes }), false)
  const planned = await db.transaction(async (tx) => {
    const linked = (await planImport(tx, { userId, recipes })).filter(({ row, state }) => row?.link && state === 'changed')
    // Runs are locked before people, in the order of their ids.
    for (const { row, recipe } of linked.toSorted((a, b) => ((a.row?.sampleId ?? '') < (b.row?.sampleId ?? '') ? -1 : 1)))
      if (row) await requireShowable(tx, { ...row, ...wanted(recipe) })
    await requireAllowedWords(
      tx,
      recipes.flatMap(({ texts }) => Object.values(texts ?? {}).flatMap(({ name, about }) => [name, about])),
    )
    await lockUser(tx, userId)
    const plan = await planImport(tx, { userId, recipes })
    const news = plan.filter(({ state }) => state === 'new')
    const changes = plan.filter(({ state }) => state === 'changed')
    const checked = new Set(linked.map(({ row }) => row?.id))
    // One was given a link meanwhile.
    if (changes.some(({ row }) => row?.link && !checked.has(row.id))) return undefined
    if (news.length > 0) await requireRoomFor(tx, userId, news.length)
    for (const { recipe } of news)
      await insertRecipe(tx, { userId, type: recipe.type, ...columnsOf(recipe, []), texts: recipe.texts ?? null })
    for (const { recipe, row } of changes) {
      if (!row) continue
      const { inputs: _inputs, sampleId: _sample, ...columns } = columnsOf(recipe, [])
      await tx
        .update(savedPrompts)
        .set({ ...columns, texts: wanted(recipe, row).texts, revision: sql`${savedPrompts.revision} + 1` })
        .where(eq(savedPrompts.id, row.id))
    }
    if (news.length + changes.length > 0) {
      const after = { created: news.length, changed: changes.length }
      await recordAct(tx, { userId, address, reason, action: 'recipes_imported', personId: null, after })
      await announcePublished(tx)
    }
    return plan
  })
  if (!planned) return importRecipes(db, options)
  published.invalidate()
  return answerOf(planned, true)
}

const answerOf = (plan: readonly Planned[], applied: boolean): ImportAnswer => ({
  items: plan.map(({ name, type, state, changed }) => ({ name, type, state, changed })),
  applied,
})

type Importing = { userId: string; recipes: readonly FiledRecipe[] }

/** Rejects what cannot be run, at its place in the file. */
async function requireRunnable(
  db: Database,
  { recipes, ...options }: Importing & Pick<ImportRecipesOptions, 'storage' | 'slots' | 'providers'>,
) {
  const fields: Record<string, FieldErrorCode> = {}
  for (const [index, { id: _id, texts: _texts, ...recipe }] of recipes.entries())
    try {
      await checkRecipe(db, { ...options, recipe })
    } catch (error) {
      if (!(error instanceof Problem) || !error.fields) throw error
      for (const [field, code] of Object.entries(error.fields)) fields[placeOf(index, field)] = code
    }
  if (Object.keys(fields).length > 0) throw new Problem('invalid_input', { fields })
}

const placeOf = (index: number, field: string) => `file.recipes.${index}.${field}`

/** Says of each recipe what the import does, and rejects names that would be there twice. */
async function planImport(db: Database | Transaction, { userId, recipes }: Importing): Promise<Planned[]> {
  const ids = recipes.flatMap(({ id }) => id ?? [])
  const [own, theirs] = [
    await db.select().from(savedPrompts).where(eq(savedPrompts.userId, userId)),
    await db
      .select({ id: savedPrompts.id })
      .from(savedPrompts)
      .where(and(inArray(savedPrompts.id, ids), ne(savedPrompts.userId, userId), isNotNull(savedPrompts.publishedAt))),
  ]
  const plan = recipes.map((recipe): Planned => {
    const { id, name, type } = recipe
    const item = { name, type, recipe, changed: [] }
    if (theirs.some((one) => one.id === id)) return { ...item, state: 'theirs', row: undefined }
    const row = own.find((one) => one.id === id) ?? own.find((one) => one.type === type && one.name === name)
    if (!row) return { ...item, state: 'new', row }
    const [before, after] = [filed(row), wanted(recipe, row)]
    const changed = filedParts.filter((part) => !isDeepStrictEqual(before[part], after[part]))
    return { ...item, state: changed.length > 0 ? 'changed' : 'same', changed, row }
  })
  const fields: Record<string, FieldErrorCode> = {}
  const touched = new Set(plan.flatMap(({ row }) => row?.id ?? []))
  const names = new Set(own.filter(({ id }) => !touched.has(id)).map(({ type, name }) => `${type} ${name}`))
  const rows = new Set<string>()
  for (const [index, { name, type, state, row }] of plan.entries()) {
    if (state === 'theirs') continue
    if (row && row.type !== type) fields[placeOf(index, 'type')] = 'invalid'
    if (names.has(`${type} ${name}`) || (row && rows.has(row.id))) fields[placeOf(index, 'name')] = 'name_taken'
    names.add(`${type} ${name}`)
    if (row) rows.add(row.id)
  }
  if (Object.keys(fields).length > 0) throw new Problem('invalid_input', { fields })
  return plan
}

import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type * as v from 'valibot'
import type { Recorded } from '#app/contract/operator/operator.ts'
import { type OperatorRecipe, publishedAtMost, type publishRecipeSchema } from '#app/contract/recipes/published-recipes.ts'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { announcePublished } from '../../announce-published.ts'
import { isActive } from '../../active-account.ts'
import { makePlacelessCopies } from '../../making/marks/clean-copies.ts'
import { Problem } from '../../problem.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { requireAllowedWords } from '../../rules/safety/rules.ts'
import { requireShowable } from './link-recipe.ts'
import type { RecipeRow } from './list-recipes.ts'
import { isShown, pictureIdOf, type PublishedRecipes } from './published.ts'

/** The operator. The command line publishes nothing. */
type Operator = Act & { userId: string }
export type PublishRecipeOptions = Operator & {
  storage: Storage
  published: PublishedRecipes
  id: string
  input: Omit<v.InferOutput<typeof publishRecipeSchema>, 'reason'>
}

/**
 * Shows a recipe of the operator’s own to everybody, or changes texts and place of a published one, which is also that of another operator.
 * Its link, which it needs, is made if there is none, and has no end.
 */
export async function publishRecipe(
  db: Database,
  { storage, published, id, input: { texts, place }, ...act }: PublishRecipeOptions,
): Promise<OperatorRecipe> {
  const recipe = await findPublishable(db, { userId: act.userId, id })
  if (recipe.model === null) throw new Problem('invalid_input', { fields: { model: 'required' } })
  if (recipe.sampleId === null) throw new Problem('invalid_input', { fields: { sample_id: 'required' } })
  await makePlacelessCopies(db, { storage, generationId: recipe.sampleId })
  const isDone = await db.transaction(async (tx) => {
    await requireShowable(tx, recipe)
    await requireAllowedWords(
      tx,
      Object.values(texts).flatMap(({ name, about }) => [name, about]),
    )
    const others = await lockPublished(tx)
    const order = others.filter((one) => one.id !== id)
    if (order.length >= publishedAtMost) throw new Problem('invalid_input', { fields: { place: 'too_many' } })
    order.splice((place ?? order.length + 1) - 1, 0, { id })
    const [row] = await tx
      .update(savedPrompts)
      .set({
        texts,
        publishedAt: sql`coalesce(${savedPrompts.publishedAt}, now())`,
        linkUntil: null,
        // An expired link stays invalid: the new one gets another URL.
        link: sql`case when ${savedPrompts.link} is null or ${savedPrompts.linkUntil} <= now() then ${randomBytes(16).toString('base64url')} else ${savedPrompts.link} end`,
      })
      // Everybody sees the revision that was checked.
      .where(and(eq(savedPrompts.id, id), eq(savedPrompts.revision, recipe.revision)))
      .returning({ id: savedPrompts.id })
    if (!row) return false
    await numberThem(tx, order)
    const before = recipe.publishedAt ? { before: recorded(recipe, recipe.texts, recipe.placeOnHome) } : {}
    const after = recorded(recipe, texts, order.findIndex((one) => one.id === id) + 1)
    await recordAct(tx, { ...act, action: 'recipe_published', personId: null, ...before, after })
    await announcePublished(tx)
    return true
  })
  // The author has changed it meanwhile.
  if (!isDone) return publishRecipe(db, { storage, published, id, input: { texts, ...(place && { place }) }, ...act })
  published.invalidate()
  return findOperatorRecipe(db, { userId: act.userId, id })
}

/** Takes a recipe from the pages. Its link goes on working, and its texts stay for the next time. */
export async function unpublishRecipe(
  db: Database,
  { published, id, ...act }: Operator & Pick<PublishRecipeOptions, 'published' | 'id'>,
): Promise<OperatorRecipe> {
  const recipe = await findPublishable(db, { userId: act.userId, id })
  await db.transaction(async (tx) => {
    const others = await lockPublished(tx)
    if (!others.some((one) => one.id === id)) return
    await tx.update(savedPrompts).set({ publishedAt: null, placeOnHome: null }).where(eq(savedPrompts.id, id))
    await numberThem(
      tx,
      others.filter((one) => one.id !== id),
    )
    const before = recorded(recipe, recipe.texts, recipe.placeOnHome)
    await recordAct(tx, { ...act, action: 'recipe_unpublished', personId: null, before })
    await announcePublished(tx)
  })
  published.invalidate()
  return findOperatorRecipe(db, { userId: act.userId, id })
}

/** Lists published recipes in their order, then the operator's own that can be published, newest first. */
export async function listOperatorRecipes(db: Database, { userId }: { userId: string }): Promise<OperatorRecipe[]> {
  const mine = and(eq(savedPrompts.userId, userId), isNotNull(savedPrompts.model), isNotNull(savedPrompts.sampleId))
  return readOperatorRecipes(db, { userId, where: or(isNotNull(savedPrompts.publishedAt), mine) })
}

async function findOperatorRecipe(db: Database, { userId, id }: { userId: string; id: string }): Promise<OperatorRecipe> {
  const [found] = await readOperatorRecipes(db, { userId, where: eq(savedPrompts.id, id) })
  if (!found) throw new Problem('not_found')
  return found
}

async function readOperatorRecipes(db: Database, { userId, where }: { userId: string; where: SQL | undefined }): Promise<OperatorRecipe[]> {
  const rows = await db
    .select({ recipe: savedPrompts, pictureId: pictureIdOf, shown: sql<boolean>`coalesce(${isShown}, false)` })
    .from(savedPrompts)
    .innerJoin(users, and(eq(users.id, savedPrompts.userId), isActive))
    .leftJoin(generations, eq(generations.id, savedPrompts.sampleId))
    .where(where)
    .orderBy(sql`${savedPrompts.publishedAt} is null`, asc(savedPrompts.placeOnHome), desc(savedPrompts.id))
  return rows.map(({ recipe, pictureId, shown }) => ({
    id: recipe.id,
    type: recipe.type,
    name: recipe.name,
    about: recipe.about,
    own: recipe.userId === userId,
    texts: recipe.texts,
    place: recipe.publishedAt && recipe.placeOnHome,
    published_at: recipe.publishedAt?.toISOString() ?? null,
    token: recipe.link,
    picture_url: recipe.link && pictureId && shown ? `${config.api.basePath}/v1/shares/${recipe.link}/files/0/poster` : null,
    shown,
  }))
}

/** Finds a recipe of the operator's own, or one that an operator has published. */
async function findPublishable(db: Database, { userId, id }: { userId: string; id: string }): Promise<RecipeRow> {
  const [found] = validate(id)
    ? await db
        .select()
        .from(savedPrompts)
        .where(and(eq(savedPrompts.id, id), or(eq(savedPrompts.userId, userId), isNotNull(savedPrompts.publishedAt))))
    : []
  if (!found) throw new Problem('not_found')
  return found
}

/** Locks the published recipes, which orders the changes of their places. */
async function lockPublished(tx: Transaction): Promise<{ id: string }[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('quartet_published_recipes'))`)
  return tx
    .select({ id: savedPrompts.id })
    .from(savedPrompts)
    .where(isNotNull(savedPrompts.publishedAt))
    .orderBy(asc(savedPrompts.placeOnHome), asc(savedPrompts.publishedAt))
}

/** Numbers the published recipes from 1. */
async function numberThem(tx: Transaction, order: readonly { id: string }[]): Promise<void> {
  for (const [index, { id }] of order.entries()) {
    const place = index + 1
    await tx
      .update(savedPrompts)
      .set({ placeOnHome: place })
      .where(and(eq(savedPrompts.id, id), or(isNull(savedPrompts.placeOnHome), sql`${savedPrompts.placeOnHome} <> ${place}`)))
  }
}

const recorded = ({ id, name }: RecipeRow, texts: RecipeRow['texts'], place: number | null): Recorded => ({
  subject: name,
  texts: JSON.stringify(texts),
  place,
  recipe: id,
})

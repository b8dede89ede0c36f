import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { cardsAtMost, type PublishedRecipe, publishedAtMost } from '#app/contract/recipes/published-recipes.ts'
import { config, type Locale } from '#config'
import type { Database, DatabaseHandle } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { users } from '#app/server/db/schema/users.ts'
import { translate } from '#app/server/i18n.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { publishedChannel } from '../../announce-published.ts'
import { isActive } from '../../active-account.ts'
import type { Offer } from '../../rules/groups/entitlement.ts'
import { builtInRecipe, builtIns, builtInSample } from './built-in.ts'
import type { RecipeRow } from './list-recipes.ts'
import { wordsOf } from './words-of.ts'
import { usualPrice } from './usual-price.ts'

/** Milliseconds after which published recipes are read again: links expire, and samples go into the trash. */
const freshMs = 60_000
/** Characters of a text that a card shows. */
const shownText = 240

/** Whether the link works: its sample is in the library (decision 265). */
export const isShown = and(
  isNotNull(savedPrompts.link),
  or(isNull(savedPrompts.linkUntil), gt(savedPrompts.linkUntil, sql`now()`)),
  eq(generations.status, 'succeeded'),
  isNull(generations.deletedAt),
  isNull(generations.purgedAt),
)

/** A still picture of the sample: that of its first file. */
export const pictureIdOf = sql<string | null>`(
  select coalesce(f.poster_id, f.thumbnail_id) from files f where f.generation_id = ${savedPrompts.sampleId} and f.position = 0)`

type SampleFile = {
  mediaType: string
  width: number | null
  height: number | null
  durationMs: number | null
  placeholder: string | null
  pictureId: string | null
}
type PublishedRow = { recipe: RecipeRow; file: SampleFile | null; text: string | null }

/** Published recipes, cached because the home page and every dashboard ask for them. */
export type PublishedRecipes = {
  list(reader: Reader): Promise<PublishedRecipe[]>
  /** Makes this process read them again, without waiting for the notification. */
  invalidate(): void
  close(): Promise<void>
}

export type Reader = { locale: Locale; offer: Offer }
export type OpenPublishedOptions = { providers: Providers; now?: () => number }

export async function openPublishedRecipes(
  handle: DatabaseHandle,
  { providers, now = Date.now }: OpenPublishedOptions,
): Promise<PublishedRecipes> {
  let cached: { at: number; rows: Promise<PublishedRow[]>; lists: Map<string, Promise<PublishedRecipe[]>> } | undefined
  const invalidate = () => void (cached = undefined)
  const close = await handle.listen(publishedChannel, invalidate, invalidate)

  function current() {
    if (cached && now() - cached.at < freshMs) return cached
    const reading = { at: now(), rows: readPublished(handle.db), lists: new Map<string, Promise<PublishedRecipe[]>>() }
    reading.rows.catch(() => {
      if (cached === reading) cached = undefined
    })
    cached = reading
    return reading
  }

  return {
    invalidate,
    close,
    async list(reader) {
      const { rows, lists } = current()
      // Readers with the same prices see the same list.
      const key = JSON.stringify(reader)
      const known = lists.get(key)
      if (known) return known
      const made = rows.then((published) => describeAll(handle.db, published, { ...reader, providers }))
      lists.set(key, made)
      made.catch(() => lists.delete(key))
      return made
    },
  }
}

async function readPublished(db: Database): Promise<PublishedRow[]> {
  return db
    .select({
      recipe: getTableColumns(savedPrompts),
      text: sql<string | null>`left(${generations.text}, ${shownText})`,
      file: sql<SampleFile | null>`(
        select json_build_object('mediaType', f.media_type, 'width', f.width, 'height', f.height, 'durationMs', f.duration_ms,
          'placeholder', f.placeholder, 'pictureId', coalesce(f.poster_id, f.thumbnail_id))
        from files f where f.generation_id = ${generations.id} and f.position = 0)`,
    })
    .from(savedPrompts)
    .innerJoin(generations, eq(generations.id, savedPrompts.sampleId))
    .innerJoin(users, and(eq(users.id, savedPrompts.userId), isActive))
    .where(and(isNotNull(savedPrompts.publishedAt), isShown))
    .orderBy(asc(savedPrompts.placeOnHome), asc(savedPrompts.publishedAt))
    .limit(publishedAtMost)
}

type DescribeOptions = Reader & { providers: Providers }

/** Describes what is published; built-in recipes that can run here, if nothing is. */
async function describeAll(db: Database, rows: readonly PublishedRow[], options: DescribeOptions): Promise<PublishedRecipe[]> {
  if (rows.length > 0) return Promise.all(rows.map((row) => describe(db, row, options)))
  const { locale, providers, offer } = options
  const models = new Map((await providers.models()).map((model) => [model.id, model]))
  const offered = Object.keys(builtIns).flatMap((name) => {
    // Nobody runs it here, so that it has no owner.
    const recipe = builtInRecipe(name, { userId: '', locale })
    const model = recipe && models.get(recipe.model ?? '')
    return recipe && model && !model.unavailable ? [{ name, recipe, model }] : []
  })
  return Promise.all(
    offered.slice(0, cardsAtMost).map(async ({ name, recipe, model }) => {
      const { bytes: _bytes, ...picture } = builtInSample(name, locale)
      return {
        recipe: name,
        type: recipe.type,
        name: recipe.name,
        about: recipe.about,
        model: translate(locale, model.name),
        price: await usualPrice(db, { providers, recipe, offer }),
        sample: { file: { ...picture, picture_url: picture.url, duration_ms: null, placeholder: null }, text: null },
        built_in: true,
      }
    }),
  )
}

async function describe(db: Database, { recipe, file, text }: PublishedRow, { providers, locale, offer }: DescribeOptions) {
  const model = await providers.find(recipe.model ?? '')
  const url = `${config.api.basePath}/v1/shares/${recipe.link}/files/0`
  return {
    recipe: recipe.link ?? '',
    type: recipe.type,
    ...wordsOf(recipe, locale),
    model: model ? translate(locale, model.name) : (recipe.model ?? ''),
    price: model && !model.unavailable ? await usualPrice(db, { providers, recipe, offer }) : null,
    sample: {
      file: file && {
        url,
        media_type: file.mediaType,
        picture_url: file.pictureId && `${url}/poster`,
        width: file.width,
        height: file.height,
        duration_ms: file.durationMs,
        placeholder: file.placeholder,
      },
      text: recipe.type === 'text' ? text : null,
    },
    built_in: false,
  }
}

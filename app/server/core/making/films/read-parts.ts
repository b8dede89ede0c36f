import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { FilmPart } from '#app/contract/films/films.ts'
import type { FilmCause } from '#app/contract/films/film-values.ts'
import { causesOf, type ChosenTakes, type FilmRecipe, keptOf, recipesOf } from '#app/contract/films/recipes.ts'
import { generationErrorCodes } from '#app/contract/runs/generation-errors.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Locale } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { translate } from '#app/server/i18n.ts'
import type { Keys } from '#app/server/keys.ts'
import { signFileUrl } from '../files/file-url.ts'
import { generationErrorTexts } from '../generations/error-texts.ts'
import { hashOf } from '../../request-hash.ts'
import type { FilmRow } from './own-film.ts'
import type { TakeRow } from './takes-column.ts'

/** The takes of a part. */
export type PartTakes = {
  /** The chosen take, otherwise the newest that succeeded. */
  made: TakeRow | undefined
  running: TakeRow | undefined
  newest: TakeRow | undefined
  succeeded: number
}

export function takesOfPart(film: Pick<FilmRow, 'document'>, part: string, takes: readonly TakeRow[]): PartTakes {
  const own = takes.filter((take) => take.part === part)
  const succeeded = own.filter(({ status }) => status === 'succeeded')
  const chosen = new Map<string, string | undefined>(Object.entries(film.document.takes)).get(part)
  return {
    made: succeeded.find(({ id }) => id === chosen) ?? succeeded.at(-1),
    running: own.findLast(({ status }) => status === 'queued' || status === 'running'),
    newest: own.at(-1),
    succeeded: succeeded.length,
  }
}

export type PartsOptions = { keys: Keys; locale: Locale }

/** Returns the state of each part of a film, and the takes that stand for them. */
export async function readParts(
  db: Database,
  film: Pick<FilmRow, 'document'> & { takes: readonly TakeRow[] },
  { keys, locale }: PartsOptions,
): Promise<{ parts: FilmPart[]; chosen: ChosenTakes }> {
  const byPart = takesByPart(film)
  const details = await readTakes(
    db,
    [...byPart.values()].flatMap(({ made }) => made?.id ?? []),
  )
  const chosen = chosenOf(byPart, details)
  const parts = [...recipesOf(film.document, chosen)].map(([part, recipe]): FilmPart => {
    const { made, running, newest, succeeded } = byPart.get(part) ?? none
    const take = made && details.get(made.id)
    const { causes, key } = compare(film.document, part, { take, recipe })
    const hasFailed = !running && newest?.status === 'failed'
    return {
      part,
      state: running ? (running.status === 'queued' ? 'waiting' : 'making') : stateOf({ isMade: take !== undefined, causes, hasFailed }),
      causes: running ? [] : causes,
      take: take ? toTake(take, keys) : null,
      run: running?.id ?? null,
      error: hasFailed ? errorOf(newest.error, locale) : null,
      takes: succeeded,
      recipe: key,
      stand_ins: take?.standIns ?? null,
    }
  })
  return { parts, chosen }
}

const none: PartTakes = { made: undefined, running: undefined, newest: undefined, succeeded: 0 }

/** The takes of all parts that have any. */
export function takesByPart(film: Pick<FilmRow, 'document'> & { takes: readonly TakeRow[] }): ReadonlyMap<string, PartTakes> {
  const own = Map.groupBy(film.takes, ({ part }) => part)
  return new Map([...own].map(([part, takes]) => [part, takesOfPart(film, part, takes)]))
}

/** The takes that stand for the parts. */
export const chosenOf = (byPart: ReadonlyMap<string, PartTakes>, details: ReadonlyMap<string, MadeTake>): ChosenTakes =>
  new Map(
    [...byPart].flatMap(([part, { made }]) => {
      const take = made && details.get(made.id)
      return take ? [[part, { id: take.id, durationMs: take.durationMs }]] : []
    }),
  )

type Compared = {
  causes: FilmCause[]
  /** The value in `kept` of a take that is kept. */
  key: string
}

/** Compares a take with what its part would be made of now. */
export function compare(
  { kept }: Pick<FilmRow['document'], 'kept'>,
  part: string,
  { take, recipe }: { take: MadeTake | undefined; recipe: FilmRecipe },
): Compared {
  const causes = take ? causesOf(take, recipe) : []
  const key = hashOf(keptOf(take?.id ?? '', causes, recipe)).slice(0, 32)
  return { causes: kept[part] === key ? [] : causes, key }
}

function stateOf({ isMade, causes, hasFailed }: { isMade: boolean; causes: readonly string[]; hasFailed: boolean }): FilmPart['state'] {
  if (isMade) return causes.length > 0 ? 'stale' : 'made'
  return hasFailed ? 'failed' : 'missing'
}

export function errorOf(errorCode: string | null, locale: Locale): FilmPart['error'] {
  // A worker of a newer release may have more codes.
  const code = generationErrorCodes.find((one) => one === errorCode) ?? 'internal'
  return { code, detail: translate(locale, generationErrorTexts[code]) }
}

export type MadeTake = {
  id: string
  recipe: FilmRecipe
  standIns: string[] | null
  model: string
  options: OptionValues
  chargedMilli: number | null
  createdAt: Date
  deletedAt: Date | null
  fileId: string | null
  posterId: string | null
  thumbnailId: string | null
  durationMs: number | null
}

/** The columns that describe a take, and its first file. */
export const takeColumns = {
  id: generations.id,
  recipe: filmTakes.recipe,
  standIns: filmTakes.standIns,
  model: generations.model,
  options: generations.options,
  chargedMilli: generations.chargedMilli,
  createdAt: generations.createdAt,
  deletedAt: generations.deletedAt,
  fileId: files.id,
  posterId: files.posterId,
  thumbnailId: files.thumbnailId,
  durationMs: files.durationMs,
}

/** Reads what is shown of takes, with the first file of each. */
export async function readTakes(db: Database | Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, MadeTake>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([generations.id], takeColumns)
    .from(filmTakes)
    .innerJoin(generations, eq(generations.id, filmTakes.generationId))
    .leftJoin(files, and(eq(files.generationId, generations.id), isNotNull(files.position)))
    .where(inArray(filmTakes.generationId, [...ids]))
    .orderBy(generations.id, files.position)
  return new Map(rows.map((row) => [row.id, row]))
}

export function toTake(take: Omit<MadeTake, 'recipe' | 'standIns' | 'options'>, keys: Keys): NonNullable<FilmPart['take']> {
  const link = (id: string | null) => id && signFileUrl(keys, id, { trashedAt: take.deletedAt })
  return {
    id: take.id,
    url: link(take.fileId),
    poster_url: link(take.posterId),
    thumbnail_url: link(take.thumbnailId),
    duration_ms: take.durationMs,
    model: take.model,
    charged_milli: take.chargedMilli,
    created_at: take.createdAt.toISOString(),
  }
}

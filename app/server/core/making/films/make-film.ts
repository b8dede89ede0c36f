import { and, asc, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type * as v from 'valibot'
import type { FilmMake, makeFilmSchema } from '#app/contract/films/films.ts'
import { causesOf, type FilmRecipe, recipesOf, textsOfFilm } from '#app/contract/films/recipes.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { filmMakes, films, filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { readRuns, type ReadRun, requireAllAvailable } from '../generations/several-runs.ts'
import { startRuns } from '../generations/start-runs.ts'
import { toGenerations, type ViewOptions } from '../generations/to-generation.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { Problem } from '../../problem.ts'
import { replayOf } from '../../replays.ts'
import { hashOf } from '../../request-hash.ts'
import { findLiving, type FilmRow, lockFilm, type OwnFilm } from './own-film.ts'
import { prepareAnimatic, promptOf } from './prepare-make.ts'
import { type PartTakes, readTakes, type TakeRow, takesColumn, takesOfPart } from './read-parts.ts'

export type MakeFilmOptions = OwnFilm & {
  queue: Queue
  providers: Providers
  apiKeyId?: string | null
  input: v.InferOutput<typeof makeFilmSchema>
  /** A second request with the same key returns what the first one has started. */
  idempotencyKey?: string | undefined
}

type Keyed = { userId: string; idempotencyKey: string; hash: string }

/** Changes of the film while a make is prepared, after which it gives up. */
const mostChanges = 5

/**
 * Starts the run of a film's animatic, of its document as it is: the make, the run, the take, the hold and the job are written in one
 * transaction. Returns the id of the make.
 */
export async function makeFilm(db: Database, options: MakeFilmOptions): Promise<string> {
  const { userId, id, providers, input, idempotencyKey } = options
  const { max_price: _maxPrice, ...asked } = input
  const key = idempotencyKey === undefined ? null : { userId, idempotencyKey, hash: hashOf({ id, ...asked }) }
  const earlier = key && (await findEarlier(db, key))
  if (earlier) return earlier
  for (let attempt = 0; attempt < mostChanges; attempt += 1) {
    const film = await findLiving(db, { userId, id })
    const [run] = await readRuns(providers, [await prepareAnimatic(db, { providers, userId, document: film.document })])
    if (!run) throw new Error('a run was not prepared')
    await requireAllAvailable(db, providers, [run])
    const started = await db.transaction((tx) => startMake(tx, { ...options, key, run, seen: film.revision }))
    if (started !== undefined) return started
  }
  throw new Problem('film_changed')
}

type StartMakeOptions = MakeFilmOptions & { key: Keyed | null; run: ReadRun; seen: number }

/** Returns undefined if the film was changed since the run was prepared, which is priced by another length. */
async function startMake(
  tx: Transaction,
  { queue, providers, userId, id, apiKeyId = null, input, key, run, seen }: StartMakeOptions,
): Promise<string | undefined> {
  // The film comes first. It makes each of two requests see what the other has started.
  const film = await lockFilm(tx, { userId, id })
  const account = await lockAccount(tx, userId)
  const { takes, earlier } = await readPlan(tx, film, key)
  if (earlier) return earlier
  if (film.revision !== seen) return undefined
  const part = 'animatic'
  const recipe = recipesOf(film.document).get(part)
  if (!recipe) throw new Error(`a film has no ${part}`)
  if (!input.again) await requireToMake(tx, takesOfPart(film, part, takes), recipe)
  const [makeId, generationId] = [uuidv7(), uuidv7()]
  const texts = textsOfFilm(film.document)
  const runs = [{ prepared: run, values: { id: generationId, prompt: promptOf(film.document) }, texts }]
  await startRuns(tx, { queue, providers, userId, apiKeyId, account, runs, maxPrice: input.max_price })
  // One statement, because the embedded database has one connection for everybody.
  await tx.execute(sql`
    with make as (
      insert into ${filmMakes} (id, film_id, user_id, price_milli, idempotency_key, idempotency_hash)
      values (${makeId}, ${film.id}, ${userId}, ${run.priceMilli}, ${key?.idempotencyKey ?? null}, ${key?.hash ?? null})
      returning id
    )
    insert into ${filmTakes} (generation_id, film_id, make_id, part, recipe)
    select ${generationId}::uuid, ${film.id}::uuid, make.id, ${part}, ${JSON.stringify(recipe)}::jsonb from make`)
  return makeId
}

/** Reads the takes of a locked film, and the make of the key. */
async function readPlan(tx: Transaction, { id }: FilmRow, key: Keyed | null): Promise<{ takes: TakeRow[]; earlier: string | undefined }> {
  const earlier = sql<{ id: string; idempotencyHash: string | null } | null>`(
    select json_build_object('id', m.id, 'idempotencyHash', m.idempotency_hash) from film_makes m
    where m.user_id = ${key?.userId ?? null} and m.idempotency_key = ${key?.idempotencyKey ?? null})`
  const [row] = await tx.select({ takes: takesColumn, earlier }).from(films).where(eq(films.id, id))
  return { takes: row?.takes ?? [], earlier: key ? replayOf(row?.earlier ?? undefined, key.hash)?.id : undefined }
}

/** Throws `nothing_to_make` if the part is up to date, or is being made of the same. */
async function requireToMake(tx: Transaction, { made, running }: PartTakes, recipe: FilmRecipe): Promise<void> {
  const takes = await readTakes(
    tx,
    [made, running].flatMap((take) => take?.id ?? []),
  )
  for (const take of takes.values()) if (causesOf(take, recipe).length === 0) throw new Problem('nothing_to_make')
}

/** Finds the make of the key; throws if the request of that time differs. */
async function findEarlier(db: Database, key: Keyed): Promise<string | undefined> {
  const [first] = await db
    .select({ id: filmMakes.id, idempotencyHash: filmMakes.idempotencyHash })
    .from(filmMakes)
    .where(and(eq(filmMakes.userId, key.userId), eq(filmMakes.idempotencyKey, key.idempotencyKey)))
  return replayOf(first, key.hash)?.id
}

/** Returns a make with its runs. */
export async function findMake(db: Database, { id, userId, ...view }: ViewOptions & OwnFilm): Promise<FilmMake> {
  const rows = await db
    .select({ run: generations })
    .from(filmMakes)
    .innerJoin(filmTakes, eq(filmTakes.makeId, filmMakes.id))
    .innerJoin(generations, eq(generations.id, filmTakes.generationId))
    .where(and(eq(filmMakes.id, id), eq(filmMakes.userId, userId)))
    .orderBy(asc(generations.id))
  return {
    make: id,
    runs: await toGenerations(
      db,
      rows.map(({ run }) => run),
      view,
    ),
  }
}

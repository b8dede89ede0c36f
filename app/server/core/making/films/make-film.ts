import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type * as v from 'valibot'
import type { FilmMake, makeFilmSchema } from '#app/contract/films/films.ts'
import { partOf, readPart } from '#app/contract/films/film-values.ts'
import { type ChosenTakes, type FilmRecipe, recipesOf, textsOfFilm } from '#app/contract/films/recipes.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { filmMakes, films, filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import type { PreparedRun } from '../generations/create-generation.ts'
import { readRuns, type ReadRun } from '../generations/several-runs.ts'
import { type RunToStart, startRuns } from '../generations/start-runs.ts'
import { toGenerations, type ViewOptions } from '../generations/to-generation.ts'
import type { Wait } from '../generations/waits.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { Problem } from '../../problem.ts'
import { replayOf } from '../../replays.ts'
import { hashOf } from '../../request-hash.ts'
import { findWithTakes, type FilmRow, lockFilm, type OwnFilm } from './own-film.ts'
import { type MakePlan, planMake, stateOfTakes } from './plan-make.ts'
import type { PreparedPart } from './prepare-part.ts'
import { takesColumn, type TakeRow } from './takes-column.ts'

export type MakeFilmOptions = OwnFilm & {
  queue: Queue
  providers: Providers
  apiKeyId?: string | null
  input: v.InferOutput<typeof makeFilmSchema>
  /** The owner has allowed the make at this price, whatever the tokens of the key's budget and the `max_price` of the input. */
  allowed?: { maxPrice: number } | undefined
  /** A second request with the same key returns what the first one has started. */
  idempotencyKey?: string | undefined
  /** Called in the transaction that writes the make. */
  onCreated?: ((tx: Transaction) => Promise<void>) | undefined
}

type Keyed = { userId: string; idempotencyKey: string; hash: string }
type Planned = PreparedPart & { run: PreparedRun }
type ReadyPart = Planned & { id: string; read: ReadRun }

/** Changes of the film while a make is prepared, after which it gives up. */
const mostChanges = 8

/**
 * Starts the runs of parts of a film, of its document as it is, or none: the make, the runs, their waits, takes, holds and jobs are written
 * in one transaction. Returns the make.
 */
export async function makeFilm(db: Database, options: MakeFilmOptions): Promise<{ id: string }> {
  const { userId, id, providers, input, idempotencyKey } = options
  const { max_price: _maxPrice, ...wanted } = input
  const key = idempotencyKey === undefined ? null : { userId, idempotencyKey, hash: hashOf({ id, ...wanted }) }
  const earlier = key && (await findEarlier(db, key))
  if (earlier) return { id: earlier }
  for (let attempt = 0; attempt < mostChanges; attempt += 1) {
    const film = await findWithTakes(db, { userId, id })
    const plan = await planMake(db, { providers, userId, film, wanted })
    const planned = plan.parts.filter((part): part is Planned => part.run !== undefined)
    const read = await readRuns(
      providers,
      planned.map(({ run }) => run),
    )
    const ready = planned.flatMap((part, index): ReadyPart[] => {
      const run = read[index]
      return run ? [{ ...part, id: uuidv7(), read: run }] : []
    })
    const started = await db.transaction((tx) => startMake(tx, { ...options, key, plan, ready, seen: film }))
    if (started !== undefined) return { id: started }
  }
  throw new Problem('film_changed')
}

type StartMakeOptions = MakeFilmOptions & {
  key: Keyed | null
  plan: MakePlan
  ready: readonly ReadyPart[]
  /** The film for which the make was planned. */
  seen: Awaited<ReturnType<typeof findWithTakes>>
}

/** Returns undefined if the film or its takes were changed since the plan. */
async function startMake(tx: Transaction, options: StartMakeOptions): Promise<string | undefined> {
  const { queue, providers, userId, id, apiKeyId = null, input, allowed, key, plan, ready, seen, onCreated } = options
  // The film comes first. It makes each of two requests see what the other has started.
  const film = await lockFilm(tx, { userId, id })
  const { takes, earlier } = await readPlan(tx, film, key)
  if (earlier) return earlier
  if (film.revision !== seen.revision || stateOfTakes({ ...film, takes }) !== stateOfTakes(seen)) return undefined
  if (ready.length === 0) throw nothingToMake(plan)
  const coming = new Map([...plan.takes, ...ready.map(({ part, id: run }) => [part, { id: run, durationMs: null }] as const)])
  const recipes = recipesOf(film.document, coming)
  const makeId = uuidv7()
  const runs = ready.map((part): RunToStart & { part: string } => ({
    part: part.part,
    prepared: part.read,
    values: { id: part.id, prompt: part.prompt, inputs: inputsOf(part, coming) },
    texts: textsOfFilm(film.document),
    waits: waitsOf(part, { ready, coming, running: plan.running }),
  }))
  // Runs are locked before the account. One that has ended since is no longer waited for.
  if (!(await lockSources(tx, runs, ready))) return undefined
  const account = await lockAccount(tx, userId)
  await startRuns(tx, { queue, providers, userId, apiKeyId, account, runs, maxPrice: input.max_price, allowed })
  const rows = ready.map(({ id: run, part, picture }) => ({ id: run, part, recipe: recipeFor(recipes.get(part), picture) }))
  // One statement, because the embedded database has one connection for everybody.
  await tx.execute(sql`
    with make as (
      insert into ${filmMakes} (id, film_id, user_id, price_milli, idempotency_key, idempotency_hash)
      values (${makeId}, ${film.id}, ${userId}, ${ready.reduce((sum, { run }) => sum + run.priceMilli, 0)},
        ${key?.idempotencyKey ?? null}, ${key?.hash ?? null})
      returning id
    )
    insert into ${filmTakes} (generation_id, film_id, make_id, part, recipe)
    select take.id, ${film.id}::uuid, make.id, take.part, take.recipe
    from make, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as take(id uuid, part text, recipe jsonb)`)
  await onCreated?.(tx)
  return makeId
}

/** The reason why the only part that was asked for is left out, otherwise that there is nothing to make. */
function nothingToMake({ parts }: MakePlan): Problem {
  const [only, ...others] = parts
  return (others.length === 0 ? only?.problem : undefined) ?? new Problem('nothing_to_make')
}

/** A clip that was made from words has no picture to change. */
function recipeFor(recipe: FilmRecipe | undefined, picture: string | null): FilmRecipe {
  if (!recipe) throw new Error('a part without a recipe')
  return recipe.kind === 'clip' && picture === null ? { ...recipe, still: null } : recipe
}

function inputsOf({ part, picture }: ReadyPart, coming: ChosenTakes): RunToStart['values']['inputs'] {
  if (picture === null) return []
  const still = coming.get(partOf.still(readPart(part)?.shot ?? ''))
  return still ? [{ generation_id: still.id, role: 'first_frame' }] : []
}

type WaitsOptions = { ready: readonly ReadyPart[]; coming: ChosenTakes; running: ReadonlySet<string> }

/** A clip needs its picture; the film is made of what there is when everything has ended. */
function waitsOf({ part, kind, picture }: ReadyPart, { ready, coming, running }: WaitsOptions): Wait[] {
  const unfinished = new Set([...running, ...ready.map(({ id }) => id)])
  if (kind === 'clip' && picture !== null) {
    const still = coming.get(partOf.still(readPart(part)?.shot ?? ''))
    return still && unfinished.has(still.id) ? [{ sourceId: still.id, need: 'result' }] : []
  }
  if (kind !== 'film') return []
  const others = [...coming].flatMap(([name, { id }]) => (name !== part && unfinished.has(id) ? [id] : []))
  return others.toSorted().map((sourceId) => ({ sourceId, need: 'end' }))
}

/** Locks the runs of earlier makes that new ones wait for. Returns false if one of them has ended. */
async function lockSources(tx: Transaction, runs: readonly RunToStart[], ready: readonly ReadyPart[]): Promise<boolean> {
  const own = new Set(ready.map(({ id }) => id))
  const sources = new Set(runs.flatMap(({ waits = [] }) => waits.flatMap(({ sourceId }) => (own.has(sourceId) ? [] : [sourceId]))))
  if (sources.size === 0) return true
  const locked = await tx
    .select({ id: generations.id })
    .from(generations)
    .where(and(inArray(generations.id, [...sources]), inArray(generations.status, ['queued', 'running'])))
    .orderBy(asc(generations.id))
    .for('share')
  return locked.length === sources.size
}

/** Reads the takes of a locked film, and the make of the key. */
async function readPlan(tx: Transaction, { id }: FilmRow, key: Keyed | null): Promise<{ takes: TakeRow[]; earlier: string | undefined }> {
  const earlier = sql<{ id: string; idempotencyHash: string | null } | null>`(
    select json_build_object('id', m.id, 'idempotencyHash', m.idempotency_hash) from film_makes m
    where m.user_id = ${key?.userId ?? null} and m.idempotency_key = ${key?.idempotencyKey ?? null})`
  const [row] = await tx.select({ takes: takesColumn, earlier }).from(films).where(eq(films.id, id))
  return { takes: row?.takes ?? [], earlier: key ? replayOf(row?.earlier ?? undefined, key.hash)?.id : undefined }
}

/** Finds the make of the key; throws if the request of that time differs. */
const findEarlier = async (db: Database, { hash, ...key }: Keyed): Promise<string | undefined> =>
  replayOf(await findMakeOfKey(db, key), hash)?.id

/** Finds the make that was started with the key. */
export async function findMakeOfKey(db: Database, { userId, idempotencyKey }: Omit<Keyed, 'hash'>) {
  const [first] = await db
    .select({ id: filmMakes.id, idempotencyHash: filmMakes.idempotencyHash })
    .from(filmMakes)
    .where(and(eq(filmMakes.userId, userId), eq(filmMakes.idempotencyKey, idempotencyKey)))
  return first
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

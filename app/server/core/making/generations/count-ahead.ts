import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Providers } from '#app/server/providers/providers.ts'

type Waiting = Pick<typeof generations.$inferSelect, 'id' | 'status'>
type CountAheadOptions = { providers: Providers; rows: readonly Waiting[] }

/** From this many waiting runs on, places are estimated from a sample, because counting takes as long as the queue is. */
const manyWaiting = 500
/** In a sample, the first places of each service are exact, and later ones are known to this many. */
const exactPlaces = 500
const sampleStep = 100
/** A sample is renewed after this many milliseconds, or after so many times its own duration, which keeps it at 2% of a processor. */
const renewMs = 5_000
const renewFactor = 50
/** Milliseconds after its renewal was due, after which a sample is not used. */
const staleMs = 60_000

/** A run with its place; a service has them in the order in which they are served. */
type Rung = { turn: number; id: string; place: number }
type Sample = { renewAt: number; places: Map<string | null, Rung[]>; renewing: boolean }

const samples = new WeakMap<Providers, Sample>()

/**
 * Counts the runs, of all people, queued before each of these for the same machine or service. The result contains queued runs only. In a
 * long queue the counts are estimates of the last seconds, so that a page costs the same however long the queue is.
 */
export async function countAhead(db: Database | Transaction, { providers, rows }: CountAheadOptions): Promise<Map<string, number>> {
  const waiting = rows.filter(({ status }) => status === 'queued').map(({ id }) => id)
  if (waiting.length === 0) return new Map()
  const known = currentSample(db, providers)
  if (known) return estimateAhead(db, { providers, waiting, sample: known })
  const exact = await countExactly(db, { providers, waiting })
  if (exact.size > 0) return exact
  const sample = await takeSample(db, providers)
  return sample ? estimateAhead(db, { providers, waiting, sample }) : exact
}

type CountOptions = { providers: Providers; waiting: readonly string[] }

/** Reads a short queue once, however many runs are asked for, and of a long one nothing. */
async function countExactly(db: Database | Transaction, { providers, waiting }: CountOptions): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; ahead: number }>(sql`
    select id, place as ahead from (${placed(await remoteModels(providers))}) queued
    where id in (${listOf(waiting)}) and ${waitingUpToMany} < ${manyWaiting}`)
  return new Map(rows.map(({ id, ahead }) => [id, ahead]))
}

async function estimateAhead(
  db: Database | Transaction,
  { providers, waiting, sample }: CountOptions & { sample: Sample },
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; model: string; turn: number }>(sql`
    select id, model, coalesce(turn, 0) as turn from ${generations} where id in (${listOf(waiting)}) and status = 'queued'`)
  const providerOf = new Map((await remoteModels(providers)).map(({ id, provider }) => [id, provider]))
  return new Map(rows.map(({ id, model, turn }) => [id, placeIn(sample.places.get(providerOf.get(model) ?? null) ?? [], { id, turn })]))
}

/** Returns the place of the last run of the sample that is served before this one, plus one. */
function placeIn(rungs: readonly Rung[], { id, turn }: { id: string; turn: number }): number {
  let [low, high] = [0, rungs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const rung = rungs[middle]
    // Ids have one case and length, so their texts are in the order of the database.
    if (rung && (rung.turn < turn || (rung.turn === turn && rung.id < id))) low = middle + 1
    else high = middle
  }
  const last = rungs[low - 1]
  return last ? last.place + 1 : 0
}

/** Returns the sample of a long queue, and renews it behind the answer; undefined for a short queue, or if there is no recent one. */
function currentSample(db: Database | Transaction, providers: Providers): Sample | undefined {
  const known = samples.get(providers)
  const lateMs = known ? performance.now() - known.renewAt : Number.POSITIVE_INFINITY
  if (!known || lateMs > staleMs) return undefined
  // A transaction has ended by the time of the query.
  if (lateMs > 0 && !known.renewing && !('rollback' in db)) {
    known.renewing = true
    takeSample(db, providers)
      .catch(() => undefined)
      .finally(() => (known.renewing = false))
  }
  return known
}

async function takeSample(db: Database | Transaction, providers: Providers): Promise<Sample | undefined> {
  const { rows: counted } = await db.execute<{ count: number }>(sql`select ${waitingUpToMany} as count`)
  if ((counted[0]?.count ?? 0) < manyWaiting) {
    samples.delete(providers)
    return undefined
  }
  const startedAt = performance.now()
  const { rows } = await db.execute<Rung & { provider: string | null }>(sql`
    select id, turn, provider, place from (${placed(await remoteModels(providers))}) queued
    where place < ${exactPlaces} or place % ${sampleStep} = 0 order by place`)
  const now = performance.now()
  const renewAt = now + Math.max(renewMs, renewFactor * (now - startedAt))
  const sample = { renewAt, places: Map.groupBy(rows, ({ provider }) => provider), renewing: false }
  samples.set(providers, sample)
  return sample
}

/** The number of waiting runs, or the number that makes a queue long. */
const waitingUpToMany: SQL = sql`(select count(*)::int from (select from ${generations} where status = 'queued' limit ${manyWaiting}) waiting)`

type RemoteModels = { id: string; provider: string }[]

const remoteModels = async (providers: Providers): Promise<RemoteModels> =>
  (await providers.models()).filter((model) => providers.isRemote(model)).map(({ id, provider }) => ({ id, provider }))

/** The waiting runs with the number of those ahead of each. Models of this machine have no provider here. */
const placed = (remote: RemoteModels): SQL =>
  // Ids are UUIDv7, so of the same turn, or without one, earlier runs have smaller ids.
  sql`
    select run.id, coalesce(run.turn, 0) as turn, remote.provider,
      (row_number() over (partition by remote.provider order by coalesce(run.turn, 0), run.id) - 1)::int as place
    from ${generations} run
    left join jsonb_to_recordset(${JSON.stringify(remote)}::jsonb) remote(id text, provider text) on remote.id = run.model
    where run.status = 'queued'`

const listOf = (ids: readonly string[]): SQL => sql`select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`

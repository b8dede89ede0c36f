import { sql } from 'drizzle-orm'
import type { Kind } from '#app/contract/base/values.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { runUnits } from '#app/contract/runs/run-units.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Measured } from './describe-model.ts'

/** Milliseconds; figures change slowly, and every page reads them. */
const maxAgeMs = 60_000

/** Fewest successful runs from which figures are computed. */
const minSamples = 5
const maxSamples = 200

/** Share of the runs that end within the announced time. */
const announced = 0.75

/** Waiting times and success rates by model, cached for a minute. */
export type ModelFigures = { read(): Promise<Map<string, Measured>> }

export function openModelFigures(db: Database): ModelFigures {
  let cached: { at: number; figures: Promise<Map<string, Measured>> } | undefined
  return {
    read() {
      if (cached && Date.now() - cached.at < maxAgeMs) return cached.figures
      const figures = readFigures(db)
      cached = { at: Date.now(), figures }
      figures.catch(() => (cached = undefined))
      return figures
    },
  }
}

async function readFigures(db: Database): Promise<Map<string, Measured>> {
  const [waits, paces] = await Promise.all([readWaits(db), readPaces(db)])
  return new Map(waits.map(({ model, ...wait }) => [model, { ...wait, run_ms_per_unit: paces.get(model)?.announced ?? null }]))
}

const cachedPaces = new WeakMap<Database, { at: number; medians: Promise<Map<string, number>> }>()

/** Median milliseconds of work per unit, by model, cached for a minute. Empty while they cannot be read. */
export function modelPaces(db: Database): Promise<Map<string, number>> {
  const cached = cachedPaces.get(db)
  if (cached && Date.now() - cached.at < maxAgeMs) return cached.medians
  const medians = readPaces(db).then(
    (paces) => new Map([...paces].map(([model, { median }]) => [model, median])),
    () => new Map<string, number>(),
  )
  cachedPaces.set(db, { at: Date.now(), medians })
  return medians
}

/** Waiting times, from submit to result, and success rates of the last 30 days. Canceled runs do not count. */
async function readWaits(db: Database) {
  const { rows } = await db.execute<{ model: string; p50: number; p95: number; success: number }>(sql`
    select model,
      (percentile_cont(0.5) within group (order by extract(epoch from finished_at - created_at) * 1000) filter (where status = 'succeeded'))::float8 as p50,
      (percentile_cont(0.95) within group (order by extract(epoch from finished_at - created_at) * 1000) filter (where status = 'succeeded'))::float8 as p95,
      (count(*) filter (where status = 'succeeded'))::float8 / count(*)::float8 as success
    from generations
    where status in ('succeeded', 'failed') and not trial and created_at > now() - interval '30 days'
    group by model
    having count(*) filter (where status = 'succeeded') >= ${minSamples}`)
  return rows.map(({ model, p50, p95, success }) => ({
    model,
    wait_p50_ms: Math.round(p50),
    wait_p95_ms: Math.round(p95),
    success_rate: success,
  }))
}

type Sample = { model: string; type: Kind; options: OptionValues; characters: number; ms: number }

/** Milliseconds of work per unit of a model's latest runs, without their time in the queue. */
async function readPaces(db: Database): Promise<Map<string, Pace>> {
  const { rows } = await db.execute<Sample>(sql`
    select model, type, options, length(prompt)::int as characters, (extract(epoch from finished_at - started_at) * 1000)::float8 as ms
    from (
      select *, row_number() over (partition by model order by finished_at desc) as place
      from generations
      where status = 'succeeded' and not trial and started_at is not null and purged_at is null and created_at > now() - interval '30 days'
    ) as latest
    where place <= ${maxSamples}`)
  return new Map(
    [...Map.groupBy(rows, ({ model }) => model)].flatMap(([model, samples]) =>
      samples.length < minSamples ? [] : [[model, paceOf(samples)] as const],
    ),
  )
}

/** Milliseconds per unit: the median, and the one that is announced to people. */
type Pace = { median: number; announced: number }

function paceOf(samples: readonly Sample[]): Pace {
  const paces = samples
    .map(({ type, options, characters, ms }) => ms / runUnits({ type, options, promptCharacters: characters }))
    .toSorted((a, b) => a - b)
  const at = (share: number) => paces[Math.ceil(paces.length * share) - 1] ?? 0
  return { median: at(0.5), announced: at(announced) }
}

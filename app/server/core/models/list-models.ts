import { sql } from 'drizzle-orm'
import type { Kind } from '#app/contract/common.ts'
import type { Model } from '#app/contract/models.ts'
import type { Locale } from '#config'
import type { Database } from '../../db/database.ts'
import type { Providers } from '../../providers/providers.ts'
import { pausedModels } from './model-health.ts'
import { describeModel, type Measured } from './describe-model.ts'

export type ListModelsOptions = { providers: Providers; locale: Locale; types: readonly Kind[] | undefined }

export async function listModels(db: Database, { providers, locale, types }: ListModelsOptions): Promise<Model[]> {
  const [models, measured, paused] = await Promise.all([providers.models(), measureModels(db), pausedModels(db)])
  return models
    .filter(({ type }) => !types || types.includes(type))
    .map((model) => (paused.has(model.id) && !model.fallback ? { ...model, unavailable: model.unavailable ?? isPaused } : model))
    .map((model) => describeModel(model, locale, measured.get(model.id) ?? null))
}

const isPaused = {
  text: /*i18n*/ {
    id: 'model.paused',
    message: 'It has just failed several times in a row, so it has a rest. It is tried again in a few minutes.',
  },
  values: {},
}

/** Figures change slowly and every page asks for them. */
const maxAgeMs = 60_000
const cache = new WeakMap<Database, { at: number; figures: Promise<Map<string, Measured>> }>()

function measureModels(db: Database): Promise<Map<string, Measured>> {
  const cached = cache.get(db)
  if (cached && Date.now() - cached.at < maxAgeMs) return cached.figures
  const figures = readFigures(db)
  cache.set(db, { at: Date.now(), figures })
  figures.catch(() => cache.delete(db))
  return figures
}

/** How long people waited for each model in the last 30 days, and how often it went well. What they canceled themselves does not count. */
async function readFigures(db: Database): Promise<Map<string, Measured>> {
  const { rows } = await db.execute<{ model: string; p50: number | null; p95: number | null; success: number }>(sql`
    select model,
      (percentile_cont(0.5) within group (order by extract(epoch from finished_at - created_at) * 1000) filter (where status = 'succeeded'))::float8 as p50,
      (percentile_cont(0.95) within group (order by extract(epoch from finished_at - created_at) * 1000) filter (where status = 'succeeded'))::float8 as p95,
      (count(*) filter (where status = 'succeeded'))::float8 / count(*)::float8 as success
    from generations
    where status in ('succeeded', 'failed') and created_at > now() - interval '30 days'
    group by model`)
  return new Map(
    rows.flatMap(({ model, p50, p95, success }) =>
      p50 === null || p95 === null
        ? []
        : [[model, { wait_p50_ms: Math.round(p50), wait_p95_ms: Math.round(p95), success_rate: success }] as const],
    ),
  )
}

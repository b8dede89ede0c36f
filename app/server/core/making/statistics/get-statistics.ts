import { sql } from 'drizzle-orm'
import { maxStatisticsDays } from '#app/contract/base/periods.ts'
import type * as v from 'valibot'
import type { Kind } from '#app/contract/base/values.ts'
import type { Statistics, statisticsQuerySchema } from '#app/contract/library/statistics.ts'
import type { Currency, Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { translate } from '#app/server/i18n.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { readShop } from '../../money/shop/shop.ts'
import { Problem } from '../../problem.ts'
import { recountDays, waitOfStep } from './record-run.ts'

export type GetStatisticsOptions = {
  providers: Providers
  locale: Locale
  userId: string
  /** The calling API key: only its own runs are counted. */
  apiKeyId?: string | null
  query: v.InferOutput<typeof statisticsQuerySchema>
  now?: Date
}

type Counts = { generations: number; succeeded: number; failed: number; canceled: number; tokens: number; tokens_milli: number }
type Counted = Counts & { type: Kind }
/** Sums of a period, a day, a week or a month. */
type Place = { period: 'now' | 'before'; date: string | null; type: Kind }
type Cell = Counted & Place
type Answer = {
  cells: Cell[] | null
  waits: (Place & { p50: number; p95: number })[] | null
  models: (Counted & { id: string })[] | null
  /** The money paid and the tokens bought, without refunds. */
  paid: { currency: Currency; amount: number; tokens: number }[] | null
  keys: (Counts & { id: string; name: string; hint: string; revoked: boolean })[] | null
  activity: { date: string; generations: number; tokens: number; tokens_milli: number }[] | null
}

const dayMs = 24 * 60 * 60 * 1000
const defaultDays = 30
const yearDays = 365
const maxModels = 20
const maxKeys = 100
const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10)
const daysBefore = (date: string, days: number) => isoDate(Date.parse(date) - days * dayMs)

/** Returns a person's statistics from `from` to `to`, inclusive, in days of their time zone, and those of as many days before. */
// oxlint-disable-next-line max-lines-per-function -- One query with its columns, and the shape of its answer.
export async function getStatistics(
  db: Database,
  { providers, locale, userId, apiKeyId = null, query, now }: GetStatisticsOptions,
): Promise<Statistics> {
  const { timeZone, today } = await readClock(db, userId, now)
  const to = query.to ?? today
  const from = query.from ?? daysBefore(to, (query.days ?? defaultDays) - 1)
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1) throw new Problem('invalid_input', { fields: { from: 'too_large' } })
  if (days > maxStatisticsDays) throw new Problem('invalid_input', { fields: { from: 'too_small' } })
  const before = { from: daysBefore(from, days), to: daysBefore(from, 1) }
  const yearFrom = daysBefore(to, yearDays - 1)

  const inSpan = sql`user_id = ${userId} and day between ${before.from}::date and ${to}::date`
  const date = sql`date_trunc(${query.bucket}, day::timestamp)::date`
  const period = sql`case when day >= ${from}::date then 'now' else 'before' end`
  const counts = sql`
    sum(runs)::int as generations,
    coalesce(sum(runs) filter (where status = 'succeeded'), 0)::int as succeeded,
    coalesce(sum(runs) filter (where status = 'failed'), 0)::int as failed,
    coalesce(sum(runs) filter (where status = 'canceled'), 0)::int as canceled,
    sum(tokens)::float8 as tokens,
    sum(milli)::float8 as tokens_milli`
  const [read, models] = await Promise.all([
    db.execute<Answer>(sql`
      with own as materialized (
        select ${date} as date, ${period} as period, type, model, status, runs, tokens, milli
        from generation_days where ${inSpan}
      ),
      cells as (
        select period, date, type, ${counts} from own
        group by grouping sets ((period, type), (period, date, type))
      ),
      waits as (
        select period, date, type, step, sum(runs) as runs
        from (select ${date} as date, ${period} as period, type, step, runs from generation_waits where ${inSpan}) own
        group by grouping sets ((period, type, step), (period, date, type, step))
      ),
      ranked as (
        select *, sum(runs) over (partition by period, date, type order by step) as upto,
          sum(runs) over (partition by period, date, type) as total
        from waits
      ),
      quantiles as (
        select period, date, type, min(step) filter (where upto >= total * 0.5) as p50,
          min(step) filter (where upto >= total * 0.95) as p95
        from ranked group by period, date, type
      ),
      models as (
        select model as id, type, ${counts} from own where period = 'now'
        group by model, type order by sum(runs) desc, model limit ${maxModels}
      ),
      keys as (
        select id, name, hint, revoked_at is not null as revoked, ${counts} from generation_key_days d join api_keys k on id = api_key_id
        where d.user_id = ${userId} and day between ${from}::date and ${to}::date
        group by id order by sum(runs) desc, id
      ),
      bought as (
        -- A plan is paid for the whole period and granted by the month; what a change of plan has taken off its price was paid before.
        select p.currency, (p.amount - p.refunded)::float8 / p.amount as kept, p.amount + o.credit as price,
          o.tokens * case when o.period = 'year' then 12 else 1 end as tokens
        from payments p join orders o on o.id = p.order_id
        where p.user_id = ${userId} and p.provider <> 'test' and p.refunded < p.amount and p.dispute is distinct from 'lost'
      ),
      paid as (
        select currency, round(sum(price * kept))::float8 as amount, round(sum(tokens * kept))::float8 as tokens from bought group by currency
      ),
      activity as (
        select day as date, sum(runs)::int as generations, sum(tokens)::float8 as tokens,
          sum(milli)::float8 as tokens_milli from generation_days
        where user_id = ${userId} and day between ${yearFrom}::date and ${to}::date group by day
      )
      select
        (select json_agg(c order by c.date, c.type) from cells c where c.date is null or c.period = 'now') as cells,
        (select json_agg(q) from quantiles q where q.date is null or q.period = 'now') as waits,
        (select json_agg(m) from models m) as models,
        (select json_agg(b order by b.tokens desc) from paid b where b.tokens >= 1) as paid,
        (select json_agg(k) from keys k) as keys,
        (select json_agg(a order by a.date) from activity a) as activity`),
    providers.models(),
  ])
  const [answer] = read.rows
  const nameOf = new Map(models.map(({ id, name }) => [id, translate(locale, name)]))
  const waits = new Map((answer?.waits ?? []).map((wait) => [placeOf(wait), wait]))
  const toRow = ({ type, generations, succeeded, failed, canceled, tokens, tokens_milli, ...place }: Cell) => {
    const wait = waits.get(placeOf({ type, ...place }))
    return {
      type,
      generations,
      succeeded,
      failed,
      canceled,
      tokens,
      tokens_milli,
      wait_p50_ms: wait ? waitOfStep(wait.p50) : null,
      wait_p95_ms: wait ? waitOfStep(wait.p95) : null,
    }
  }
  const cells = answer?.cells ?? []
  const totalsOf = (period: Cell['period']) => cells.filter((cell) => cell.period === period && cell.date === null).map(toRow)
  return {
    from,
    to,
    bucket: query.bucket,
    time_zone: timeZone,
    totals: totalsOf('now'),
    previous: { ...before, totals: totalsOf('before') },
    days: cells.flatMap((cell) => (cell.date === null ? [] : [{ date: cell.date, ...toRow(cell) }])),
    // Removed models are shown by their id.
    models: (answer?.models ?? []).map((model) => ({ ...model, name: nameOf.get(model.id) ?? model.id })),
    keys: keysOf(answer?.keys ?? [], totalsOf('now'), apiKeyId),
    activity: answer?.activity ?? [],
    worth: worthOfPaid(answer?.paid ?? []) ?? (await worthOfPack(db)),
  }
}

/**
 * Returns the rows by key and, if there are any, the person's own runs: the totals minus those rows. A calling key gets its own row only.
 */
function keysOf(rows: NonNullable<Answer['keys']>, totals: readonly Counts[], asking: string | null): Statistics['keys'] {
  if (asking !== null) return rows.filter(({ id }) => id === asking)
  const sum = (of: readonly Counts[], name: keyof Counts) => of.reduce((all, counts) => all + counts[name], 0)
  const left = (name: keyof Counts) => sum(totals, name) - sum(rows, name)
  const own = {
    id: null,
    name: null,
    hint: null,
    revoked: false,
    generations: left('generations'),
    succeeded: left('succeeded'),
    failed: left('failed'),
    canceled: left('canceled'),
    tokens: left('tokens'),
    tokens_milli: left('tokens_milli'),
  }
  return [...rows.slice(0, maxKeys), ...(own.generations > 0 ? [own] : [])]
}

/** Reads the time zone and its current day. If the zone has changed, the days are recounted. */
async function readClock(db: Database, userId: string, now: Date | undefined): Promise<{ timeZone: string | null; today: string }> {
  const time = now ? sql`${now.toISOString()}::timestamptz` : sql`now()`
  const { rows } = await db.execute<{ known: string | null; zone: string; counted: string; today: string }>(sql`
    select time_zone as known, zone, day_zone as counted, to_char(${time} at time zone zone, 'YYYY-MM-DD') as today
    from token_accounts join users on id = user_id, coalesce(time_zone, 'UTC') as zone
    where user_id = ${userId}`)
  const [clock] = rows
  if (!clock) throw new Error(`user ${userId} has no token account`)
  if (clock.zone !== clock.counted) await db.transaction((tx) => recountDays(tx, { userId, timeZone: clock.zone }))
  return { timeZone: clock.known, today: clock.today }
}

const placeOf = ({ period, date, type }: Place) => `${period} ${date} ${type}`

/** Returns the average price of a token, in the currency of most purchases, without refunds; null without a purchase. */
function worthOfPaid([most]: NonNullable<Answer['paid']>): Statistics['worth'] {
  return most ? { tokens: most.tokens, prices: [{ amount: most.amount, currency: most.currency }], paid: true } : null
}

/** Returns the highest price of a token, that of the smallest pack. */
async function worthOfPack(db: Database): Promise<Statistics['worth']> {
  const { packs } = (await readShop(db)).settings
  const [smallest] = packs.toSorted((a, b) => a.tokens - b.tokens)
  if (!smallest) return null
  return {
    tokens: smallest.tokens,
    prices: Object.entries(smallest.price).map(([currency, amount]) => ({ amount, currency })),
    paid: false,
  }
}

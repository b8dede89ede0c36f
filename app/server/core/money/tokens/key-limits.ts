import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Quote } from '#app/contract/runs/generations.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { jsonObject } from '#app/server/db/json-object.ts'
import { apiKeys, spending } from '#app/server/db/schema/api-keys.ts'
import { isLivingKey } from '../../living-key.ts'
import { Problem } from '../../problem.ts'

/** Tokens spent in a period in UTC, those on hold included, and its end. */
export type Spent = { tokens: number; resetsAt: string }

/** The limits of an API key with what it has spent. */
export type KeyLimits = {
  perRun: number | null
  perDay: number | null
  perMonth: number | null
  kinds: readonly Kind[] | null
  models: readonly string[] | null
  today: Spent
  month: Spent
}

type Period = 'day' | 'month'
const startOf = (period: Period) => sql`date_trunc(${period}::text, now(), 'UTC')`
const endOf = (period: Period) => sql`${startOf(period)} + ${`1 ${period}`}::interval`
const spentIn = (period: Period): SQL<Spent> =>
  jsonObject<Spent>({
    tokens: sql`(
      select coalesce(sum(${spending.tokens}), 0)::float8 from ${spending}
      where ${spending.spender} = ${apiKeys.id} and ${spending.day} >= (${startOf(period)} at time zone 'UTC')::date)`,
    resetsAt: sql`(${endOf(period)})`,
  })

/** A column of queries of `api_keys`. */
export const keySpentColumns = { today: spentIn('day'), month: spentIn('month') }

/** The limits of a living key as a column; null for another one. */
export const keyLimitsColumn = (apiKeyId: string | null): SQL<KeyLimits | null> => sql<KeyLimits | null>`(
  select ${jsonObject<KeyLimits>({
    perRun: sql`${apiKeys.runTokens}`,
    perDay: sql`${apiKeys.dailyTokens}`,
    perMonth: sql`${apiKeys.monthlyTokens}`,
    kinds: sql`${apiKeys.kinds}`,
    models: sql`${apiKeys.models}`,
    ...keySpentColumns,
  })} from ${apiKeys} where ${and(eq(apiKeys.id, sql`${apiKeyId}::uuid`), isLivingKey)})`

const limitColumns = {
  perRun: apiKeys.runTokens,
  perDay: apiKeys.dailyTokens,
  perMonth: apiKeys.monthlyTokens,
  kinds: apiKeys.kinds,
  models: apiKeys.models,
  ...keySpentColumns,
}

/** Reads the limits of a living key; throws `unauthorized` for another, so that a key that has just ended starts nothing. */
export async function readKeyLimits(db: Database | Transaction, apiKeyId: string): Promise<KeyLimits> {
  const [limits] = await db
    .select(limitColumns)
    .from(apiKeys)
    .where(and(eq(apiKeys.id, apiKeyId), isLivingKey))
  if (!limits) throw new Problem('unauthorized')
  return limits
}

const notAllowed = {
  kind: /*i18n*/ {
    id: 'error.key_kind_not_allowed',
    message: 'This API key can’t run models of this kind. Its owner can allow it in Settings.',
  },
  model: /*i18n*/ { id: 'error.key_model_not_allowed', message: 'This API key can’t run this model. Its owner can allow it in Settings.' },
}

/** The kinds and the ids of models that a caller may run; null for all. */
export type AllowedModels = Pick<KeyLimits, 'kinds' | 'models'>

export const allModels: AllowedModels = { kinds: null, models: null }

type Named = { id: string; type: Kind }

export const isAllowed = ({ kinds, models }: AllowedModels, { id, type }: Named): boolean =>
  (kinds === null || kinds.includes(type)) && (models === null || models.includes(id))

/** Throws `key_model_not_allowed` if the key may not run the model. */
export function requireModelOfKey({ kinds, models }: AllowedModels, model: Named): void {
  if (kinds !== null && !kinds.includes(model.type))
    throw new Problem('key_model_not_allowed', { reason: { text: notAllowed.kind, values: {} } })
  if (models !== null && !models.includes(model.id))
    throw new Problem('key_model_not_allowed', { reason: { text: notAllowed.model, values: {} } })
}

export type Left = { perRun: number | null; today: number | null; month: number | null }

/** Returns the tokens left of each limit; null where there is none. */
export const leftOfKey = ({ perRun, perDay, perMonth, today, month }: KeyLimits): Left => ({
  perRun,
  today: perDay === null ? null : Math.max(0, perDay - today.tokens),
  month: perMonth === null ? null : Math.max(0, perMonth - month.tokens),
})

type Broken = NonNullable<Quote['over_limit']>

/** Returns the limits of the key that a run would exceed. */
export function brokenLimitsOfKey(key: KeyLimits, { price, amount }: { price: number; amount: number }): Broken[] {
  const left = leftOfKey(key)
  const broken: Broken[] = []
  if (key.perRun !== null && price > key.perRun) broken.push({ per: 'key', period: 'run', limit: key.perRun, left: key.perRun })
  if (key.perDay !== null && left.today !== null && amount > left.today)
    broken.push({ per: 'key', period: 'day', limit: key.perDay, left: left.today, resets_at: timeOf(key.today.resetsAt) })
  if (key.perMonth !== null && left.month !== null && amount > left.month)
    broken.push({ per: 'key', period: 'month', limit: key.perMonth, left: left.month, resets_at: timeOf(key.month.resetsAt) })
  return broken
}

/** Times inside JSON have PostgreSQL's form. */
export const timeOf = (written: string): string => new Date(written).toISOString()

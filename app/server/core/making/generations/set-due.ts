import { sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { users } from '#app/server/db/schema/users.ts'
import { isGroupOfUser } from '../../rules/groups/entitlement.ts'

/** `due` counts half seconds since this day, so that it fits an integer until 2060. */
const epoch = '2026-01-01T00:00:00Z'
const perSecond = 2
/** People expected to share one machine: a run of one second uses up this many seconds of its person’s share. */
export const sharers = 20
const latest = 2_147_483_647

/** Returns the time that `due` of a run stands for. */
export const dueAt = (due: number): Date => new Date(Date.parse(epoch) + (due / perSecond) * 1_000)

/** The weight of a person, for queries that join their group. */
export const weightOfUser = sql<number>`${users.queueWeight} * coalesce(${groups.queueWeight}, 1)`

export type NewTurn = {
  id: string
  /** The expected time of the run. */
  seconds: number
}

/**
 * Sets the times at which a person's new runs are due, in this order, if each of `sharers` people gets an equal part of the machine (virtual
 * clock, Zhang 1990), and returns them by run. Each run moves the person's next one back by its expected time, so a long series or a film
 * makes room for others, and nothing waits for ever, because later runs are due later. The weights of a person and of their group make runs
 * due sooner. The account is locked, so a person's runs are not due at the same time.
 */
export async function setDue(tx: Transaction, userId: string, runs: readonly NewTurn[]): Promise<Map<string, number>> {
  if (runs.length === 0) return new Map()
  const now = sql`extract(epoch from now() - ${epoch}::timestamptz) * ${perSecond}`
  const last = sql`(select max(own.turn) from generations own where own.status = 'queued' and own.user_id = ${userId})`
  const weight = sql`(
    select ${weightOfUser} from ${users} left join ${groups} on ${isGroupOfUser} where ${users.id} = ${userId})`
  const given = runs.map(({ id, seconds }, place) => ({ id, place, seconds: Math.max(seconds, 1 / perSecond) }))
  const { rows } = await tx.execute<{ id: string; due: number }>(sql`
    with person as (select greatest(${now}, coalesce(${last}, 0)) as start, ${weight} as weight), costs as (
      select id, sum(ceil(seconds * ${perSecond * sharers}::float8 / weight)) over (order by place) as cost, start
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) run(id uuid, place int, seconds float8), person
    )
    update ${generations} set turn = least(${latest}, costs.start + costs.cost)::int
    from costs where ${generations.id} = costs.id returning costs.id, turn as due`)
  return new Map(rows.map(({ id, due }) => [id, due]))
}

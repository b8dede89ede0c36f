import { type SQL, sql } from 'drizzle-orm'
import type { OperatorQueue } from '#app/contract/operator/operator-queue.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { dueAt, weightOfUser } from '../../making/generations/set-due.ts'
import { defaultGroupId, isGroupOfUser } from '../../rules/groups/entitlement.ts'

/** People in the answer, those served first. */
const shownPeople = 50

type Counts = { waiting: number; running: number; oldest: number | null }
type Part = Counts & { type: Kind; provider: string | null }
type Person = Counts & {
  id: string
  email: string
  group: string | null
  weight: number
  share: number | null
  held: number
  ahead: number | null
  turn: number | null
  total: number
}

const counts = sql`
  count(*) filter (where status = 'queued')::int as waiting,
  count(*) filter (where status = 'running')::int as running,
  extract(epoch from min(created_at) filter (where status = 'queued'))::float8 as oldest`

export type GetQueueOptions = {
  providers: Providers
  /** Returns the name of a service. */
  nameOf: (provider: string) => string
}

/** From this many waiting runs on, an answer is shared, because counting them takes up to a second. */
const manyWaiting = 5_000
const sharedMs = 10_000

const shared = new WeakMap<Database, { until: number; answer: OperatorQueue }>()

/** Returns the queue as of now; a long one as of the last seconds, so that open pages do not slow down the runs in it. */
export async function getQueue(db: Database, options: GetQueueOptions): Promise<OperatorQueue> {
  const known = shared.get(db)
  if (known && performance.now() < known.until) return known.answer
  const answer = await readQueue(db, options)
  if (answer.waiting >= manyWaiting) shared.set(db, { until: performance.now() + sharedMs, answer })
  return answer
}

/** Reads the queue: its parts by kind and service, and the people in it, in the order in which they are served. */
export async function readQueue(db: Database, { providers, nameOf }: GetQueueOptions): Promise<OperatorQueue> {
  const remote = (await providers.models()).filter((model) => providers.isRemote(model)).map(({ id, provider }) => ({ id, provider }))
  const active = sql`
    select run.id, run.user_id, run.type, run.status, run.turn, run.waits_for, run.created_at, remote.provider from ${generations} run
    left join jsonb_to_recordset(${JSON.stringify(remote)}::jsonb) remote(id text, provider text) on remote.id = run.model
    where run.status in ('queued', 'running')`
  const [{ rows: parts }, { rows: people }] = await Promise.all([
    db.execute<Part>(sql`select type, provider, ${counts} from (${active}) active group by type, provider`),
    readPeople(
      db,
      sql`
      with placed as (
        select active.*, row_number() over (
          partition by provider, status, waits_for is null order by coalesce(turn, 0), id
        ) - 1 as place
        from (${active}) active
      ), waiting_people as (
        select user_id, ${counts},
          count(*) filter (where waits_for is not null)::int as held,
          (min(place) filter (where status = 'queued' and waits_for is null))::int as ahead,
          min(turn) filter (where status = 'queued' and waits_for is null) as turn,
          bool_or(status = 'queued' and provider is null) as here
        from placed group by user_id
      )
      select ${users.id} as id, ${users.email} as email, case when ${groups.id} <> ${defaultGroupId}::uuid then ${groups.name} end as "group",
        ${weightOfUser} as weight,
        case when here then (${weightOfUser}) / sum(${weightOfUser}) filter (where here) over () end as share,
        waiting, running, oldest, held, ahead, turn, (count(*) over ())::int as total
      from waiting_people join ${users} on ${users.id} = user_id left join ${groups} on ${isGroupOfUser}
      order by ahead nulls last, oldest nulls last, user_id limit ${shownPeople}`,
    ),
  ])
  const sumBy = <Key>(keyOf: (part: Part) => Key) =>
    [...Map.groupBy(parts, keyOf)].map(([key, list]) => ({ key, ...toCounts(sumOf(list)) })).toSorted((a, b) => b.waiting - a.waiting)
  return {
    ...toCounts(sumOf(parts)),
    kinds: sumBy(({ type }) => type).map(({ key, ...rest }) => ({ type: key, ...rest })),
    providers: sumBy(({ provider }) => provider).map(({ key, ...rest }) => ({ name: key && nameOf(key), ...rest })),
    people_total: people[0]?.total ?? 0,
    people: people.map(({ id, email, group, weight, share, held, ahead, turn, ...rest }) => ({
      person: { id, email },
      group,
      weight,
      share,
      ...toCounts(rest),
      held,
      ahead,
      due_at: turn === null ? null : dueAt(turn).toISOString(),
    })),
  }
}

/** Reads with enough memory to place and group a long queue without temporary files, which takes two thirds of the time. */
const readPeople = (db: Database, query: SQL) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '32MB'`)
    return tx.execute<Person>(query)
  })

function sumOf(parts: readonly Counts[]): Counts {
  const oldest = parts.flatMap((part) => part.oldest ?? [])
  return {
    waiting: parts.reduce((sum, { waiting }) => sum + waiting, 0),
    running: parts.reduce((sum, { running }) => sum + running, 0),
    oldest: oldest.length > 0 ? Math.min(...oldest) : null,
  }
}

const toCounts = ({ waiting, running, oldest }: Counts) => ({
  waiting,
  running,
  oldest_waiting_at: oldest === null ? null : new Date(oldest * 1_000).toISOString(),
})

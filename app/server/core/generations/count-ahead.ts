import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import type { Providers } from '../../providers/providers.ts'

type Waiting = Pick<typeof generations.$inferSelect, 'id' | 'status'>

/**
 * Counts the runs, of all people, queued before each of these for the same machine or service. The result contains queued runs only. The
 * queue is read once, however many of them there are.
 */
export async function countAhead(
  db: Database | Transaction,
  { providers, rows }: { providers: Providers; rows: readonly Waiting[] },
): Promise<Map<string, number>> {
  const waiting = rows.filter(({ status }) => status === 'queued').map(({ id }) => id)
  if (waiting.length === 0) return new Map()
  const remote = (await providers.models()).filter((model) => providers.isRemote(model)).map(({ id, provider }) => ({ id, provider }))
  // Ids are UUIDv7, so of the same turn, or without one, earlier runs have smaller ids. Models of this machine have no provider here.
  const { rows: counts } = await db.execute<{ id: string; ahead: number }>(sql`
    select id, ahead from (
      select run.id, (row_number() over (partition by remote.provider order by coalesce(run.turn, 0), run.id) - 1)::int as ahead
      from ${generations} run
      left join jsonb_to_recordset(${JSON.stringify(remote)}::jsonb) remote(id text, provider text) on remote.id = run.model
      where run.status = 'queued'
    ) queued where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(waiting)}::jsonb))`)
  return new Map(counts.map(({ id, ahead }) => [id, ahead]))
}

import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'

/**
 * The invariants of the token ledger. Each query returns what breaks one; on a sound database all return nothing.
 * Run it between transactions: it reads each invariant in one statement, so one statement sees one state.
 */
const invariants = {
  'the account is the sum of its ledger': sql`
    select a.user_id::text as subject, a.available || '/' || a.held || ' but the ledger says ' || coalesce(e.available, 0) || '/' || coalesce(e.held, 0) as detail
    from token_accounts a
    left join (
      select user_id,
        sum(case kind when 'grant' then amount when 'release' then amount when 'hold' then -amount when 'expire' then -amount else 0 end) as available,
        sum(case kind when 'hold' then amount when 'settle' then -amount when 'release' then -amount else 0 end) as held
      from token_entries group by user_id
    ) e using (user_id)
    where a.available <> coalesce(e.available, 0) or a.held <> coalesce(e.held, 0)`,
  'what is available is what remains in the lots': sql`
    select a.user_id::text as subject, a.available || ' but the lots hold ' || coalesce(sum(l.remaining), 0) as detail
    from token_accounts a left join token_lots l using (user_id)
    group by a.user_id, a.available having a.available <> coalesce(sum(l.remaining), 0)`,
  'what is held is held for unfinished generations': sql`
    select a.user_id::text as subject, a.held || ' but unfinished generations hold ' || coalesce(sum(h.amount), 0) as detail
    from token_accounts a
    left join generations g on g.user_id = a.user_id and g.status in ('queued', 'running')
    left join token_holds h on h.generation_id = g.id
    group by a.user_id, a.held having a.held <> coalesce(sum(h.amount), 0)`,
  'an unfinished generation holds its price': sql`
    select g.id::text as subject, 'price ' || g.price || ' but held ' || coalesce(sum(h.amount), 0) as detail
    from generations g left join token_holds h on h.generation_id = g.id
    where g.status in ('queued', 'running') group by g.id, g.price having g.price <> coalesce(sum(h.amount), 0)`,
  'a finished generation is paid once or not at all': sql`
    select g.id::text as subject, g.status || ' charged ' || coalesce(g.charged::text, 'nothing') || ' but settled ' || coalesce(sum(e.amount) filter (where e.kind = 'settle'), 0) as detail
    from generations g left join token_entries e on e.generation_id = g.id
    where g.status in ('succeeded', 'failed', 'canceled')
    group by g.id, g.status, g.charged, g.price
    having coalesce(g.charged, -1) <> coalesce(sum(e.amount) filter (where e.kind = 'settle'), 0)
      or (g.status <> 'succeeded' and g.charged <> 0)
      or g.price <> coalesce(sum(e.amount) filter (where e.kind in ('settle', 'release')), 0)`,
} as const

export type BrokenInvariant = { invariant: string; subject: string; detail: string }

/** Every broken invariant of the ledger, or an empty list. */
export async function auditLedger(db: Database): Promise<BrokenInvariant[]> {
  const broken: BrokenInvariant[] = []
  for (const [invariant, query] of Object.entries(invariants)) {
    const { rows } = await db.execute<{ subject: string; detail: string }>(query)
    broken.push(...rows.map(({ subject, detail }) => ({ invariant, subject, detail })))
  }
  return broken
}

import { sql } from 'drizzle-orm'
import { restReason } from '#app/contract/money/milli.ts'
import type { Database } from '#app/server/db/database.ts'

/** The invariants of the token ledger, of the totals that triggers maintain, and of runs that wait for others. Each query returns violations; on a sound database all are empty. */
const invariants = {
  'the account is the sum of its ledger': sql`
    select a.user_id::text as subject, a.available || '/' || a.held || ' but the ledger says ' || coalesce(e.available, 0) || '/' || coalesce(e.held, 0) as detail
    from token_accounts a
    left join (
      select user_id,
        sum(case kind when 'grant' then amount when 'release' then amount when 'hold' then -amount when 'expire' then -amount when 'refund' then -amount when 'repay' then -amount else 0 end) as available,
        sum(case kind when 'hold' then amount when 'settle' then -amount when 'release' then -amount else 0 end) as held
      from token_entries group by user_id
    ) e using (user_id)
    where a.available <> coalesce(e.available, 0) or a.held <> coalesce(e.held, 0)`,
  'what is available is what remains in the lots': sql`
    select a.user_id::text as subject, a.available || ' but the lots hold ' || coalesce(sum(l.remaining), 0) as detail
    from token_accounts a left join token_lots l using (user_id)
    group by a.user_id, a.available having a.available <> coalesce(sum(l.remaining), 0)`,
  'what is owed is what was taken back and could not be taken': sql`
    select a.user_id::text as subject, a.debt || ' but the ledger says ' || coalesce(e.debt, 0) as detail
    from token_accounts a
    left join (
      select user_id, sum(case kind when 'debt' then amount when 'repay' then -amount else 0 end) as debt
      from token_entries group by user_id
    ) e using (user_id)
    where a.debt <> coalesce(e.debt, 0)`,
  'a part of a film is not under way twice as the same': sql`
    select min(t.generation_id::text) as subject, t.film_id || ', ' || t.part || ', ' || count(*) || ' times' as detail
    from film_takes t join generations g on g.id = t.generation_id
    where g.status in ('queued', 'running') group by t.film_id, t.part, t.recipe having count(*) > 1`,
  'a take is of its film’s person': sql`
    select t.generation_id::text as subject, t.film_id::text as detail
    from film_takes t join films f on f.id = t.film_id join generations g on g.id = t.generation_id where g.user_id <> f.user_id`,
  'a lot is not larger than what was granted': sql`
    select l.id::text as subject, l.amount || ' but ' || coalesce(sum(e.amount), 0) || ' were granted' as detail
    from token_lots l left join token_entries e on e.lot_id = l.id and e.kind = 'grant'
    group by l.id, l.amount having l.amount <> coalesce(sum(e.amount), 0)`,
  'an order is paid when there is a payment for it': sql`
    select o.id::text as subject, o.status || ' with ' || count(p.id) || ' payments' as detail
    from orders o left join payments p on p.order_id = o.id
    group by o.id, o.status having (o.status = 'paid') <> (count(p.id) > 0)`,
  'a payment is of its order, by its person': sql`
    select p.id::text as subject, p.provider || ' ' || p.amount || ' ' || p.currency || ' for an order over ' || o.amount || ' ' || o.currency as detail
    from payments p join orders o on o.id = p.order_id
    where p.amount <> o.amount or p.currency <> o.currency or p.user_id <> o.user_id or p.provider <> o.provider`,
  'a payment has granted what was bought, once': sql`
    select p.id::text as subject, p.tokens || ' of ' || coalesce(b.tokens, 0) || ', ' || coalesce(e.granted, 0) || ' in the ledger' as detail
    from payments p
    join lateral (
      select case o.kind when 'pack' then o.tokens
        else (select count(*) * d.tokens from plan_periods d join plan_grants g on g.period_id = d.id where d.payment_id = p.id group by d.tokens) end as tokens
      from orders o where o.id = p.order_id
    ) b on true
    left join lateral (
      select sum(amount) as granted from token_entries where payment_id = p.id and kind = 'grant' and reason is null
    ) e on true
    where p.tokens <> coalesce(b.tokens, 0) or p.tokens <> coalesce(e.granted, 0)`,
  'a payment has one receipt, and credit notes over what was refunded': sql`
    select p.id::text as subject, d.receipts || ' receipts over ' || d.paid || ', credit notes over ' || d.credited || ' of ' || p.refunded as detail
    from payments p
    cross join lateral (
      select count(*) filter (where kind = 'receipt') as receipts,
        coalesce(sum(amount) filter (where kind = 'receipt'), 0) as paid,
        coalesce(sum(amount) filter (where kind = 'credit_note'), 0) as credited
      from payment_documents where payment_id = p.id
    ) d
    where exists (select 1 from payment_documents where payment_id = p.id)
      and (d.receipts <> 1 or d.paid <> p.amount or d.credited <> p.refunded)`,
  'documents are numbered without gaps': sql`
    select c.kind || ' of ' || c.year as subject, 'the last is ' || c.last || ', and there are ' || count(d.id) as detail
    from document_counters c left join payment_documents d on d.kind = c.kind and d.test = c.test and d.year = c.year
    group by c.kind, c.test, c.year, c.last having c.last <> count(d.id)`,
  'what the service refunded contains the refunds made here': sql`
    select p.id::text as subject, p.refunded || ' but ' || sum(r.amount) || ' were refunded here' as detail
    from payments p join refunds r on r.payment_id = p.id and r.status = 'succeeded'
    group by p.id, p.refunded having p.refunded < sum(r.amount)`,
  'what a payment no longer pays for is taken back': sql`
    select p.id::text as subject, p.taken || ' of ' || d.due || ', ' || coalesce(e.taken, 0) || ' in the ledger' as detail
    from payments p
    cross join lateral (
      select case when p.dispute in ('open', 'lost') or p.refunded = p.amount then p.tokens
        else ceil(p.tokens::numeric * p.refunded / p.amount) end as due
    ) d
    left join lateral (
      select sum(case when kind in ('refund', 'debt') then amount when kind = 'grant' and reason = 'dispute_won' then -amount else 0 end) as taken
      from token_entries where payment_id = p.id
    ) e on true
    where p.taken <> d.due or p.taken <> coalesce(e.taken, 0)`,
  'a reward for an invitation is for somebody else’s purchase': sql`
    select r.invited_id::text as subject, 'invited by ' || r.inviter_id || ', paid by ' || p.user_id as detail
    from referral_rewards r join payments p on p.id = r.payment_id
    where r.invited_id = r.inviter_id or p.user_id <> r.invited_id`,
  'what is held is held for unfinished generations': sql`
    select a.user_id::text as subject, a.held || ' but unfinished generations hold ' || coalesce(sum(h.amount), 0) as detail
    from token_accounts a
    left join generations g on g.user_id = a.user_id and g.status in ('queued', 'running')
    left join token_holds h on h.generation_id = g.id
    group by a.user_id, a.held having a.held <> coalesce(sum(h.amount), 0)`,
  'an unfinished generation holds its price, and less than a token more': sql`
    select g.id::text as subject, 'price ' || g.price_milli || ' milli but held ' || h.tokens || ' and ' || h.milli || ' milli' as detail
    from generations g
    cross join lateral (
      select coalesce((select sum(amount) from token_holds where generation_id = g.id), 0) as tokens,
        coalesce((select milli from token_entries where generation_id = g.id and kind = 'hold'), 0) as milli
    ) h
    where g.status in ('queued', 'running') and h.tokens * 1000 + h.milli - g.price_milli not between 0 and 999`,
  'a finished generation is paid once or not at all': sql`
    select g.id::text as subject, g.status || ' charged ' || coalesce(g.charged::text, 'nothing') || ' for ' || coalesce(g.charged_milli::text, 'no')
      || ' milli but settled ' || coalesce(sum(e.amount) filter (where e.kind = 'settle'), 0) as detail
    from generations g left join token_entries e on e.generation_id = g.id
    where g.status in ('succeeded', 'failed', 'canceled')
    group by g.id, g.status, g.charged, g.charged_milli
    having coalesce(g.charged, -1) <> coalesce(sum(e.amount) filter (where e.kind = 'settle'), 0)
      or coalesce(g.charged_milli, -1) <> coalesce(sum(e.milli) filter (where e.kind = 'settle'), 0)
      or (g.status = 'failed' and g.charged_milli <> 0)
      or (g.status = 'canceled' and g.charged_milli <> 0 and g.type <> 'text')
      or coalesce(sum(e.amount) filter (where e.kind = 'hold'), 0) <> coalesce(sum(e.amount) filter (where e.kind in ('settle', 'release')), 0)`,
  'what runs cost is what their tokens were broken for': sql`
    select a.user_id::text as subject, coalesce(e.cost, 0) || ' milli but ' || coalesce(e.broken, 0) || ' tokens broken and ' || a.change_milli || ' + '
      || coalesce(e.aside, 0) || ' milli of rest' as detail
    from token_accounts a
    left join (
      select e.user_id,
        sum(e.milli) filter (where e.kind = 'settle') as cost,
        sum(case when e.kind = 'settle' then e.amount when e.kind = 'grant' and e.reason = ${restReason} then -e.amount else 0 end) as broken,
        sum(e.milli) filter (where e.kind = 'hold' and g.status in ('queued', 'running')) as aside
      from token_entries e left join generations g on g.id = e.generation_id
      group by e.user_id
    ) e using (user_id)
    where coalesce(e.cost, 0) <> coalesce(e.broken, 0) * 1000 - a.change_milli - coalesce(e.aside, 0)`,
  'the spending of a key is that of its ledger': sql`
    select coalesce(s.spender, e.spender)::text as subject, coalesce(s.tokens, 0) || ' on ' || coalesce(s.day, e.day) || ' but the ledger says ' || coalesce(e.tokens, 0) as detail
    from spending s
    full join (
      select h.user_id, h.api_key_id as spender, (h.created_at at time zone 'UTC')::date as day, sum(h.amount - coalesce(r.amount, 0)) as tokens
      from token_entries h left join token_entries r on r.generation_id = h.generation_id and r.kind = 'release'
      where h.kind = 'hold' and h.api_key_id is not null group by 1, 2, 3
    ) e using (user_id, spender, day)
    where coalesce(s.tokens, 0) <> coalesce(e.tokens, 0)`,
  'the size of a work is the sum of its files': sql`
    select coalesce(w.generation_id, f.generation_id)::text as subject, coalesce(w.bytes, 0) || ' bytes but its files have ' || coalesce(f.bytes, 0)
      || case when w.trashed <> f.trashed then ', and one of both is in the trash' else '' end as detail
    from work_sizes w
    full join (
      select f.generation_id, g.user_id, sum(f.bytes) as bytes, g.deleted_at is not null as trashed
      from files f join generations g on g.id = f.generation_id group by f.generation_id, g.user_id, g.deleted_at
    ) f using (generation_id, user_id)
    where coalesce(w.bytes, 0) <> coalesce(f.bytes, 0) or w.trashed <> f.trashed`,
  'a person’s storage is the sum of their files': sql`
    select coalesce(t.user_id, s.user_id)::text as subject, coalesce(t.results, 0) || '/' || coalesce(t.trash, 0) || '/' || coalesce(t.uploads, 0)
      || ' bytes but the files have ' || coalesce(s.results, 0) || '/' || coalesce(s.trash, 0) || '/' || coalesce(s.uploads, 0) as detail
    from storage_totals t
    full join (
      select user_id, sum(bytes * (kind = 'result')::int) as results, sum(bytes * (kind = 'trash')::int) as trash, sum(bytes * (kind = 'upload')::int) as uploads
      from (
        select f.user_id, f.bytes, case when g.deleted_at is null then 'result' else 'trash' end as kind from files f join generations g on g.id = f.generation_id
        union all
        select user_id, bytes, 'upload' from uploads
      ) stored group by user_id
    ) s using (user_id)
    where (coalesce(t.results, 0), coalesce(t.trash, 0), coalesce(t.uploads, 0)) <> (coalesce(s.results, 0), coalesce(s.trash, 0), coalesce(s.uploads, 0))`,
  'the counts of a library are those of its works': sql`
    select coalesce(c.user_id, g.user_id)::text as subject, coalesce(c.works, 0) || ' of ' || coalesce(c.model, g.model) || ' but there are ' || coalesce(g.works, 0) as detail
    from library_counts c
    full join (
      select user_id, deleted_at is not null as trashed, type, model, count(*) as works from generations
      where purged_at is null and not (said is not null and prompt = '') group by 1, 2, 3, 4
    ) g using (user_id, trashed, type, model)
    where coalesce(c.works, 0) <> coalesce(g.works, 0)`,
  'a run waits for an unfinished run of its person': sql`
    select target.id::text as subject, target.status || ', waits for a run that is ' || source.status
      || case when target.user_id <> source.user_id then ', of another person' else '' end as detail
    from generation_sources wait join generations source on source.id = wait.source_id join generations target on target.id = wait.target_id
    where target.status <> 'queued' or source.finished_at is not null or target.user_id <> source.user_id`,
  'a run that waits has a run to wait for': sql`
    select g.id::text as subject, 'nothing starts it' as detail from generations g
    where g.status = 'queued' and g.waits_for = g.id and not exists (select 1 from generation_sources where target_id = g.id)`,
  'a call has a run of its person and its answer, and no other call has one': sql`
    select c.id::text as subject, c.state || ', by ' || coalesce(c.by, 'nobody') || case
      when run.id is null then ', without a run'
      when run.user_id <> c.user_id then ', with a run of another person'
      else ', with a run of ' || coalesce(run.step_id::text, 'no answer') end as detail
    from tool_calls c left join generations run on run.id = c.id
    where case when c.by is null then run.id is not null or c.state = 'runs'
      else run.id is null or run.user_id <> c.user_id or run.step_id is distinct from c.step_id end`,
  'a run of a call has its call': sql`
    select run.id::text as subject, 'of the answer ' || run.step_id as detail
    from generations run where run.step_id is not null and run.purged_at is null
      and exists (select from generations step where step.id = run.step_id)
      and not exists (select from tool_calls c where c.id = run.id)`,
  'a call is of an answer of its person that waits for it': sql`
    select c.id::text as subject, c.state || ' of an answer that is ' || step.status || coalesce(', ' || step.halted, '') || case
      when step.user_id <> c.user_id then ', of another person' when step.deleted_at is not null then ', deleted' else '' end as detail
    from tool_calls c join generations step on step.id = c.step_id
    where step.user_id <> c.user_id or step.status <> 'succeeded'
      or (c.state in ('asks', 'due') and (step.halted is not null or step.deleted_at is not null or step.next_id is not null))`,
  'an answer goes on to one answer, after its calls': sql`
    select step.id::text as subject, 'goes on to ' || step.next_id || case
      when next.parent_id is distinct from step.id or next.user_id <> step.user_id then ', which is not its next' else ' before its calls have ended' end as detail
    from generations step left join generations next on next.id = step.next_id
    where step.next_id is not null and ((next.id is not null and (next.parent_id is distinct from step.id or next.user_id <> step.user_id))
      or exists (select from tool_calls c where c.step_id = step.id and c.ended_at is null))`,
} as const

export type BrokenInvariant = { invariant: string; subject: string; detail: string }

/** Returns all violations. One statement reads the same state for all queries. */
export async function auditLedger(db: Pick<Database, 'execute'>): Promise<BrokenInvariant[]> {
  const questions = Object.entries(invariants).map(
    ([invariant, query]) => sql`select ${invariant}::text as invariant, subject, detail from (${query}) as broken`,
  )
  const { rows } = await db.execute<BrokenInvariant>(sql.join(questions, sql` union all `))
  return rows
}

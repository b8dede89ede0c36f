import { sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'

export type Size = { people: number; runs: number }

/** A UUIDv7 of that time, whose random half is the hash of `seed`. */
const uuidAt = (at: string, seed: string) =>
  sql.raw(
    `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${seed}), 1, 3) || '8' || substr(md5(${seed}), 4, 15))::uuid`,
  )

/**
 * Fills an empty database with people who joined over two years and their runs over the past one, each in one statement for each table. One
 * person has a hundredth of all runs. Triggers are off, so totals of persons are not kept.
 */
export async function fillInstallation(db: Database, { people, runs }: Size): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    // Built at once at the end, which is faster.
    const { rows: indexes } = await tx.execute<{ name: string; definition: string }>(sql`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename in ('generations', 'token_entries') and indexdef not like 'CREATE UNIQUE%'`)
    for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`)
    await tx.execute(sql`
      insert into groups (id, name) select gen_random_uuid(), name from unnest(array['Designers', 'Guests']) name`)
    await tx.execute(sql`
      insert into users (id, email, name, role, locale, referral_code, terms_accepted_at, time_zone, group_id, blocked_at, delete_after, created_at, email_verified_at)
      select ${uuidAt('at', "'person' || n")}, case when n = 1 then 'owner' else substr(md5('mail' || n), 1, 6) || '.' || n end || '@example.com',
        initcap(substr(md5('name' || n), 1, 5)) || ' ' || n,
        (case when n = 1 then 'owner' when n <= 5 then 'operator' when n <= 20 then 'support' else 'member' end)::role, 'en', md5('code' || n), at, 'Europe/Moscow',
        case when n % 20 = 0 then (select id from groups where name = 'Designers') end,
        case when n % 500 = 7 then at end, case when n % 900 = 11 then now() + interval '3 days' end, at, at
      from (select n, now() - interval '730 days' * (1 - n::float8 / ${people}) as at from generate_series(1, ${people}::int) n) made`)
    await tx.execute(sql`insert into token_accounts (user_id, available) select id, 100 from users`)
    await tx.execute(sql`
      insert into sessions (id, user_id, address, created_at, last_seen_at)
      select gen_random_uuid(), id, '10.' || (n % 200) || '.' || (n / 200 % 200) || '.' || (n / 40000 + 1), created_at, created_at + interval '1 hour'
      from (select id, created_at, row_number() over (order by id) as n from users) numbered`)
    await tx.execute(sql`
      with ids as materialized (select array_agg(id order by id) as list from users)
      insert into generations
        (id, user_id, type, model, prompt, options, inputs, status, error_code, price, price_milli, charged, charged_milli, created_at, started_at, finished_at, updated_at)
      select ${uuidAt('at', "'run' || n")}, list[case when n % 100 = 0 then 2 else 1 + floor(random() * ${people})::int end],
        type::kind, case when n % 2000 = 3 then 'rare/model' else 'sketch/' || type || '-' || n % 3 end, 'a lake at dawn', '{}', '[]', status::generation_status,
        case when status = 'failed' then (case when n % 1700 = 9 then 'refused' else 'temporary' end)::generation_error end,
        10, 10000, case when status = 'succeeded' then 5 else 0 end, case when status = 'succeeded' then 5000 else 0 end, at, at, at + interval '9 seconds', at + interval '9 seconds'
      from (
        select n, now() - interval '365 days' * (1 - n::float8 / ${runs}) - interval '1 minute' as at,
          (array['image', 'image', 'image', 'text', 'text', 'audio', 'video'])[1 + n % 7] as type,
          case when n % 17 = 9 then 'failed' when n % 29 = 3 then 'canceled' else 'succeeded' end as status
        from generate_series(1, ${runs}::int) n
      ) made, ids`)
    await tx.execute(sql`
      insert into generation_days (user_id, day, type, model, status, runs, tokens, milli)
      select user_id, created_at::date, type, model, status, count(*), sum(charged), sum(charged_milli) from generations group by 1, 2, 3, 4, 5`)
    await tx.execute(sql`
      update token_accounts set last_day = active.day
      from (select user_id, max(day) as day from generation_days group by user_id) active where active.user_id = token_accounts.user_id`)
    // Merged as the hourly sweep does; today and yesterday have all shards.
    await tx.execute(sql`
      insert into run_days (day, shard, type, model, status, failure, runs, tokens, milli, costed_runs, costed_milli, cost_micros)
      select (finished_at at time zone 'UTC')::date, case when finished_at > now() - interval '2 days' then hashtext(id::text) & 7 else 0 end, type, model, status, coalesce(error_code::text, ''), count(*),
        sum(charged), sum(charged_milli), count(*), sum(charged_milli), count(*)
      from generations group by 1, 2, 3, 4, 5, 6`)
    await tx.execute(sql`
      insert into token_entries (id, user_id, kind, amount, milli, generation_id, created_at)
      select gen_random_uuid(), user_id, kind::entry_kind, 5, 5000, id, created_at
      from generations cross join unnest(array['hold', 'settle']) kind where status = 'succeeded'`)
    await tx.execute(sql`
      insert into person_totals (user_id, spent, last_seen_at)
      select id, coalesce(spent, 0), seen from users
        left join (select user_id, sum(amount) as spent from token_entries where kind = 'settle' group by 1) entries on entries.user_id = id
        left join (select user_id, max(last_seen_at) as seen from sessions group by 1) used on used.user_id = id`)
    for (const { definition } of indexes) await tx.execute(sql.raw(definition))
    await tx.execute(sql`
      insert into orders (id, user_id, kind, cause, item, tokens, amount, currency, provider, status, created_at, finished_at)
      select ${uuidAt('at', "'order' || n")}, list[1 + floor(random() * ${people})::int], 'pack', 'purchase', 'starter', 500, 500, 'USD', 'stripe',
        (case when n % 300 = 5 then 'failed' else 'paid' end)::order_status, at, at
      from (select n, now() - interval '365 days' * (1 - n::float8 / ${people}) as at from generate_series(1, ${people}::int) n) made,
        (select array_agg(id order by id) as list from users) ids`)
    await tx.execute(sql`
      insert into payments (id, provider, payment_id, order_id, user_id, amount, currency, tokens, created_at)
      select gen_random_uuid(), provider, 'pi_' || id, id, user_id, amount, currency, tokens, created_at from orders where status = 'paid'`)
    await tx.execute(sql`
      insert into operator_acts (id, actor_id, action, person_id, reason, created_at)
      select ${uuidAt('at', "'act' || n")}, list[1 + n % 5], case when n % 400 = 1 then 'maintenance_changed' when n % 3 = 0 then 'person_blocked' else 'tokens_granted' end,
        list[case when n % 50 = 0 then 2 else 1 + floor(random() * ${people})::int end], case when n % 900 = 1 then 'a broken microphone' else 'asked for by email' end, at
      from (select n, now() - interval '365 days' * (1 - n::float8 / ${people}) as at from generate_series(1, ${people}::int) n) made,
        (select array_agg(id order by id) as list from users) ids`)
    await tx.execute(sql`
      insert into code_batches (id, name, tokens, count, once_per_person, created_at)
      select ${uuidAt('at', "'batch' || n")}, 'Batch ' || n, 100, 10, true, at
      from (select n, now() - interval '365 days' * (1 - n::float8 / ${people}) as at from generate_series(1, ${people}::int) n) made`)
    await tx.execute(sql`
      insert into codes (hash, batch_id, redeemed_by, redeemed_at)
      select md5(batch.id::text || n), batch.id, case when n <= 3 then owner.id end, case when n <= 3 then now() end
      from code_batches batch cross join generate_series(1, 10) n cross join (select id from users order by id limit 1) owner`)
    await tx.execute(sql`
      insert into reports (id, generation_id, user_id, token, reason, text, state, created_at)
      select ${uuidAt('at', "'report' || n")}, run.id, run.user_id, 'link' || n, 'other', 'not nice', case when n % 500 = 1 then 'open' else 'dismissed' end, at
      from (select n, now() - interval '365 days' * (1 - n::float8 / ${people}) as at from generate_series(1, ${people}::int) n) made
      join (select id, user_id, row_number() over (order by id) as place from generations limit ${people}) run on run.place = made.n`)
    await tx.execute(sql`
      insert into blocked_hashes (sha256, id, reason, created_at)
      select md5('file' || n), ${uuidAt('at', "'file' || n")}, 'reported', at
      from (select n, now() - interval '365 days' * (1 - n::float8 / ${people}) as at from generate_series(1, ${people}::int) n) made`)
    await tx.execute(sql`
      insert into failed_mails (id, recipient, subject, sealed, created_at, failed_at)
      select gen_random_uuid(), 'ann' || n || '@example.com', 'Reset your password', 'sealed', at, at
      from (select n, now() - interval '3 days' * (1 - n::float8 / ${people}) as at from generate_series(1, ${people}::int) n) made`)
  })
  await db.execute(sql`vacuum analyze`)
}

/** Adds runs that wait, of a tenth as many people, each with a turn. */
export async function fillQueue(db: Database, waiting: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into generations (id, user_id, type, model, prompt, options, inputs, status, price, price_milli, turn, created_at, updated_at)
      select ${uuidAt('at', "'waiting' || n")}, list[1 + n % (array_length(list, 1) / 10)],
        (array['image', 'image', 'image', 'text', 'text', 'audio', 'video'])[1 + n % 7]::kind, 'sketch/image-' || n % 3, 'a lake at dawn', '{}', '[]', 'queued',
        10, 10000, n, at, at
      from (select n, now() - interval '1 hour' * (1 - n::float8 / ${waiting}) as at from generate_series(1, ${waiting}::int) n) made,
        (select array_agg(id order by id) as list from users) ids`)
  })
  await db.execute(sql`vacuum analyze generations`)
}

import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#app/server/db/database.ts'

/** Inserts people with token accounts into the database. */
export async function addPeople(db: Database, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7())
  const list = sql`jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) id`
  await db.execute(sql`
    insert into users (id, email, locale, referral_code, terms_accepted_at, time_zone)
    select id::uuid, id || '@example.com', 'en', id, now(), 'Europe/Moscow' from ${list}`)
  await db.execute(sql`insert into token_accounts (user_id) select id::uuid from ${list}`)
  return ids
}

/**
 * Inserts `count` runs of all kinds and statuses over the past year, without results. The distribution is skewed: of a thousand people the
 * first has a tenth of all runs, and half have fewer than five hundred.
 */
export async function addRuns(db: Database, { people, count }: { people: readonly string[]; count: number }): Promise<void> {
  const batch = 50_000
  for (let done = 0; done < count; done += batch) {
    await db.execute(sql`
      insert into generations
        (id, user_id, type, model, prompt, options, inputs, status, price, price_milli, charged, charged_milli, created_at, started_at, finished_at, updated_at)
      select gen_random_uuid(), (${sql.param(people)}::uuid[])[least(floor(exp(random() * ln(${people.length + 1}::float8))), ${people.length})::int],
        type::kind, 'sketch/' || type || '-' || floor(random() * 3), 'a lake at dawn', '{}', '[]', status::generation_status, 10, 10000, charged, charged * 1000, at, at, at + wait, at + wait
      from (
        select (array['image', 'image', 'image', 'text', 'text', 'audio', 'video'])[1 + floor(random() * 7)::int] as type,
          case when chance < 0.9 then 1 + floor(random() * 10) else 0 end as charged,
          case when chance < 0.9 then 'succeeded' when chance < 0.96 then 'failed' else 'canceled' end as status,
          now() - random() * interval '365 days' as at, interval '1 millisecond' * (400 + 60000 * power(random(), 3)) as wait
        from (select random() as chance from generate_series(1, ${Math.min(batch, count - done)})) rolled
      ) made`)
  }
}

import { sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'

const english =
  'lake forest lighthouse harbor mountain river street window garden bridge castle island desert meadow station market library cathedral tower valley'
const russian = 'озеро лес маяк гавань гора река улица окно сад мост замок остров пустыня луг вокзал рынок библиотека собор башня долина'

/** Words of both languages, most used first. Each further word is a rarer one, which the stemmer leaves as it is. */
export const words = (() => {
  const [en, ru] = [english.split(' '), russian.split(' ')]
  const common = en.flatMap((word, index) => [word, ru[index] ?? word])
  const syllables = ['ka', 'lo', 'mi', 'ner', 'to', 'vu', 'zan', 'qui']
  const rare = Array.from({ length: 1_960 }, (_, index) =>
    [512, 64, 8, 1].map((step) => syllables[Math.floor(index / step) % syllables.length]).join(''),
  )
  return [...common, ...rare]
})()

type Fill = { userIds: readonly string[]; count: number }

/**
 * Inserts `count` finished works of these people over the past year, with a file, a hold and a settlement each. A prompt has twelve words, of
 * which the most used is in six of ten works and the least used in one of five hundred; each sixth work is a text of 150 words.
 */
export async function addWorks(db: Pick<Database, 'execute'>, { userIds, count }: Fill): Promise<void> {
  const batch = 20_000
  for (let done = 0; done < count; done += batch) {
    await db.execute(sql`
      with rolled as materialized (
        select now() - random() * interval '365 days' as at, n from generate_series(1, ${Math.min(batch, count - done)}::int) n
      ), made as materialized (
        select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid as id,
          (${sql.param(userIds)}::uuid[])[1 + floor(random() * ${userIds.length})::int] as user_id, at,
          (array['image', 'image', 'video', 'image', 'text', 'audio'])[1 + n % 6] as type,
          ${randomWords(sql`12`)} as prompt, case when n % 6 = 4 then ${randomWords(sql`150`)} end as text
        from rolled
      ), works as (
        insert into generations
          (id, user_id, type, model, prompt, options, inputs, status, progress, text, price, price_milli, charged, charged_milli, created_at, started_at, finished_at, updated_at)
        select id, user_id, type::kind, 'sketch-' || type, prompt, '{}', '[]', 'succeeded', 1, text, 4, 4000, 4, 4000, at, at, at + interval '2 seconds', at + interval '2 seconds'
        from made
      ), entries as (
        insert into token_entries (id, user_id, kind, amount, milli, generation_id, created_at)
        select overlay(overlay(id::text placing '7' from 15 for 1) placing substr(md5(random()::text), 1, 12) from 25 for 12)::uuid,
          user_id, kind::entry_kind, 4, milli, id, at
        from made cross join (values ('hold', 0), ('settle', 4000)) k (kind, milli)
      )
      insert into files (id, user_id, generation_id, position, storage_key, media_type, bytes, sha256, created_at)
      select gen_random_uuid(), user_id, id, 0, 'bench/' || id, 'image/webp', 1000 + floor(random() * 50000), repeat('0', 64), at from made where type <> 'text'`)
  }
}

/** Runs a fill without the triggers that maintain words and totals, and writes all of those afterwards, as their migrations did. */
export async function withoutTriggers(db: Pick<Database, 'execute'>, fill: () => Promise<void>): Promise<void> {
  const tables = ['generations', 'files', 'token_entries'].map((name) => sql.identifier(name))
  for (const table of tables) await db.execute(sql`alter table ${table} disable trigger user`)
  await db.execute(sql`drop index search_entries_words`)
  await fill()
  for (const table of tables) await db.execute(sql`alter table ${table} enable trigger user`)
  await db.execute(sql`
    insert into library_counts (user_id, trashed, type, model, works)
    select user_id, false, type, model, count(*) from generations group by 1, 2, 3, 4`)
  await db.execute(sql`insert into storage_totals (user_id) select distinct user_id from files`)
  await db.execute(sql`alter table work_sizes disable trigger user`)
  await db.execute(
    sql`insert into work_sizes (generation_id, user_id, bytes, trashed) select generation_id, user_id, bytes, false from files`,
  )
  await db.execute(sql`alter table work_sizes enable trigger user`)
  await db.execute(sql`
    update storage_totals s set results = w.bytes from (select user_id, sum(bytes) as bytes from work_sizes group by user_id) w where w.user_id = s.user_id`)
  await db.execute(
    sql`insert into search_entries (generation_id, words) select id, own_words(user_id, title, prompt, text) from generations`,
  )
  await db.execute(sql`create index search_entries_words on search_entries using gin (words) with (fastupdate = off)`)
}

/** Refers to `n`, so that every row gets words of its own. */
const randomWords = (count: ReturnType<typeof sql>) => sql`(
  select string_agg((${sql.param(words)}::text[])[1 + floor(power(random(), 3) * ${words.length})::int], ' ')
  from generate_series(1, ${count} + 0 * n))`

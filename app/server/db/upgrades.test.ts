import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { makeBareDatabase } from '#tests/fixtures/database.ts'
import { openDatabase } from './database.ts'
import { migrationTags } from './migrate.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Letters in two parts, as macOS and PDFs have them: in the prompt of every second run, and in all texts. */
const prompt = 'йодлер'
const text = 'Сильный'.normalize('NFD')

/** Adds a person with a finished run and a payment, as the schema of a migration has them. Later columns have defaults, except those of milli-tokens. */
async function addPerson(
  client: pg.Client,
  number: number,
  { hasMilli, hasOrders }: { hasMilli: boolean; hasOrders: boolean },
): Promise<void> {
  const id = (kind: number) => `01890000-0000-7000-800${kind}-${String(number).padStart(12, '0')}`
  await client.query(
    `insert into users (id, email, locale, referral_code, terms_accepted_at) values ('${id(1)}', 'p${number}@example.com', 'en', 'code${number}', now());
     insert into token_accounts (user_id, available, held) values ('${id(1)}', 96, 0);
     insert into token_lots (id, user_id, source, amount, remaining) values ('${id(2)}', '${id(1)}', 'welcome', 100, 96);
     insert into generations (id, user_id, type, model, prompt, text, options, inputs, status, price, charged, finished_at${hasMilli ? ', price_milli, charged_milli' : ''})
       values ('${id(3)}', '${id(1)}', 'image', 'sketch-image', '${number % 2 ? prompt : prompt.normalize('NFD')}', '${text}', '{}', '[]', 'succeeded', 4, 4, now()${hasMilli ? ', 4000, 4000' : ''});
     insert into token_entries (id, user_id, kind, amount, lot_id, generation_id) values
       ('${id(4)}', '${id(1)}', 'grant', 100, '${id(2)}', null),
       ('${id(5)}', '${id(1)}', 'hold', 4, null, '${id(3)}'),
       ('${id(6)}', '${id(1)}', 'settle', 4, null, '${id(3)}');
     ${hasMilli ? `update token_entries set milli = 4000 where id = '${id(6)}';` : ''}
     insert into files (id, user_id, generation_id, position, storage_key, media_type, bytes, sha256)
       values ('${id(7)}', '${id(1)}', '${id(3)}', 0, 'k${number}', 'image/png', 1, 'x');
     ${hasOrders ? paymentOf(number, id) : ''}`,
  )
}

/** A payment with its tokens. */
const paymentOf = (number: number, id: (kind: number) => string) =>
  `insert into orders (id, user_id, kind, cause, item, tokens, amount, currency, provider, status)
     values ('${id(8)}', '${id(1)}', 'pack', 'purchase', 'pack-500', 500, 500, 'USD', 'stripe', 'paid');
   insert into payments (id, provider, payment_id, order_id, user_id, amount, currency, tokens)
     values ('${id(9)}', 'stripe', 'pi_${number}', '${id(8)}', '${id(1)}', 500, 'USD', 500);
   insert into token_lots (id, user_id, source, amount, remaining) values ('${id(8)}', '${id(1)}', 'pack', 500, 500);
   insert into token_entries (id, user_id, kind, amount, lot_id, payment_id) values ('${id(8)}', '${id(1)}', 'grant', 500, '${id(8)}', '${id(9)}');
   update token_accounts set available = available + 500 where user_id = '${id(1)}';`

test.runIf(process.env.TEST_DATABASE_URL)('a database that was filled at every migration is upgraded without a loss', async () => {
  const { auditLedger } = await import('../core/money/tokens/audit-ledger.ts')
  const { composeOldTexts } = await import('../core/library/works/compose-old-texts.ts')
  const options = await makeBareDatabase()
  const client = new pg.Client({ connectionString: options.url })
  await client.connect()
  await client.query(
    `create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  const all = [...migrationTags]
  const placeOf = (name: string) => all.findIndex(([, tag]) => tag.endsWith(name))
  const [milli, orders, receipts] = [placeOf('_milli_tokens'), placeOf('_tokens_and_accounts'), placeOf('_refunds_and_receipts')]
  // The last one is left to the migrator of a start.
  for (const [number, [when, tag]] of all.slice(0, -1).entries()) {
    const sql = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    for (const statement of sql.split('--> statement-breakpoint')) await client.query(statement)
    const hash = createHash('sha256').update(sql).digest('hex')
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])
    await addPerson(client, number, { hasMilli: number >= milli, hasOrders: number >= orders })
  }
  await client.end()

  const handle = await openDatabase(options)
  try {
    const { rows } = await handle.pool.query(
      `select (select count(*)::int from users) as people, (select count(*)::int from generations where purged_at is null) as runs,
         (select count(*)::int from files) as files, (select count(distinct number)::int from payment_documents where kind = 'receipt') as receipts,
         (select count(*)::int from drizzle.__drizzle_migrations) as migrations`,
    )
    const people = all.length - 1
    expect(rows).toEqual([{ people, runs: people, files: people, receipts: receipts - orders, migrations: all.length }])
    const sums = await handle.pool.query('select sum(runs)::int as runs, sum(tokens)::int as tokens from run_days')
    expect(sums.rows).toEqual([{ runs: people, tokens: 4 * people }])
    const days = await handle.pool.query(
      `select count(last_day) > 0 as filled, count(*) filter (where last_day is distinct from (select max(day) from generation_days d where d.user_id = a.user_id))::int as wrong
       from token_accounts a`,
    )
    expect(days.rows).toEqual([{ filled: true, wrong: 0 }])
    const found = async (lexeme: string) => {
      const { rows: entries } = await handle.pool.query(
        `select 1 from search_entries join generations on id = generation_id where words @@ ('''' || right(user_id::text, 6) || $1 || '''')::tsquery`,
        [lexeme],
      )
      return entries.length
    }
    expect(await found('йодлер')).toBe(people)
    const beforeComposed = placeOf('_composed_search')
    expect(await found('сильн')).toBe(people - Math.floor(beforeComposed / 2))
    await handle.pool.query('insert into installation (id) values (gen_random_uuid())')
    expect(await composeOldTexts(handle.db)).toBe(people)
    expect(await found('сильн')).toBe(people)
    expect(await composeOldTexts(handle.db)).toBe(0)
    expect(await auditLedger(handle.db)).toEqual([])
    await handle.pool.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', ['later', Date.now() * 2])
  } finally {
    await handle.close()
  }
  await expect(openDatabase(options)).rejects.toThrow(
    /^The database belongs to a newer version of Quartet than this one \(\S+\): start that version, or restore a backup of this one\.$/,
  )
})

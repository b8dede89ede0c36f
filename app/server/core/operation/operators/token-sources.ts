import { sql } from 'drizzle-orm'
import type { TokenSources } from '#app/contract/operator/operator.ts'
import { restReason } from '#app/contract/money/milli.ts'
import type { LotSource } from '#app/contract/money/tokens.ts'
import type { Database } from '#app/server/db/database.ts'

type Row = { kind: 'grant' | 'expire' | 'refund' | 'repay'; source: LotSource | 'run' | typeof restReason | null; amount: number }

/**
 * Returns where a person's tokens came from and where they went. What runs took is the rest of the ledger's equation, so that the entries of
 * runs, which are most, are not read.
 */
export async function readTokenSources(db: Database, userId: string): Promise<TokenSources> {
  const { rows } = await db.execute<{ sums: Row[] | null; balance: number }>(sql`
    select
      (select json_agg(sums) from (
        select kind, case when generation_id is not null then 'run' when reason = ${restReason} then ${restReason} else source::text end as source,
          sum(entry.amount)::float8 as amount
        from token_entries entry left join token_lots lot on lot.id = entry.lot_id
        where entry.user_id = ${userId} and lot_id is not null and kind in ('grant', 'expire', 'refund', 'repay')
        group by 1, 2
      ) sums) as sums,
      coalesce((select available + held from token_accounts where user_id = ${userId}), 0)::float8 as balance`)
  const sums = rows[0]?.sums ?? []
  const sumOf = (kind: Row['kind']) => sums.reduce((sum, row) => (row.kind === kind ? sum + row.amount : sum), 0)
  const [expired, reversed, repaid] = [sumOf('expire'), sumOf('refund'), sumOf('repay')]
  return {
    received: sums
      .filter(({ kind }) => kind === 'grant')
      .map(({ source, amount }) => ({ source, amount }))
      .toSorted((a, b) => b.amount - a.amount),
    spent: sumOf('grant') - expired - reversed - repaid - (rows[0]?.balance ?? 0),
    expired,
    reversed,
    repaid,
  }
}

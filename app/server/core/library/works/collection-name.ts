import { and, eq, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { collections } from '#app/server/db/schema/library.ts'
import { cleanName } from '../../clean-name.ts'
import { Problem } from '../../problem.ts'

/** Invisible characters make names that are empty or look alike. */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Normalizes a name; throws when nothing visible is left. */
export function readCollectionName(given: string): string {
  const name = cleanName(given.normalize('NFC').replaceAll(unseen, ''))
  if (!name) throw new Problem('invalid_input', { fields: { name: 'required' } })
  return name
}

/** Rejects a name in use, ignoring case. The lock orders changes of the person's collections until the transaction ends. */
export async function takeName(
  tx: Transaction,
  { userId, name, except }: { userId: string; name: string; except?: string },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`collections of ${userId}`}, 0))`)
  const [taken] = await tx
    .select({ id: collections.id })
    .from(collections)
    .where(
      and(
        eq(collections.userId, userId),
        sql`lower(${collections.name}) = lower(${name})`,
        except === undefined ? undefined : ne(collections.id, except),
      ),
    )
    .limit(1)
  if (taken) throw new Problem('invalid_input', { fields: { name: 'name_taken' } })
}

import { and, eq, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { collections } from '../../db/schema.ts'
import { cleanName } from '../accounts/clean-name.ts'
import { Problem } from '../problem.ts'

/** What has no width is no name, and makes two names that look alike. */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** The name as it is kept. Throws where nothing of it can be seen. */
export function readCollectionName(given: string): string {
  const name = cleanName(given.normalize('NFC').replaceAll(unseen, ''))
  if (!name) throw new Problem('invalid_input', { fields: { name: 'required' } })
  return name
}

/** Refuses a name that another collection of the person has, in capitals or not. From here on, one change of their collections at a time. */
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

import { and, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { deviceLogins, accessCodes, programTokens } from '#app/server/db/schema/programs.ts'
import { announcingKey } from '../sessions/revocations.ts'
import { sweepClients } from './clients.ts'

/** Used codes stay for a day, so that a second use is noticed. */
const keptCodes = sql`now() - interval '1 day'`

/** Deletes what has expired, and ends access that programs have not used until their last token expired. */
export async function sweepPrograms(db: Database): Promise<void> {
  for (const [table, expired] of [
    [accessCodes, lt(accessCodes.expiresAt, keptCodes)],
    [deviceLogins, lt(deviceLogins.expiresAt, keptCodes)],
    [programTokens, lt(programTokens.expiresAt, sql`now()`)],
  ] as const)
    await db.execute(
      sql`delete from ${table} where ${table.hash} in (select ${table.hash} from ${table} where ${expired} for update skip locked)`,
    )
  await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        isNotNull(apiKeys.clientId),
        isNull(apiKeys.revokedAt),
        // Those with a key of their own have an expiration.
        isNull(apiKeys.expiresAt),
        notExists(
          db
            .select({ one: sql`1` })
            .from(programTokens)
            .where(sql`${programTokens.apiKeyId} = ${apiKeys.id}`),
        ),
      ),
    )
    .returning({ id: apiKeys.id, announced: announcingKey() })
  await sweepClients(db)
}

import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { type ConsentState, type GivenConsent, personalDataConsentVersion } from '#app/contract/account/consent.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { consents } from '#app/server/db/schema/consents.ts'
import type { Env } from '#app/server/env.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'

type Whose = { env: Pick<Env, 'PERSONAL_DATA_CONSENT'>; userId: string }

/** Returns the consent of a person that is in force, whatever its version. */
export async function getConsent(db: Database | Transaction, { env, userId }: Whose): Promise<ConsentState> {
  const [last] = await db
    .select()
    .from(consents)
    .where(and(eq(consents.userId, userId), isNull(consents.withdrawnAt)))
    .orderBy(desc(consents.id))
    .limit(1)
  return {
    required: env.PERSONAL_DATA_CONSENT,
    version: personalDataConsentVersion,
    agreed: last ? { version: last.version, locale: last.locale, at: last.agreedAt.toISOString() } : null,
  }
}

/** Whether a person still has to be asked for the consent to the present text. */
export async function isConsentDue(db: Database, { env, userId }: Whose): Promise<boolean> {
  if (!env.PERSONAL_DATA_CONSENT) return false
  const { agreed, version } = await getConsent(db, { env, userId })
  return agreed?.version !== version
}

/** Stores the consent of a new account. */
export const insertConsent = (tx: Transaction, { userId, version, locale }: GivenConsent & { userId: string }) =>
  tx.insert(consents).values({ id: uuidv7(), userId, version, locale })

/** Stores a consent, once for each version. */
export async function giveConsent(db: Database, { env, userId, ...given }: Whose & GivenConsent): Promise<ConsentState> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const { agreed } = await getConsent(tx, { env, userId })
    if (agreed?.version !== given.version) await insertConsent(tx, { userId, ...given })
    return getConsent(tx, { env, userId })
  })
}

/** Withdraws all consents. Without them nothing of the person may be processed, so it goes with the deletion of the account. */
export const withdrawConsents = (tx: Transaction, { userId }: { userId: string }) =>
  tx
    .update(consents)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(consents.userId, userId), isNull(consents.withdrawnAt)))

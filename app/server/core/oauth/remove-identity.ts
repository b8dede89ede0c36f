import { and, eq, ne } from 'drizzle-orm'
import { type OauthProvider, oauthProviders } from '#app/contract/accounts.ts'
import type { Database } from '../../db/database.ts'
import { identities, passkeys } from '../../db/schema/credentials.ts'
import { users } from '../../db/schema/users.ts'
import type { Oauth } from '../../oauth/oauth.ts'
import { Problem } from '../problem.ts'

export type RemoveIdentityOptions = { oauth: Oauth; userId: string; provider: OauthProvider }

/** Disconnects a service. The last way to sign in cannot be removed. */
export async function removeIdentity(db: Database, { oauth, userId, provider }: RemoveIdentityOptions): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock prevents two concurrent removals from removing the last way to sign in.
    const [user] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)).for('update')
    const removed = await tx
      .delete(identities)
      .where(and(eq(identities.userId, userId), eq(identities.provider, provider)))
      .returning({ subject: identities.subject })
    if (!user || removed.length === 0) throw new Problem('not_found')
    if (user.passwordHash !== null) return
    const keys = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId))
    const others = await tx
      .select({ provider: identities.provider })
      .from(identities)
      .where(and(eq(identities.userId, userId), ne(identities.provider, provider)))
    // Services that the operator has disabled do not count.
    const open = others.filter((other) => oauthProviders.some((one) => one === other.provider && oauth[one]))
    if (keys.length + open.length === 0) throw new Problem('last_way_in')
  })
}

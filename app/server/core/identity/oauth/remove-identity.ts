import { and, eq, ne } from 'drizzle-orm'
import { isOidcId } from '#app/contract/account/oidc-ids.ts'
import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import type { Database } from '#app/server/db/database.ts'
import { identities, passkeys } from '#app/server/db/schema/credentials.ts'
import type { Oauth } from '#app/server/oauth/oauth.ts'
import { defaultGroupId } from '../../rules/groups/entitlement.ts'
import { lockUser } from '../../lock-user.ts'
import { lockGroup } from '../../money/welcomes/move-to-group.ts'
import { Problem } from '../../problem.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { moveTo } from './apply-mapping.ts'
import { serviceOf } from './list-identities.ts'

export type RemoveIdentityOptions = { oauth: Oauth; userId: string; provider: SignInService }

/** Disconnects a service. The last way to sign in cannot be removed. */
export async function removeIdentity(db: Database, { oauth, userId, provider }: RemoveIdentityOptions): Promise<void> {
  await db.transaction(async (tx) => {
    // Before the account, as `moveTo` locks it.
    if (isOidcId(provider)) await lockGroup(tx, defaultGroupId)
    await lockAccount(tx, userId)
    // The lock prevents two concurrent removals from removing the last way to sign in.
    const user = await lockUser(tx, userId)
    const own = and(eq(identities.userId, userId), eq(identities.provider, provider))
    const connected = await tx.select({ subject: identities.subject }).from(identities).where(own)
    if (!user || connected.length === 0) throw new Problem('not_found')
    if (isOidcId(provider)) {
      const service = oauth[provider]?.oidc?.label ?? provider
      for (const { subject } of connected)
        await moveTo(tx, { provider, subject, userId, address: null, service, wanted: { role: null, groupId: null } })
    }
    await tx.delete(identities).where(own)
    if (user.passwordHash !== null) return
    const keys = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId))
    const others = await tx
      .select({ provider: identities.provider })
      .from(identities)
      .where(and(eq(identities.userId, userId), ne(identities.provider, provider)))
    // Services that the operator has disabled do not count.
    const open = others.filter((other) => {
      const service = serviceOf(other.provider)
      return service && oauth[service]
    })
    if (keys.length + open.length === 0) throw new Problem('last_way_in')
  })
}

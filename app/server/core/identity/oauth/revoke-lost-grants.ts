import { and, isNotNull, like, or } from 'drizzle-orm'
import type { Logger } from 'pino'
import { isOidcId } from '#app/contract/account/oidc-ids.ts'
import type { Database } from '#app/server/db/database.ts'
import { identities } from '#app/server/db/schema/credentials.ts'
import type { OidcIssuer } from '#app/server/variables/oidc-issuers.ts'
import { moveTo } from './apply-mapping.ts'

/**
 * Removes the roles and groups that issuers gave which are not in the configuration any more: nobody there can remove them. A sign-in
 * through the issuer gives them again once it is configured.
 */
export async function revokeLostGrants(
  db: Database,
  { issuers, logger }: { issuers: readonly OidcIssuer[]; logger: Pick<Logger, 'warn'> },
): Promise<void> {
  const { provider, subject, userId, grantedRole, grantedGroupId } = identities
  const given = await db
    .select({ provider, subject, userId })
    .from(identities)
    .where(and(like(provider, 'oidc-%'), or(isNotNull(grantedRole), isNotNull(grantedGroupId))))
  const isKnown = (row: { provider: string; subject: string }) =>
    issuers.some(({ name, issuer }) => row.provider === `oidc-${name}` && row.subject.startsWith(`${issuer} `))
  for (const row of given) {
    if (isKnown(row) || !isOidcId(row.provider)) continue
    const service = row.provider.slice('oidc-'.length)
    const identity = { provider: row.provider, subject: row.subject, userId: row.userId }
    const reason = `OIDC has no issuer ${service}`
    await db.transaction((tx) => moveTo(tx, { ...identity, address: null, service, reason, wanted: { role: null, groupId: null } }))
    logger.warn({ user: row.userId, issuer: service }, 'a role or group was removed, because its issuer is not configured any more')
  }
}

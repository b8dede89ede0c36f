import { asc, eq } from 'drizzle-orm'
import { oauthProviders } from '#app/contract/account/accounts.ts'
import { isOidcId } from '#app/contract/account/oidc-ids.ts'
import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import type { Identities } from '#app/contract/account/identities.ts'
import type { Database } from '#app/server/db/database.ts'
import { identities } from '#app/server/db/schema/credentials.ts'
import { type Oauth, oidcLabels } from '#app/server/oauth/oauth.ts'

/** Returns the service of a stored name; undefined for one that this version does not know. */
export const serviceOf = (name: string): SignInService | undefined =>
  oauthProviders.find((one) => one === name) ?? (isOidcId(name) ? name : undefined)

/** Lists the connected services, including those no longer configured here, and those available. */
export async function listIdentities(db: Database, { oauth, userId }: { oauth: Oauth; userId: string }): Promise<Identities> {
  const rows = await db.select().from(identities).where(eq(identities.userId, userId)).orderBy(asc(identities.createdAt))
  const items = rows.flatMap(({ provider: name, email, createdAt }) => {
    const provider = serviceOf(name)
    return provider ? [{ provider, email, connected_at: createdAt.toISOString() }] : []
  })
  const connected = new Set(items.map(({ provider }) => provider))
  const issuers = oidcLabels(oauth)
  const configured = [...oauthProviders.filter((provider) => oauth[provider]), ...issuers.map(({ id }) => id)]
  return {
    items,
    available: configured.filter((provider) => !connected.has(provider)),
    labels: Object.fromEntries(issuers.map(({ id, label }) => [id, label])),
  }
}

import { asc, eq } from 'drizzle-orm'
import { oauthProviders } from '#app/contract/accounts.ts'
import type { Identities } from '#app/contract/identities.ts'
import type { Database } from '../../db/database.ts'
import { identities } from '../../db/schema/credentials.ts'
import type { Oauth } from '../../oauth/oauth.ts'

/** Lists the connected services, including those no longer configured here, and those available. */
export async function listIdentities(db: Database, { oauth, userId }: { oauth: Oauth; userId: string }): Promise<Identities> {
  const rows = await db.select().from(identities).where(eq(identities.userId, userId)).orderBy(asc(identities.createdAt))
  const items = rows.flatMap(({ provider: name, email, createdAt }) => {
    const provider = oauthProviders.find((one) => one === name)
    return provider ? [{ provider, email, connected_at: createdAt.toISOString() }] : []
  })
  const connected = new Set(items.map(({ provider }) => provider))
  return { items, available: oauthProviders.filter((provider) => oauth[provider] && !connected.has(provider)) }
}

import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { catalogueEditions, catalogueFeed } from '#app/server/db/schema/catalogue.ts'
import { type Catalogue, shippedCatalogue } from '#app/server/providers/catalogue/catalogue.ts'
import { catalogueOf, parseFeed } from '#app/server/providers/catalogue/feed.ts'

export type StoredEdition = { id: string; content: string }

const fields = { id: catalogueEditions.id, content: catalogueEditions.content }

export async function readEditionInForce(db: Database | Transaction): Promise<StoredEdition | null> {
  const [row] = await db.select(fields).from(catalogueEditions).innerJoin(catalogueFeed, eq(catalogueFeed.inForceId, catalogueEditions.id))
  return row ?? null
}

export async function readEdition(db: Database | Transaction, id: string): Promise<StoredEdition | null> {
  const [row] = await db.select(fields).from(catalogueEditions).where(eq(catalogueEditions.id, id))
  return row ?? null
}

/** Returns the catalogue of an edition; null if this release cannot read it. */
export function openEdition({ id, content }: StoredEdition): Catalogue | null {
  const parsed = parseFeed(content)
  return 'feed' in parsed ? catalogueOf(parsed.feed, id) : null
}

/** Returns the catalogue in force. A release with a newer one than that of the feed brings its own. */
export function openInForce(stored: StoredEdition | null, onUnreadable: () => void): Catalogue {
  const edition = stored && openEdition(stored)
  if (stored && !edition) onUnreadable()
  return edition && edition.version > shippedCatalogue.version ? edition : shippedCatalogue
}

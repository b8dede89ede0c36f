import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { catalogueEditions, catalogueFeed } from '#app/server/db/schema/catalogue.ts'
import { shippedCatalogue } from '#app/server/providers/catalogue/catalogue.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { Problem } from '../../problem.ts'
import { announceSettings, type Connections } from '../connections/open-connections.ts'
import { type FeedRow, lockFeed } from './feed-row.ts'

type Change = Act & { connections: Connections; /** The number of changes that the caller has seen. */ revision: number }

/** Applies a read edition to runs submitted from now on. Throws `not_found`, `nothing_to_change`, and `definition_changed` if another one was read or applied since. */
export function applyEdition(db: Database, { edition, ...given }: Change & { edition: string }): Promise<void> {
  return change(db, given, async (tx, row, act) => {
    const [known] = await tx.select({ id: catalogueEditions.id }).from(catalogueEditions).where(eq(catalogueEditions.id, edition))
    if (!known) throw new Problem('not_found')
    await putInForce(tx, row, edition, act)
  })
}

/** Goes back to the edition that was in force before. Throws `nothing_to_change` if there was none. */
export function goBack(db: Database, given: Change): Promise<void> {
  return change(db, given, async (tx, row, act) => {
    if (row.changedAt === null) throw new Problem('nothing_to_change')
    await putInForce(tx, row, row.beforeId, act, 'catalogue_reverted')
  })
}

async function change(
  db: Database,
  { connections, revision, ...act }: Change,
  make: (tx: Transaction, row: FeedRow, act: Act) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockFeed(tx)
    if (row.revision !== revision) throw new Problem('definition_changed')
    await make(tx, row, act)
  })
  connections.invalidate()
}

/** Puts an edition in force, null for that of the release, in every process. */
export async function putInForce(
  tx: Transaction,
  { inForceId, revision }: FeedRow,
  edition: string | null,
  act: Act,
  action: 'catalogue_applied' | 'catalogue_reverted' = 'catalogue_applied',
): Promise<void> {
  if (edition === inForceId) throw new Problem('nothing_to_change')
  await tx.update(catalogueFeed).set({ inForceId: edition, beforeId: inForceId, changedAt: sql`now()`, revision: revision + 1 })
  const [before, after] = [await versionOf(tx, inForceId), await versionOf(tx, edition)]
  await recordAct(tx, { ...act, action, personId: null, before: { version: before }, after: { version: after } })
  await announceSettings(tx)
}

async function versionOf(tx: Transaction, edition: string | null): Promise<number> {
  if (edition === null) return shippedCatalogue.version
  const [row] = await tx.select({ version: catalogueEditions.version }).from(catalogueEditions).where(eq(catalogueEditions.id, edition))
  return row?.version ?? 0
}

import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ServerOffer } from '#app/contract/operator/connections.ts'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { OperatorAction } from '#app/contract/operator/operator-actions.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { isMasked, maskAddress } from '#app/server/egress/mask-address.ts'
import { serviceConnections, serviceKeyHealth, serviceKeys } from '#app/server/db/schema/connections.ts'
import { announceGroups } from '../../rules/groups/open-offers.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { Problem } from '../../problem.ts'
import { forgetPauses, lockKeys, replaceFirstKey } from './change-key.ts'
import { accessOf, kindOf } from './describe-connection.ts'
import { hasKeys } from './has-keys.ts'
import { announceSettings } from './open-connections.ts'
import { sealKey } from './read-settings.ts'
import { requireWorking, type Tools } from './require-working.ts'
import { testConnection, type Verdict } from './test-connection.ts'

export type SaveConnectionOptions = Act & { id: string; key: string | null; url: string | null; offer?: ServerOffer | undefined }

/**
 * Stores a key or the address of a server, once the service has accepted it. A key belongs to its address: to change the address is to
 * enter the key again, and keys that were added for the earlier address are deleted. Throws `invalid_input` with what the service said.
 */
export async function saveConnection(
  db: Database,
  { connections, env, keys }: Tools,
  { id, key, url, offer, ...act }: SaveConnectionOptions,
): Promise<void> {
  const kind = kindOf(id)
  if (kind === 'service' ? key === null : url === null)
    throw new Problem('invalid_input', { fields: kind === 'service' ? { key: 'required' } : { url: 'required' } })
  const earlier = await addressOf({ connections, env }, id)
  const access = { key: kind === 'service' || kind === 'server' ? key : null, url: kind === 'service' ? null : givenAddress(url, earlier) }
  requireWorking(await testConnection({ env, id, ...access }), kind === 'service' || key !== null ? 'key' : 'url')
  const sealedKey = access.key === null ? null : sealKey(keys, id, access.key)
  const keyTail = access.key === null ? null : access.key.slice(-4)
  // A server that nobody has priced works for nobody else.
  const chosen = offer ?? (earlier === null ? ({ audience: 'staff' } as const) : undefined)
  const row =
    kind === 'service'
      ? { sealedKey: null, keyTail: null, enabled: true }
      : { sealedKey, keyTail, url: access.url, enabled: true, ...(chosen && { offer: chosen }) }
  await change(db, { action: 'connection_saved', id, ...act }, async (tx) => {
    if (kind === 'server' && earlier !== access.url) await tx.delete(serviceKeys).where(eq(serviceKeys.service, id))
    if (kind === 'service' && sealedKey !== null && keyTail !== null) await replaceFirstKey(tx, { service: id, sealedKey, keyTail })
    await tx
      .insert(serviceConnections)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: serviceConnections.id, set: { ...row, updatedAt: sql`now()` } })
    await forgetPauses(tx, id)
    if (chosen) await announceGroups(tx)
  })
  connections.invalidate()
}

/** Whether saving a connection makes requests go to another address than before, which takes a proof of identity. */
export async function changesAddress(
  tools: Pick<Tools, 'connections' | 'env'>,
  { id, url }: { id: string; url: string | null },
): Promise<boolean> {
  if (kindOf(id) === 'service' || url === null) return false
  const earlier = await addressOf(tools, id)
  return givenAddress(url, earlier) !== earlier
}

const addressOf = async ({ connections, env }: Pick<Tools, 'connections' | 'env'>, id: string): Promise<string | null> =>
  accessOf(env, id, (await connections.settings()).connections.get(id)).url

/** Returns the address that was entered. One that was shown without its password, and was not changed, is the earlier one. */
function givenAddress(url: string | null, earlier: string | null): string | null {
  if (url === null || !isMasked(url)) return url
  if (earlier !== null && url === maskAddress(earlier)) return earlier
  throw new Problem('invalid_input', { fields: { url: 'url_invalid' } })
}

/** Removes what was entered in the browser, the keys of a service included; the environment's connection applies again, if there is one. */
export async function removeConnection(db: Database, { connections }: Tools, { id, ...act }: Act & { id: string }): Promise<void> {
  await change(db, { action: 'connection_removed', id, ...act }, async (tx) => {
    const removed = await tx.delete(serviceConnections).where(eq(serviceConnections.id, id)).returning({ id: serviceConnections.id })
    const keys = await tx.delete(serviceKeys).where(eq(serviceKeys.service, id)).returning({ id: serviceKeys.id })
    await tx.delete(serviceKeyHealth).where(eq(serviceKeyHealth.service, id))
    if (removed.length + keys.length === 0) throw new Problem('not_found')
    await announceGroups(tx)
  })
  connections.invalidate()
}

/** Turns a connection off or on, also one of the environment. */
export async function switchConnection(
  db: Database,
  { connections, env }: Tools,
  { id, enabled, ...act }: Act & { id: string; enabled: boolean },
): Promise<void> {
  kindOf(id)
  if (accessOf(env, id, (await connections.settings()).connections.get(id)).source === 'none') throw new Problem('not_found')
  await change(db, { action: 'connection_switched', id, ...act }, (tx) =>
    tx
      .insert(serviceConnections)
      .values({ id, enabled })
      .onConflictDoUpdate({ target: serviceConnections.id, set: { enabled, updatedAt: sql`now()` } }),
  )
  connections.invalidate()
}

/** Tests the connection in use. */
export async function testSaved({ connections, env }: Pick<Tools, 'connections' | 'env'>, id: string): Promise<Verdict> {
  kindOf(id)
  const own = (await connections.settings()).connections.get(id)
  const { source, key, url } = accessOf(env, id, own)
  if (source === 'none') throw new Problem('not_found')
  return own?.unreadable ? 'refused' : testConnection({ env, id, key, url })
}

type Change = Act & { id: string; action: OperatorAction }

/** Changes a row and writes both of its states to the audit log, in one transaction. */
function change(db: Database, { id, action, ...act }: Change, apply: (tx: Transaction) => Promise<unknown>): Promise<void> {
  return db.transaction(async (tx) => {
    await lockKeys(tx, id)
    const before = await recordedRow(tx, id)
    await apply(tx)
    await recordAct(tx, { ...act, action, personId: null, before, after: { ...(await recordedRow(tx, id)), subject: id } })
    await announceSettings(tx)
  })
}

async function recordedRow(tx: Transaction, id: string): Promise<Recorded> {
  const [row] = await tx.select().from(serviceConnections).where(eq(serviceConnections.id, id)).for('no key update')
  const keys = await tx
    .select({ keyTail: serviceKeys.keyTail })
    .from(serviceKeys)
    .where(and(eq(serviceKeys.service, id), isNotNull(serviceKeys.sealedKey)))
    .orderBy(serviceKeys.priority, serviceKeys.id)
  const tails = [hasKeys(id) ? null : (row?.keyTail ?? null), ...keys.map(({ keyTail }) => keyTail)].filter((tail) => tail !== null)
  if (!row && tails.length === 0) return {}
  return {
    key: tails.length === 0 ? null : tails.map((tail) => `…${tail}`).join(', '),
    url: row?.url ? maskAddress(row.url) : null,
    enabled: row?.enabled ?? true,
    ...(row?.offer && { offer: row.offer.audience === 'staff' ? 'staff' : `everyone, ${row.offer.tokens_per_run}` }),
  }
}

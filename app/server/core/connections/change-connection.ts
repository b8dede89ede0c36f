import { eq, sql } from 'drizzle-orm'
import type { FieldErrorCode } from '#app/contract/error-codes.ts'
import type { Recorded } from '#app/contract/operator.ts'
import type { OperatorAction } from '#app/contract/operator-actions.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { serviceConnections } from '../../db/schema/connections.ts'
import { modelHealth } from '../../db/schema/models.ts'
import type { Env } from '../../env.ts'
import type { Keys } from '../../keys.ts'
import { type Act, recordAct } from '../operators/record-act.ts'
import { Problem } from '../problem.ts'
import { accessOf, kindOf } from './describe-connection.ts'
import { announceSettings, type Connections } from './open-connections.ts'
import { sealKey } from './read-settings.ts'
import { testConnection, type Verdict } from './test-connection.ts'

type Tools = { connections: Connections; env: Env; keys: Keys }

export type SaveConnectionOptions = Act & { id: string; key: string | null; url: string | null }

/**
 * Stores a key or the address of a server, once the service has accepted it. A key belongs to its address: to change the address is to
 * enter the key again. Throws `invalid_input` with what the service said.
 */
export async function saveConnection(
  db: Database,
  { connections, env, keys }: Tools,
  { id, key, url, ...act }: SaveConnectionOptions,
): Promise<void> {
  const kind = kindOf(id)
  if (kind === 'service' ? key === null : url === null)
    throw new Problem('invalid_input', { fields: kind === 'service' ? { key: 'required' } : { url: 'required' } })
  const access = { key: kind === 'ollama' ? null : key, url: kind === 'service' ? null : url }
  requireWorking(await testConnection({ env, id, ...access }), kind === 'service' || key !== null ? 'key' : 'url')
  const row = {
    sealedKey: access.key === null ? null : sealKey(keys, id, access.key),
    keyTail: access.key === null ? null : access.key.slice(-4),
    url: access.url,
    enabled: true,
  }
  await change(db, { action: 'connection_saved', id, ...act }, async (tx) => {
    await tx
      .insert(serviceConnections)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: serviceConnections.id, set: { ...row, updatedAt: sql`now()` } })
    // The models may have been paused because of the earlier key.
    await tx.delete(modelHealth).where(sql`starts_with(${modelHealth.model}, ${`${id}/`})`)
  })
  connections.invalidate()
}

/** Removes what was entered in the browser; the environment's connection applies again, if there is one. */
export async function removeConnection(db: Database, { connections }: Tools, { id, ...act }: Act & { id: string }): Promise<void> {
  await change(db, { action: 'connection_removed', id, ...act }, async (tx) => {
    const [removed] = await tx.delete(serviceConnections).where(eq(serviceConnections.id, id)).returning({ id: serviceConnections.id })
    if (!removed) throw new Problem('not_found')
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
    const before = await recordedRow(tx, id)
    await apply(tx)
    await recordAct(tx, { ...act, action, personId: null, before, after: { ...(await recordedRow(tx, id)), subject: id } })
    await announceSettings(tx)
  })
}

async function recordedRow(tx: Transaction, id: string): Promise<Recorded> {
  const [row] = await tx.select().from(serviceConnections).where(eq(serviceConnections.id, id)).for('update')
  return row ? { key: row.keyTail === null ? null : `…${row.keyTail}`, url: row.url, enabled: row.enabled } : {}
}

const refusals: Partial<Record<Verdict, FieldErrorCode>> = {
  refused: 'key_refused',
  late: 'service_unreachable',
  unreachable: 'service_unreachable',
  busy: 'service_busy',
  failed: 'service_failed',
}

function requireWorking(verdict: Verdict, field: 'key' | 'url'): void {
  const code = refusals[verdict]
  if (code) throw new Problem('invalid_input', { fields: { [code === 'key_refused' ? 'key' : field]: code } })
}

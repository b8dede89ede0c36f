import { and, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { environmentKey } from '#app/contract/operator/connections.ts'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { serviceConnections, serviceKeyHealth, serviceKeys } from '#app/server/db/schema/connections.ts'
import { modelFailures, modelHealth } from '#app/server/db/schema/models.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { Problem } from '../../problem.ts'
import { accessOf, kindOf } from './describe-connection.ts'
import { hasKeys } from './has-keys.ts'
import { recordSuccess } from './key-health.ts'
import { announceSettings } from './open-connections.ts'
import { ownerOf, sealKey } from './read-settings.ts'
import { requireWorking, type Tools } from './require-working.ts'
import { knownKeys, refOf } from './service-keys.ts'
import { testConnection, type Verdict } from './test-connection.ts'

/** Keys of one service or server. */
const mostKeys = 20

type KeySettings = { label?: string | undefined; priority?: number | undefined; weight?: number | undefined }
export type AddKeyOptions = Act & KeySettings & { service: string; key: string }

/** Adds a key to a service or server, once it has accepted the key. Throws `invalid_input` with what it said. */
export async function addKey(
  db: Database,
  { connections, env, keys }: Tools,
  { service, key, label = '', priority = 1, weight = 1, ...act }: AddKeyOptions,
): Promise<void> {
  const { url } = await requireKeyed({ connections, env }, service)
  requireWorking(await testConnection({ env, id: service, key, url }), 'key')
  await db.transaction(async (tx) => {
    await lockKeys(tx, service)
    const known = await tx.$count(serviceKeys, eq(serviceKeys.service, service))
    if (known >= mostKeys) throw new Problem('invalid_input', { fields: { key: 'too_many' } })
    const row = { label, priority, weight, keyTail: key.slice(-4) }
    await tx.insert(serviceKeys).values({ id: uuidv7(), service, sealedKey: sealKey(keys, ownerOf(service, url), key), ...row })
    await forgetPauses(tx, service)
    await recordAct(tx, {
      ...act,
      action: 'key_added',
      personId: null,
      before: {},
      after: { subject: service, key: `…${key.slice(-4)}`, label, priority, weight },
    })
    await announceSettings(tx)
  })
  connections.invalidate()
}

export type ChangeKeyOptions = Act & KeySettings & { service: string; id: string; enabled?: boolean | undefined }

/** Changes the settings of a key, also of the environment's. */
export async function changeKey(
  db: Database,
  { connections, env }: Tools,
  { service, id, label, priority, weight, enabled, ...act }: ChangeKeyOptions,
): Promise<void> {
  const known = (await requireKeyed({ connections, env }, service)).known.find((one) => one.id === id)
  if (!known) throw new Problem('not_found')
  await db.transaction(async (tx) => {
    await lockKeys(tx, service)
    const before = await readKey(tx, service, id)
    if (!before && id !== environmentKey) throw new Problem('not_found')
    const from = before ?? known
    const after = {
      label: label ?? from.label,
      priority: priority ?? from.priority,
      weight: weight ?? from.weight,
      enabled: enabled ?? from.enabled,
    }
    if (before) await tx.update(serviceKeys).set(after).where(eq(serviceKeys.id, before.id))
    else await tx.insert(serviceKeys).values({ id: uuidv7(), service, ...after })
    await recordAct(tx, {
      ...act,
      action: 'key_changed',
      personId: null,
      before: recorded(from),
      after: { ...recorded(after), subject: service, key: known.keyTail === null ? environmentKey : `…${known.keyTail}` },
    })
    await announceSettings(tx)
  })
  connections.invalidate()
}

/** Removes a key that was entered in the browser. */
export async function removeKey(
  db: Database,
  { connections, env }: Pick<Tools, 'connections' | 'env'>,
  { service, id, ...act }: Act & { service: string; id: string },
): Promise<void> {
  await requireKeyed({ connections, env }, service)
  await db.transaction(async (tx) => {
    await lockKeys(tx, service)
    const row = await readKey(tx, service, id)
    if (!row || row.sealedKey === null) throw new Problem('not_found')
    await tx.delete(serviceKeys).where(eq(serviceKeys.id, row.id))
    await tx.delete(serviceKeyHealth).where(and(eq(serviceKeyHealth.service, service), eq(serviceKeyHealth.ref, row.id)))
    // Earlier releases kept a service's key with its connection, too.
    if (hasKeys(service))
      await tx.update(serviceConnections).set({ sealedKey: null, keyTail: null }).where(eq(serviceConnections.id, service))
    const before = { ...recorded(row), key: `…${row.keyTail ?? ''}` }
    await recordAct(tx, { ...act, action: 'key_removed', personId: null, before, after: { subject: service } })
    await announceSettings(tx)
  })
  connections.invalidate()
}

/** Tests a key. One that works is used again at once. */
export async function testKey(
  db: Database,
  { connections, env, keys }: Tools,
  { service, id }: { service: string; id: string },
): Promise<Verdict> {
  const { url, known: all } = await requireKeyed({ connections, env }, service)
  const known = all.find((one) => one.id === id)
  if (!known) throw new Problem('not_found')
  if (known.key === null) return 'refused'
  const verdict = await testConnection({ env, id: service, key: known.key, url })
  if (verdict === 'works') await recordSuccess(db, { service, ref: refOf(keys, service, known), tookMs: 0 })
  return verdict
}

/** Replaces the first key of a service, or adds one. The caller holds the lock of the keys. */
export async function replaceFirstKey(
  tx: Transaction,
  { service, sealedKey, keyTail }: { service: string; sealedKey: string; keyTail: string },
) {
  const [first] = await tx
    .select({ id: serviceKeys.id })
    .from(serviceKeys)
    .where(and(eq(serviceKeys.service, service), sql`${serviceKeys.sealedKey} is not null`))
    .orderBy(serviceKeys.priority, serviceKeys.id)
    .limit(1)
  if (first) await tx.delete(serviceKeyHealth).where(and(eq(serviceKeyHealth.service, service), eq(serviceKeyHealth.ref, first.id)))
  if (first) await tx.update(serviceKeys).set({ sealedKey, keyTail, enabled: true }).where(eq(serviceKeys.id, first.id))
  else await tx.insert(serviceKeys).values({ id: uuidv7(), service, sealedKey, keyTail })
}

/** Models may have been paused because of an earlier key. */
export async function forgetPauses(tx: Transaction, service: string): Promise<void> {
  for (const known of [modelFailures, modelHealth]) await tx.delete(known).where(sql`starts_with(${known.model}, ${`${service}/`})`)
}

/** Returns the address and the keys of a service, or of a server that is connected. Throws `not_found` for anything else. */
async function requireKeyed({ connections, env }: Pick<Tools, 'connections' | 'env'>, id: string) {
  const kind = kindOf(id)
  const own = (await connections.settings()).connections.get(id)
  const { url } = accessOf(env, id, own)
  if (kind !== 'service' && (kind !== 'server' || url === null)) throw new Problem('not_found')
  return { url, known: knownKeys(env, id, own) }
}

/** Serializes changes of a connection and its keys. It precedes any lock of a row. */
export const lockKeys = (tx: Transaction, service: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`keys ${service}`}, 0))`)

async function readKey(tx: Transaction, service: string, id: string) {
  const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
  if (id !== environmentKey && !isUuid) return undefined
  const [row] = await tx
    .select()
    .from(serviceKeys)
    .where(and(eq(serviceKeys.service, service), id === environmentKey ? isNull(serviceKeys.sealedKey) : eq(serviceKeys.id, id)))
    .for('no key update')
  return row
}

const recorded = ({ label, priority, weight, enabled }: Required<KeySettings> & { enabled: boolean }): Recorded => ({
  label: label ?? '',
  priority: priority ?? 1,
  weight: weight ?? 1,
  enabled,
})

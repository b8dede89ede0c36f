import { asc } from 'drizzle-orm'
import type { PriceRule } from '#app/contract/models.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { modelSettings, serviceConnections, serviceKeys } from '../../db/schema/connections.ts'
import type { Keys } from '../../keys.ts'
import type { Definition } from '../../providers/models-file/with-definitions.ts'
import { readDefinitions } from './read-definitions.ts'
import { openSecret, sealSecret } from '../seal-secret.ts'
import { hasKeys } from './has-keys.ts'

/** A key of a service, or the settings of the environment's key, whose row stores none. */
export type StoredKey = {
  id: string
  isOfEnvironment: boolean
  /** Null if it cannot be opened. */
  key: string | null
  keyTail: string | null
  label: string
  priority: number
  weight: number
  enabled: boolean
  unreadable: boolean
}

/** A connection that was changed in the browser. */
export type Connection = {
  id: string
  /** The key of a server; null without one, and if it cannot be opened. */
  key: string | null
  keyTail: string | null
  url: string | null
  enabled: boolean
  /** Whether the server's secret has changed since the key was entered. */
  unreadable: boolean
  /** The keys of a service. */
  keys: readonly StoredKey[]
}

export type ModelSetting = { enabled: boolean; price: PriceRule | null }

export type Settings = {
  connections: ReadonlyMap<string, Connection>
  models: ReadonlyMap<string, ModelSetting>
  /** The definitions of models in force. */
  definitions: readonly Definition[]
  /** Differs if any connection or definition differs. */
  version: string
}

export const sealKey = (keys: Keys, id: string, key: string) => sealSecret({ key: keys.connections, owner: id }, key)

/** Reads what was changed in the browser. */
export async function readSettings(db: Database | Transaction, keys: Keys): Promise<Settings> {
  const rows = await db.select().from(serviceConnections).orderBy(serviceConnections.id)
  const keyRows = await db.select().from(serviceKeys).orderBy(asc(serviceKeys.priority), asc(serviceKeys.id))
  const models = await db.select().from(modelSettings)
  const definitions = await readDefinitions(db)
  const unset = { sealedKey: null, keyTail: null, url: null, enabled: true }
  const services = new Set(keyRows.map(({ service }) => service))
  const ids = rows.map(({ id }) => id)
  const all = [...rows, ...[...services].filter((id) => !ids.includes(id)).map((id) => ({ id, ...unset }))]
  return {
    connections: new Map(
      all.map((row) => [
        row.id,
        toConnection(
          row,
          keyRows.filter(({ service }) => service === row.id),
          keys,
        ),
      ]),
    ),
    models: new Map(models.map(({ model, enabled, price }) => [model, { enabled, price }])),
    definitions,
    version: JSON.stringify([rows, keyRows, definitions.map(({ version, removed }) => [version, removed])]),
  }
}

type Row = Pick<typeof serviceConnections.$inferSelect, 'id' | 'sealedKey' | 'keyTail' | 'url' | 'enabled'>
type KeyRow = typeof serviceKeys.$inferSelect

function toConnection({ id, sealedKey, keyTail, url, enabled }: Row, keyRows: readonly KeyRow[], keys: Keys): Connection {
  const stored = keyRows.map((row) => toKey(row, keys))
  const own = stored.filter(({ isOfEnvironment }) => !isOfEnvironment)
  if (!hasKeys(id)) return { id, keyTail, url, enabled, ...opened(sealedKey, { id, keys }), keys: [] }
  const unreadable = own.length > 0 && own.every((one) => one.unreadable)
  return { id, key: null, keyTail: own[0]?.keyTail ?? null, url: null, enabled, unreadable, keys: stored }
}

function toKey({ id, service, sealedKey, keyTail, label, priority, weight, enabled }: KeyRow, keys: Keys): StoredKey {
  const isOfEnvironment = sealedKey === null
  return { id, isOfEnvironment, keyTail, label, priority, weight, enabled, ...opened(sealedKey, { id: service, keys }) }
}

function opened(sealedKey: string | null, { id, keys }: { id: string; keys: Keys }): { key: string | null; unreadable: boolean } {
  if (sealedKey === null) return { key: null, unreadable: false }
  try {
    return { key: openSecret({ key: keys.connections, owner: id }, sealedKey), unreadable: false }
  } catch {
    return { key: null, unreadable: true }
  }
}

import type { PriceRule } from '#app/contract/models.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { modelSettings, serviceConnections } from '../../db/schema/connections.ts'
import type { Keys } from '../../keys.ts'
import { openSecret, sealSecret } from '../seal-secret.ts'

/** A connection that was changed in the browser. */
export type Connection = {
  id: string
  /** Null without a key of its own, and if the key cannot be opened. */
  key: string | null
  keyTail: string | null
  url: string | null
  enabled: boolean
  /** Whether the server's secret has changed since the key was entered. */
  unreadable: boolean
}

export type ModelSetting = { enabled: boolean; price: PriceRule | null }

export type Settings = {
  connections: ReadonlyMap<string, Connection>
  models: ReadonlyMap<string, ModelSetting>
  /** Differs if any connection differs. */
  version: string
}

export const sealKey = (keys: Keys, id: string, key: string) => sealSecret({ key: keys.connections, owner: id }, key)

/** Reads what was changed in the browser. */
export async function readSettings(db: Database | Transaction, keys: Keys): Promise<Settings> {
  const rows = await db.select().from(serviceConnections).orderBy(serviceConnections.id)
  const models = await db.select().from(modelSettings)
  return {
    connections: new Map(rows.map((row) => [row.id, toConnection(row, keys)])),
    models: new Map(models.map(({ model, enabled, price }) => [model, { enabled, price }])),
    version: JSON.stringify(rows),
  }
}

function toConnection({ id, sealedKey, keyTail, url, enabled }: typeof serviceConnections.$inferSelect, keys: Keys): Connection {
  const known = { id, keyTail, url, enabled }
  if (sealedKey === null) return { ...known, key: null, unreadable: false }
  try {
    return { ...known, key: openSecret({ key: keys.connections, owner: id }, sealedKey), unreadable: false }
  } catch {
    return { ...known, key: null, unreadable: true }
  }
}

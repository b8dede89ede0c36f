import { asc } from 'drizzle-orm'
import type { ServerOffer } from '#app/contract/operator/connections.ts'
import type { PriceRule } from '#app/contract/runs/models.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { modelSettings, serviceConnections, serviceKeys } from '#app/server/db/schema/connections.ts'
import type { Env } from '#app/server/env.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Definition } from '#app/server/providers/models-file/with-definitions.ts'
import { readDefinitions } from './read-definitions.ts'
import { readEditionInForce, type StoredEdition } from './read-editions.ts'
import { openSecret, sealSecret } from '../../seal-secret.ts'
import { hasKeys } from './has-keys.ts'

/** A key that was added, or the settings of the one that is not stored with it: the environment's, or that of a server's connection. */
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
  /** For whom a server works; null if nobody has chosen. */
  offer: ServerOffer | null
  /** Whether the server's secret has changed since the key was entered. */
  unreadable: boolean
  /** The keys of a service, and those that a server has besides its own. */
  keys: readonly StoredKey[]
}

export type ModelSetting = { enabled: boolean; price: PriceRule | null }

export type Settings = {
  connections: ReadonlyMap<string, Connection>
  models: ReadonlyMap<string, ModelSetting>
  /** The definitions of models in force. */
  definitions: readonly Definition[]
  /** The edition of the feed in force; null for the catalogue of the release. */
  edition: StoredEdition | null
  /** Differs if any connection or definition differs. */
  version: string
}

export const sealKey = (keys: Keys, owner: string, key: string) => sealSecret({ key: keys.connections, owner }, key)

/** Returns the owner that a key is sealed for. One that was added to a server cannot be opened once the server has another address. */
export const ownerOf = (id: string, url: string | null): string => (hasKeys(id) ? id : `${id} ${url ?? ''}`)

/** Reads what was changed in the browser. */
export async function readSettings(db: Database | Transaction, keys: Keys, env: Pick<Env, 'OPENAI_COMPATIBLE'>): Promise<Settings> {
  const rows = await db.select().from(serviceConnections).orderBy(serviceConnections.id)
  const keyRows = await db.select().from(serviceKeys).orderBy(asc(serviceKeys.priority), asc(serviceKeys.id))
  const models = await db.select().from(modelSettings)
  const definitions = await readDefinitions(db)
  const edition = await readEditionInForce(db)
  const unset = { sealedKey: null, keyTail: null, url: null, enabled: true, offer: null }
  const services = new Set(keyRows.map(({ service }) => service))
  const ids = rows.map(({ id }) => id)
  const all = [...rows, ...[...services].filter((id) => !ids.includes(id)).map((id) => ({ id, ...unset }))]
  const urlOf = ({ id, url }: Row) => url ?? env.OPENAI_COMPATIBLE.find(({ name }) => name === id)?.url ?? null
  return {
    connections: new Map(
      all.map((row) => {
        const own = keyRows.filter(({ service }) => service === row.id)
        return [row.id, toConnection(row, { stored: own.map((one) => toKey(one, ownerOf(row.id, urlOf(row)), keys)), keys })]
      }),
    ),
    models: new Map(models.map(({ model, enabled, price }) => [model, { enabled, price }])),
    definitions,
    edition,
    version: JSON.stringify([rows, keyRows, edition?.id, definitions.map(({ version, removed }) => [version, removed])]),
  }
}

type Row = Pick<typeof serviceConnections.$inferSelect, 'id' | 'sealedKey' | 'keyTail' | 'url' | 'enabled' | 'offer'>
type KeyRow = typeof serviceKeys.$inferSelect

function toConnection(
  { id, sealedKey, keyTail, url, enabled, offer }: Row,
  { stored, keys }: { stored: readonly StoredKey[]; keys: Keys },
): Connection {
  const own = stored.filter(({ isOfEnvironment }) => !isOfEnvironment)
  if (!hasKeys(id)) {
    const { key, unreadable } = opened(sealedKey, { owner: id, keys })
    return { id, key, keyTail, url, enabled, offer, unreadable: unreadable && !own.some((one) => one.key !== null), keys: stored }
  }
  const unreadable = own.length > 0 && own.every((one) => one.unreadable)
  return { id, key: null, keyTail: own[0]?.keyTail ?? null, url: null, enabled, offer: null, unreadable, keys: stored }
}

function toKey({ id, sealedKey, keyTail, label, priority, weight, enabled }: KeyRow, owner: string, keys: Keys): StoredKey {
  const isOfEnvironment = sealedKey === null
  return { id, isOfEnvironment, keyTail, label, priority, weight, enabled, ...opened(sealedKey, { owner, keys }) }
}

function opened(sealedKey: string | null, { owner, keys }: { owner: string; keys: Keys }): { key: string | null; unreadable: boolean } {
  if (sealedKey === null) return { key: null, unreadable: false }
  try {
    return { key: openSecret({ key: keys.connections, owner }, sealedKey), unreadable: false }
  } catch {
    return { key: null, unreadable: true }
  }
}

import { createHmac } from 'node:crypto'
import { environmentKey } from '#app/contract/connections.ts'
import type { Env } from '../../env.ts'
import type { Keys } from '../../keys.ts'
import { isServiceId, services } from '../../providers/connected/open-connected.ts'
import type { ServiceKey } from '../../providers/connected/key-ring.ts'
import type { Connection, StoredKey } from './read-settings.ts'

/** A key of a service, that of the environment included. `key` is null if it cannot be opened. */
export type KnownKey = Omit<StoredKey, 'isOfEnvironment'>

/** Returns the key that the environment sets for a service. */
export function environmentKeyOf(env: Env, id: string): string | null {
  if (isServiceId(id)) return env[services[id].key] ?? null
  return id === 'openrouter' ? (env.OPENROUTER_API_KEY ?? null) : null
}

/** Returns all keys of a service in their order. The environment's is used by default only while the browser has none. */
export function knownKeys(env: Env, id: string, own: Connection | undefined): KnownKey[] {
  const stored = own?.keys ?? []
  const entered = stored.filter(({ isOfEnvironment }) => !isOfEnvironment)
  const key = environmentKeyOf(env, id)
  if (key === null) return entered
  const settings = stored.find(({ isOfEnvironment }) => isOfEnvironment)
  const { label, priority, weight, enabled } = settings ?? { label: '', priority: 1, weight: 1, enabled: entered.length === 0 }
  const usual: KnownKey = { id: environmentKey, key, keyTail: null, label, priority, weight, enabled, unreadable: false }
  return [...entered, usual].toSorted((one, other) => one.priority - other.priority)
}

/** Returns the first key that is on and can be opened. */
export const firstKey = (known: readonly KnownKey[]): KnownKey | undefined => known.find(({ enabled, key }) => enabled && key !== null)

/** Returns the name under which the health of a key is stored. Another key of the environment has another one. */
export function refOf(keys: Keys, service: string, { id, key }: Pick<KnownKey, 'id' | 'key'>): string {
  if (id !== environmentKey) return id
  return `env-${createHmac('sha256', keys.connections)
    .update(`${service}\n${key ?? ''}`)
    .digest('base64url')
    .slice(0, 16)}`
}

/** Returns the keys of a service with which calls can be made. */
export const ringKeys = (keys: Keys, service: string, known: readonly KnownKey[]): ServiceKey[] =>
  known.flatMap(({ id, key, priority, weight, enabled }) =>
    key === null ? [] : { ref: refOf(keys, service, { id, key }), key, priority, weight, enabled },
  )

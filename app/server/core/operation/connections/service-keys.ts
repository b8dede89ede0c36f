import { createHmac } from 'node:crypto'
import { environmentKey } from '#app/contract/operator/connections.ts'
import type { Env } from '#app/server/env.ts'
import type { Keys } from '#app/server/keys.ts'
import { isServiceId, services } from '#app/server/providers/connected/open-connected.ts'
import type { ServiceKey } from '#app/server/providers/connected/key-ring.ts'
import { hasKeys } from './has-keys.ts'
import type { Connection, StoredKey } from './read-settings.ts'

/** A key of a service or server, that of the environment included. `key` is null if it cannot be opened. */
export type KnownKey = Omit<StoredKey, 'isOfEnvironment'>

/** Returns the key that the environment sets for a service. */
export function environmentKeyOf(env: Env, id: string): string | null {
  if (isServiceId(id)) return env[services[id].key] ?? null
  return id === 'openrouter' ? (env.OPENROUTER_API_KEY ?? null) : null
}

/**
 * Returns all keys of a service or server in their order. A service's key of the environment is used by default only while the browser has
 * none; that of a server's connection is used besides those that were added.
 */
export function knownKeys(env: Env, id: string, own: Connection | undefined): KnownKey[] {
  const stored = own?.keys ?? []
  const entered = stored.filter(({ isOfEnvironment }) => !isOfEnvironment)
  const usual = usualKey(env, id, own)
  if (!usual) return entered
  const settings = stored.find(({ isOfEnvironment }) => isOfEnvironment)
  const { label, priority, weight, enabled } = settings ?? {
    label: '',
    priority: 1,
    weight: 1,
    enabled: !hasKeys(id) || entered.length === 0,
  }
  return [...entered, { id: environmentKey, ...usual, label, priority, weight, enabled }].toSorted(
    (one, other) => one.priority - other.priority,
  )
}

/** Returns the key that no row of its own stores: the environment's, or that of a server's connection. */
function usualKey(env: Env, id: string, own: Connection | undefined): Pick<KnownKey, 'key' | 'keyTail' | 'unreadable'> | undefined {
  if (!hasKeys(id) && own && own.url !== null)
    return own.keyTail === null ? undefined : { key: own.key, keyTail: own.keyTail, unreadable: own.key === null }
  const key = hasKeys(id) ? environmentKeyOf(env, id) : (env.OPENAI_COMPATIBLE.find(({ name }) => name === id)?.key ?? null)
  return key === null ? undefined : { key, keyTail: null, unreadable: false }
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

import type { OperatorConnection, OperatorKey } from '#app/contract/operator/connections.ts'
import { maskAddress } from '#app/server/egress/mask-address.ts'
import { type Env, serverName, serviceIds, takenServerNames, usualOllamaUrl } from '#app/server/env.ts'
import { shippedCatalogue } from '#app/server/providers/catalogue/catalogue.ts'
import { isServiceId, services } from '#app/server/providers/connected/open-connected.ts'
import type { Keys } from '#app/server/keys.ts'
import { Problem } from '../../problem.ts'
import { hasKeys } from './has-keys.ts'
import type { KeyState } from './key-health.ts'
import type { Connection, Settings } from './read-settings.ts'
import { environmentKeyOf, firstKey, type KnownKey, knownKeys, refOf } from './service-keys.ts'

type Kind = OperatorConnection['kind']

/** Returns the kind of a connection by its id. Throws `not_found` for an id that no connection may have. */
export function kindOf(id: string): Kind {
  if (hasKeys(id)) return 'service'
  if (id === 'ollama') return 'ollama'
  if (id === 'comfyui' || id === 'a1111') return 'image_server'
  if (takenServerNames.includes(id) || !serverName.test(id)) throw new Problem('not_found')
  return 'server'
}

/** Returns the ids of all connections: the known services, Ollama, the image servers, and the servers of the environment and the browser. */
export function connectionIds(env: Env, { connections }: Settings): string[] {
  const entered = [...connections.values()].flatMap(({ id, url }) => (kindOf(id) === 'server' && url !== null ? [id] : []))
  const servers = new Set([...env.OPENAI_COMPATIBLE.map(({ name }) => name), ...entered])
  return [...serviceIds, 'openrouter', 'ollama', 'comfyui', 'a1111', ...[...servers].toSorted()]
}

const otherNames = new Map([
  ['openrouter', 'OpenRouter'],
  ['ollama', 'Ollama'],
  ['comfyui', 'ComfyUI'],
  ['a1111', 'Stable Diffusion WebUI'],
])

export const nameOf = (id: string): string => (isServiceId(id) ? services[id].name : (otherNames.get(id) ?? id))

/** The key and the address that the environment sets. */
export function defaultsOf(env: Env, id: string): { key: string | null; url: string | null; variable: string } {
  if (isServiceId(id)) return { key: environmentKeyOf(env, id), url: null, variable: services[id].key }
  if (id === 'openrouter') return { key: environmentKeyOf(env, id), url: null, variable: 'OPENROUTER_API_KEY' }
  if (id === 'comfyui') return { key: null, url: env.COMFYUI_URL ?? null, variable: 'COMFYUI_URL' }
  if (id === 'a1111') return { key: null, url: env.A1111_URL ?? null, variable: 'A1111_URL' }
  if (id === 'ollama') return { key: null, url: env.OLLAMA_URL, variable: 'OLLAMA_URL' }
  const server = env.OPENAI_COMPATIBLE.find(({ name }) => name === id)
  return { key: server?.key ?? null, url: server?.url ?? null, variable: 'OPENAI_COMPATIBLE' }
}

/** The key and the address in use, and where they come from. */
export function accessOf(env: Env, id: string, own: Connection | undefined) {
  const defaults = defaultsOf(env, id)
  const isOwn = own !== undefined && (own.keyTail !== null || own.url !== null)
  const source = isOwn ? 'browser' : (defaults.key ?? defaults.url) === null ? 'none' : 'environment'
  const key = firstKey(knownKeys(env, id, own))?.key ?? null
  return { defaults, source, key, url: kindOf(id) === 'service' ? null : isOwn ? own.url : defaults.url } as const
}

type DescribeOptions = {
  id: string
  /** Number of models that it offers now. */
  listed: number
  keys: Keys
  health: ReadonlyMap<string, KeyState>
}

/** Describes a connection, without its keys. */
export function describeConnection(env: Env, settings: Settings, { id, listed, keys, health }: DescribeOptions): OperatorConnection {
  const own = settings.connections.get(id)
  const { defaults, source, url } = accessOf(env, id, own)
  const kind = kindOf(id)
  return {
    id,
    kind,
    name: nameOf(id),
    source,
    variable: defaults.variable,
    has_default: (defaults.key ?? defaults.url) !== null,
    key_tail: source === 'browser' ? (own?.keyTail ?? null) : null,
    url: url && maskAddress(url),
    enabled: source !== 'none' && (own?.enabled ?? true),
    usual_address: source === 'environment' && id === 'ollama' && url === usualOllamaUrl,
    offer: kind === 'service' ? null : (own?.offer ?? null),
    unreadable: own?.unreadable ?? false,
    models: source === 'none' && isServiceId(id) ? shippedCatalogue.models[id].length : listed,
    keys: knownKeys(env, id, own).map((known) => describeKey(known, health.get(`${id} ${refOf(keys, id, known)}`))),
  }
}

function describeKey({ id, label, keyTail, enabled, unreadable, priority, weight }: KnownKey, state: KeyState | undefined): OperatorKey {
  const { lastSuccessAt, lastFailureAt, lastFailure, coolUntil } = state ?? {}
  return {
    id,
    label,
    tail: keyTail,
    enabled,
    unreadable,
    priority,
    weight,
    last_success_at: lastSuccessAt?.toISOString() ?? null,
    last_failure_at: lastFailureAt?.toISOString() ?? null,
    last_failure: lastFailure ?? null,
    cooling_until: coolUntil && coolUntil.getTime() > Date.now() ? coolUntil.toISOString() : null,
  }
}

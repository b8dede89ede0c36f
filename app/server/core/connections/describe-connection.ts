import type { OperatorConnection } from '#app/contract/connections.ts'
import { type Env, serverName, serviceIds, takenServerNames } from '../../env.ts'
import { catalogue } from '../../providers/catalogue.ts'
import { isServiceId, services } from '../../providers/connected/open-connected.ts'
import { Problem } from '../problem.ts'
import type { Connection, Settings } from './read-settings.ts'

type Kind = OperatorConnection['kind']

/** Returns the kind of a connection by its id. Throws `not_found` for an id that no connection may have. */
export function kindOf(id: string): Kind {
  if (isServiceId(id) || id === 'openrouter') return 'service'
  if (id === 'ollama') return 'ollama'
  if (takenServerNames.includes(id) || !serverName.test(id)) throw new Problem('not_found')
  return 'server'
}

/** Returns the ids of all connections: the known services, Ollama, and the servers of the environment and the browser. */
export function connectionIds(env: Env, { connections }: Settings): string[] {
  const servers = new Set([...env.OPENAI_COMPATIBLE.map(({ name }) => name), ...connections.keys()].filter((id) => kindOf(id) === 'server'))
  return [...serviceIds, 'openrouter', 'ollama', ...[...servers].toSorted()]
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
  if (isServiceId(id)) return { key: env[services[id].key] ?? null, url: null, variable: services[id].key }
  if (id === 'openrouter') return { key: env.OPENROUTER_API_KEY ?? null, url: null, variable: 'OPENROUTER_API_KEY' }
  if (id === 'ollama') return { key: null, url: env.OLLAMA_URL, variable: 'OLLAMA_URL' }
  const server = env.OPENAI_COMPATIBLE.find(({ name }) => name === id)
  return { key: server?.key ?? null, url: server?.url ?? null, variable: 'OPENAI_COMPATIBLE' }
}

/** The key and the address in use, and where they come from. */
export function accessOf(env: Env, id: string, own: Connection | undefined) {
  const defaults = defaultsOf(env, id)
  const isOwn = own !== undefined && (own.keyTail !== null || own.url !== null)
  const source = isOwn ? 'browser' : (defaults.key ?? defaults.url) === null ? 'none' : 'environment'
  const { key, url } = isOwn ? own : defaults
  return { defaults, source, key, url } as const
}

/** Describes a connection, without its key. `listed` is the number of models that it offers now. */
export function describeConnection(env: Env, settings: Settings, { id, listed }: { id: string; listed: number }): OperatorConnection {
  const own = settings.connections.get(id)
  const { defaults, source, url } = accessOf(env, id, own)
  return {
    id,
    kind: kindOf(id),
    name: nameOf(id),
    source,
    variable: defaults.variable,
    has_default: (defaults.key ?? defaults.url) !== null,
    key_tail: source === 'browser' ? (own?.keyTail ?? null) : null,
    url,
    enabled: source !== 'none' && (own?.enabled ?? true),
    unreadable: own?.unreadable ?? false,
    models: source === 'none' && isServiceId(id) ? catalogue[id].length : listed,
  }
}

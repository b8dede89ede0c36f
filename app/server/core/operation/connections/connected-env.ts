import type { CompatibleServer, Env } from '#app/server/env.ts'
import { isServiceId, services } from '#app/server/providers/connected/open-connected.ts'
import type { Connection } from './read-settings.ts'
import { firstKey, type KnownKey, knownKeys } from './service-keys.ts'

/** Returns the environment with the connections of the browser in place of its own. One that is off or unreadable is left out. */
export function connectedEnv(env: Env, connections: Iterable<Connection>): Env {
  const changed = { ...env }
  const servers = new Map(env.OPENAI_COMPATIBLE.map((server) => [server.name, server]))
  for (const connection of connections) {
    const { id, url, enabled, unreadable } = connection
    const on = enabled && !unreadable
    const first = on ? (firstKey(knownKeys(env, id, connection))?.key ?? undefined) : undefined
    if (isServiceId(id)) changed[services[id].key] = first
    else if (id === 'openrouter') changed.OPENROUTER_API_KEY = first
    else if (id === 'comfyui') changed.COMFYUI_URL = on ? (url ?? env.COMFYUI_URL) : undefined
    else if (id === 'a1111') changed.A1111_URL = on ? (url ?? env.A1111_URL) : undefined
    else if (id === 'ollama') changed.OLLAMA_URL = on ? (url ?? env.OLLAMA_URL) : null
    else {
      const server = on ? serverOf(connection, { known: knownKeys(env, id, connection), usual: servers.get(id) }) : undefined
      if (server) servers.set(id, server)
      else servers.delete(id)
    }
  }
  return { ...changed, OPENAI_COMPATIBLE: [...servers.values()] }
}

type ServerOptions = { known: readonly KnownKey[]; usual: CompatibleServer | undefined }

/** Returns a server with its first key; undefined if all of its keys are off. A key of the environment is never sent to an address of the browser. */
function serverOf({ id, url: own }: Connection, { known, usual }: ServerOptions): CompatibleServer | undefined {
  const url = own ?? usual?.url
  const first = firstKey(known)
  if (url === undefined || (known.length > 0 && !first)) return undefined
  return { name: id, url, key: first?.key ?? null }
}

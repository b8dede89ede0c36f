import type { OllamaPulls } from '#app/contract/operator/local-models.ts'
import type { Env } from '#app/server/env.ts'
import { Problem } from '../../problem.ts'
import { accessOf } from './describe-connection.ts'
import type { Connections } from './open-connections.ts'
import type { Pulls } from './open-pulls.ts'
import { testConnection } from './test-connection.ts'

type Tools = { connections: Connections; env: Env; pulls: Pulls }

/** Returns the address of the Ollama server in use, if it is connected and on. */
async function addressOf({ connections, env }: Tools): Promise<string | null> {
  const own = (await connections.settings()).connections.get('ollama')
  return own?.enabled === false ? null : accessOf(env, 'ollama', own).url
}

export async function listOllamaPulls(tools: Tools): Promise<OllamaPulls> {
  const url = await addressOf(tools)
  const connected = url !== null && (await testConnection({ env: tools.env, id: 'ollama', key: null, url })) === 'works'
  const items = (await tools.pulls.list()).map(({ perSecond, ...pull }) => ({ ...pull, bytes_per_second: perSecond }))
  return { connected, items }
}

/** Makes the connected Ollama server download a model. Throws `not_found` without such a server. */
export async function pullOllamaModel(tools: Tools, model: string): Promise<void> {
  const url = await addressOf(tools)
  if (url === null) throw new Problem('not_found')
  await tools.pulls.start(model, url)
}

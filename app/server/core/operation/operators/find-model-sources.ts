import type { KnownServer, ModelSources } from '#app/contract/operator/operator.ts'
import { fetchWithin } from '#app/server/egress/fetch-within.ts'
import type { Env } from '#app/server/env.ts'
import { bytesOf, localModels, type LocalModel } from '#app/server/providers/local/catalogue.ts'
import { memoryLimitOf } from '#app/server/providers/local/memory-limit.ts'

const probeMs = 1_000

type Probe = { kind: KnownServer; url: string; path: string; isConnected(env: Env): boolean }

/** Usual ports on this machine, and a path that the server answers without a key. */
const probes: readonly Probe[] = [
  { kind: 'ollama', url: 'http://127.0.0.1:11434', path: '/api/tags', isConnected: (env) => env.OLLAMA_URL !== null },
  {
    kind: 'lm_studio',
    url: 'http://127.0.0.1:1234',
    path: '/v1/models',
    isConnected: (env) => env.OPENAI_COMPATIBLE.some(({ url }) => new URL(url).port === '1234'),
  },
  { kind: 'comfyui', url: 'http://127.0.0.1:8188', path: '/system_stats', isConnected: (env) => env.COMFYUI_URL !== undefined },
  { kind: 'a1111', url: 'http://127.0.0.1:7860', path: '/sdapi/v1/sd-models', isConnected: (env) => env.A1111_URL !== undefined },
]

/** Returns the ways to real models. `connected` is the environment with the connections of the browser. Asks ports of this machine's loopback address only, each for at most a second. */
export async function findModelSources(env: Env, connected: Env): Promise<ModelSources> {
  const limit = memoryLimitOf(env)
  const found = await Promise.all(probes.map(async (probe) => ((await answers(probe)) ? [probe] : [])))
  return {
    local: localModels.filter(isNamed).map((model) => ({
      id: model.id,
      kind: model.kind,
      name: model.name,
      bytes: bytesOf(model),
      memory: model.memory,
      fits: model.memory <= limit,
    })),
    servers: found.flat().map(({ kind, url, isConnected }) => ({ kind, url, connected: isConnected(connected) })),
  }
}

/** Whether the card names a model: all sizes of texts, and the first of each other kind and language. */
function isNamed(model: LocalModel, index: number): boolean {
  if (model.kind === 'text') return true
  // Nobody makes works with it.
  if (model.kind === 'embedding') return false
  const earlier = localModels.slice(0, index).filter(({ kind }) => kind === model.kind)
  return model.kind !== 'image_edit' && !earlier.some(({ languages }) => languages.some((language) => model.languages.includes(language)))
}

async function answers({ url, path }: Probe): Promise<boolean> {
  try {
    const response = await fetchWithin([url])(`${url}${path}`, { signal: AbortSignal.timeout(probeMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

import { type AskFailure, ask } from '../../providers/connected/ask.ts'
import { bearer, keyQuestions } from '../../providers/connected/key-questions.ts'
import { isServiceId, services } from '../../providers/connected/open-connected.ts'
import { baseOf } from '../../providers/compatible/open-compatible.ts'
import type { Env } from '../../env.ts'

/** `untested`: the service is reachable, but only a run can try its key. */
export type Verdict = 'works' | 'untested' | AskFailure

export type TestConnectionOptions = { env: Env; id: string; key: string | null; url: string | null }

/** Asks the service something that costs nothing. Only the outcome is returned, never the answer. */
export async function testConnection({ env, id, key, url }: TestConnectionOptions): Promise<Verdict> {
  if (isServiceId(id)) {
    const { base, path, headers } = keyQuestions[id]
    const asked = await ask(env[services[id].url] ?? base, path ?? '/', headers(key ?? ''))
    if (path !== null) return verdictOf(asked)
    return 'failure' in asked && asked.status === null ? asked.failure : 'untested'
  }
  if (id === 'openrouter') return verdictOf(await ask(env.OPENROUTER_BASE_URL, '/key', bearer(key ?? '')))
  if (url === null) return 'unreachable'
  if (id === 'comfyui') return verdictOf(await ask(url, '/system_stats'))
  if (id === 'a1111') return verdictOf(await ask(url, '/sdapi/v1/sd-models'))
  if (id === 'ollama') return verdictOf(await ask(url, '/api/tags'))
  return verdictOf(await ask(baseOf(url), '/models', key === null ? {} : bearer(key)))
}

const verdictOf = (asked: Awaited<ReturnType<typeof ask>>): Verdict => ('failure' in asked ? asked.failure : 'works')

import { ask, type Asked, type AskFailure } from '#app/server/providers/connected/ask.ts'
import { answerSchema, bearer, keyQuestions } from '#app/server/providers/connected/key-questions.ts'
import { isServiceId, services } from '#app/server/providers/connected/open-connected.ts'
import { baseOf } from '#app/server/providers/compatible/open-compatible.ts'
import { ownProbes } from '#app/server/providers/compatible/own-probes.ts'
import type { Env } from '#app/server/env.ts'

/** `untested`: the service is reachable, but only a run can try its key. */
export type Verdict = 'works' | 'untested' | Exclude<AskFailure, 'unreadable'>

export type TestConnectionOptions = { env: Env; id: string; key: string | null; url: string | null }

/** Asks the service something that costs nothing. Only the outcome is returned, never the answer. */
export async function testConnection({ env, id, key, url }: TestConnectionOptions): Promise<Verdict> {
  if (isServiceId(id)) {
    const { base, path, headers } = keyQuestions[id]
    const asked = await ask(env[services[id].url] ?? base, path ?? '/', { headers: headers(key ?? ''), schema: answerSchema })
    if (path !== null) return verdictOf(asked)
    return 'failure' in asked && asked.status === null ? verdictOf(asked) : 'untested'
  }
  if (id === 'openrouter')
    return verdictOf(await ask(env.OPENROUTER_BASE_URL, '/key', { headers: bearer(key ?? ''), schema: answerSchema }))
  if (url === null) return 'unreachable'
  if (id === 'comfyui' || id === 'a1111' || id === 'ollama') return verdictOf(await ask<unknown>(url, ownProbes[id].path, ownProbes[id]))
  const { path, schema } = ownProbes.compatible
  return verdictOf(await ask(baseOf(url), path, { headers: key === null ? {} : bearer(key), schema }))
}

function verdictOf(asked: Asked): Verdict {
  if (!('failure' in asked)) return 'works'
  return asked.failure === 'unreadable' ? 'failed' : asked.failure
}

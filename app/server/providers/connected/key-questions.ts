import * as v from 'valibot'
import type { ServiceId } from '../../env.ts'
import { homes } from './homes.ts'
import { runwayVersion } from './media/runway-work.ts'

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** A service answers a question about its key or its models with JSON; a page in HTML comes from another address. */
export const answerSchema = v.union([v.looseObject({}), v.array(v.unknown())])

/** A free request that verifies a key; without a path only a run can try the key, and the request shows whether the service is reachable. */
export type KeyQuestion = { base: string; path: string | null; headers: (key: string) => Record<string, string> }

export const keyQuestions: Record<ServiceId, KeyQuestion> = {
  openai: { base: homes.openai, path: '/models', headers: bearer },
  google: {
    base: homes.google,
    path: '/models?pageSize=1000',
    headers: (key) => ({ 'x-goog-api-key': key }),
  },
  xai: { base: homes.xai, path: '/models', headers: bearer },
  anthropic: {
    base: homes.anthropic,
    path: '/models?limit=1000',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  mistral: { base: homes.mistral, path: '/models', headers: bearer },
  fal: { base: homes.fal, path: null, headers: () => ({}) },
  replicate: { base: homes.replicate, path: '/account', headers: bearer },
  bfl: { base: homes.bfl, path: '/credits', headers: (key) => ({ 'x-key': key }) },
  elevenlabs: { base: homes.elevenlabs, path: '/v1/models', headers: (key) => ({ 'xi-api-key': key }) },
  alibaba: { base: `${homes.alibaba}/compatible-mode/v1`, path: '/models', headers: bearer },
  minimax: { base: homes.minimax, path: null, headers: () => ({}) },
  deepseek: { base: homes.deepseek, path: '/models', headers: bearer },
  groq: { base: homes.groq, path: '/models', headers: bearer },
  runway: {
    base: homes.runway,
    path: '/organization',
    headers: (key) => ({ ...bearer(key), 'x-runway-version': runwayVersion }),
  },
  luma: { base: homes.luma, path: '/files?limit=1', headers: bearer },
  kling: { base: homes.kling, path: '/tasks?external_task_ids=doctor', headers: bearer },
  stability: { base: homes.stability, path: '/v1/user/balance', headers: bearer },
  recraft: { base: homes.recraft, path: '/users/me', headers: bearer },
  ideogram: { base: homes.ideogram, path: null, headers: () => ({}) },
}

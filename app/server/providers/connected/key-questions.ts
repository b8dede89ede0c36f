import type { ServiceId } from '../../env.ts'
import { runwayVersion } from './media/runway-work.ts'

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** A free request that verifies a key; without a path only a run can try the key, and the request shows whether the service is reachable. */
export type KeyQuestion = { base: string; path: string | null; headers: (key: string) => Record<string, string> }

export const keyQuestions: Record<ServiceId, KeyQuestion> = {
  openai: { base: 'https://api.openai.com/v1', path: '/models', headers: bearer },
  google: {
    base: 'https://generativelanguage.googleapis.com/v1beta',
    path: '/models?pageSize=1000',
    headers: (key) => ({ 'x-goog-api-key': key }),
  },
  xai: { base: 'https://api.x.ai/v1', path: '/models', headers: bearer },
  anthropic: {
    base: 'https://api.anthropic.com/v1',
    path: '/models?limit=1000',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  mistral: { base: 'https://api.mistral.ai/v1', path: '/models', headers: bearer },
  fal: { base: 'https://fal.run', path: null, headers: () => ({}) },
  replicate: { base: 'https://api.replicate.com/v1', path: '/account', headers: bearer },
  bfl: { base: 'https://api.bfl.ai/v1', path: '/credits', headers: (key) => ({ 'x-key': key }) },
  elevenlabs: { base: 'https://api.elevenlabs.io', path: '/v1/models', headers: (key) => ({ 'xi-api-key': key }) },
  alibaba: { base: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1', path: '/models', headers: bearer },
  minimax: { base: 'https://api.minimax.io', path: null, headers: () => ({}) },
  deepseek: { base: 'https://api.deepseek.com', path: '/models', headers: bearer },
  groq: { base: 'https://api.groq.com/openai/v1', path: '/models', headers: bearer },
  runway: {
    base: 'https://api.dev.runwayml.com/v1',
    path: '/organization',
    headers: (key) => ({ ...bearer(key), 'x-runway-version': runwayVersion }),
  },
  luma: { base: 'https://agents.lumalabs.ai/v1', path: '/files?limit=1', headers: bearer },
  kling: { base: 'https://api-singapore.klingai.com', path: '/tasks?external_task_ids=doctor', headers: bearer },
  stability: { base: 'https://api.stability.ai', path: '/v1/user/balance', headers: bearer },
  recraft: { base: 'https://external.api.recraft.ai/v1', path: '/users/me', headers: bearer },
  ideogram: { base: 'https://api.ideogram.ai/v2', path: null, headers: () => ({}) },
}

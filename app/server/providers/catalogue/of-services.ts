import type { ServiceId } from '../../env.ts'

/** Makes one value for each service. */
export const ofServices = <Value>(make: (service: ServiceId) => Value): Record<ServiceId, Value> => ({
  openai: make('openai'),
  google: make('google'),
  xai: make('xai'),
  anthropic: make('anthropic'),
  mistral: make('mistral'),
  fal: make('fal'),
  replicate: make('replicate'),
  bfl: make('bfl'),
  elevenlabs: make('elevenlabs'),
  alibaba: make('alibaba'),
  minimax: make('minimax'),
  deepseek: make('deepseek'),
  groq: make('groq'),
  runway: make('runway'),
  luma: make('luma'),
  kling: make('kling'),
  stability: make('stability'),
  recraft: make('recraft'),
  ideogram: make('ideogram'),
})

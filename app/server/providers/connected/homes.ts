import type { ServiceId } from '../../env.ts'

/** The services' own base URLs. A key is sent to the origin of its service, or of the URL that the operator has put in its place. */
export const homes: Record<ServiceId, string> = {
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  xai: 'https://api.x.ai/v1',
  anthropic: 'https://api.anthropic.com/v1',
  mistral: 'https://api.mistral.ai/v1',
  fal: 'https://fal.run',
  replicate: 'https://api.replicate.com/v1',
  bfl: 'https://api.bfl.ai/v1',
  elevenlabs: 'https://api.elevenlabs.io',
  alibaba: 'https://dashscope-intl.aliyuncs.com',
  minimax: 'https://api.minimax.io',
  deepseek: 'https://api.deepseek.com',
  groq: 'https://api.groq.com/openai/v1',
  runway: 'https://api.dev.runwayml.com/v1',
  luma: 'https://agents.lumalabs.ai/v1',
  kling: 'https://api-singapore.klingai.com',
  stability: 'https://api.stability.ai',
  recraft: 'https://external.api.recraft.ai/v1',
  ideogram: 'https://api.ideogram.ai/v2',
}

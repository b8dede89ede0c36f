import { openA1111 } from './a1111/open-a1111.ts'
import { openComfyui } from './comfyui/open-comfyui.ts'
import { openCompatible } from './compatible/open-compatible.ts'
import { openOllama } from './compatible/open-ollama.ts'
import type { Openers } from './connected/service.ts'

/** Each entry imports its module when it is first called. */
export const openers: Openers = {
  text: async (access, model) => (await import('./connected/text/open-text.ts')).openText(access, model),
  media: async (access, model) => (await import('./connected/media/open-media.ts')).openMedia(access, model),
  receive: async (raw, options) => (await import('./connected/receive-result.ts')).receiveResult(raw, options),
  compatible: openCompatible,
  ollama: openOllama,
  a1111: openA1111,
  comfyui: openComfyui,
}

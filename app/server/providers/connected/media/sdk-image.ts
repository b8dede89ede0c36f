import { generateImage, type ImageModel as SdkModel } from 'ai'
import type { OptionValues } from '#app/contract/generations.ts'
import type { ImageModel } from '../../kinds.ts'
import { classifyError } from '../classify-error.ts'
import { type MaskStyle, readEdited } from './read-pictures.ts'

type Settings = Pick<Parameters<typeof generateImage>[0], 'size' | 'aspectRatio' | 'seed' | 'providerOptions'>

export type SdkImageOptions = {
  provider: string
  model(name: string): Exclude<SdkModel, string>
  settings(options: OptionValues, model: string): Settings
  /** How the model marks the part to redraw, if it takes a mask. */
  mask?: MaskStyle
  /** Whether the service knows a repeated call by this header. */
  idempotent?: boolean
}

globalThis.AI_SDK_LOG_WARNINGS = false

/** Any image model of the AI SDK as one of ours. */
export function sdkImage({ provider, model, settings, mask: style = 'white', idempotent = false }: SdkImageOptions): ImageModel {
  return {
    kind: 'image',
    async generate({ model: name, prompt, inputs, count, options, signal, idempotencyKey }) {
      try {
        const { pictures: images, mask } = await readEdited(inputs, { mask: style })
        const { images: made } = await generateImage({
          model: model(name),
          prompt: images.length > 0 ? { images, text: prompt, ...(mask && { mask }) } : prompt,
          n: count,
          ...settings(options, name),
          ...(idempotent && { headers: { 'idempotency-key': idempotencyKey } }),
          maxRetries: 0,
          abortSignal: signal,
        })
        return { results: made.map(({ uint8Array }) => ({ bytes: uint8Array })), usage: { runs: 1, images: made.length } }
      } catch (error) {
        signal.throwIfAborted()
        throw classifyError(provider, error)
      }
    },
  }
}

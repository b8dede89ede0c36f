import { generateImage, type ImageModel as SdkModel, type ImageModelUsage } from 'ai'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { ImageModel, Usage } from '../../kinds.ts'
import { classifyError } from '../classify-error.ts'
import { type MaskStyle, readEdited } from './read-pictures.ts'
import type { OnPartial } from './stream-partials.ts'

type Fetch = typeof globalThis.fetch
type Settings = Pick<Parameters<typeof generateImage>[0], 'size' | 'aspectRatio' | 'seed' | 'providerOptions'>

export type SdkImageOptions = {
  provider: string
  /** Opens the model; `fetch`, if given, makes its calls. */
  model(name: string, fetch?: Fetch): Exclude<SdkModel, string>
  settings(options: OptionValues, model: string): Settings
  /** How the model marks the area to redraw, if it accepts a mask. */
  mask?: MaskStyle
  /** Returns the `fetch` of a run that shows unfinished images; null if the run shows none. */
  streaming?: ((onPartial: OnPartial, options: OptionValues) => Fetch | null) | undefined
}

globalThis.AI_SDK_LOG_WARNINGS = false

/** Adapts any image model of the AI SDK. */
export function sdkImage({ provider, model, settings, mask: style = 'white', streaming }: SdkImageOptions): ImageModel {
  return {
    kind: 'image',
    async generate({ model: name, prompt, inputs, count, options, signal, idempotencyKey, onPartial }) {
      try {
        const { pictures: images, mask } = await readEdited(inputs, { mask: style })
        // Services stream one image at a time.
        const fetch = count === 1 && onPartial ? streaming?.(onPartial, options) : null
        const { images: made, usage } = await generateImage({
          model: model(name, fetch ?? undefined),
          prompt: images.length > 0 ? { images, text: prompt, ...(mask && { mask }) } : prompt,
          n: count,
          ...settings(options, name),
          headers: { 'idempotency-key': idempotencyKey },
          maxRetries: 0,
          abortSignal: signal,
        })
        return {
          results: made.map(({ uint8Array }) => ({ bytes: uint8Array })),
          usage: { runs: 1, images: made.length, ...tokensOf(usage) },
        }
      } catch (error) {
        signal.throwIfAborted()
        throw classifyError(provider, error)
      }
    },
  }
}

/** Returns the reported tokens; some services report none. */
function tokensOf({ inputTokens, outputTokens }: ImageModelUsage): Usage {
  return { ...(inputTokens !== undefined && { inputTokens }), ...(outputTokens !== undefined && { outputTokens }) }
}

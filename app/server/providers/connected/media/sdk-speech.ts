import { generateSpeech, type SpeechModel as SdkModel } from 'ai'
import type { SpeechModel } from '../../kinds.ts'
import { classifyError } from '../classify-error.ts'

export type SdkSpeechOptions = {
  provider: string
  model(name: string): Exclude<SdkModel, string>
  /** What the service calls a format where it is not called as with us. */
  formats?: Record<string, string>
}

globalThis.AI_SDK_LOG_WARNINGS = false

/** Any speech model of the AI SDK as one of ours. */
export function sdkSpeech({ provider, model, formats = {} }: SdkSpeechOptions): SpeechModel {
  return {
    kind: 'speech',
    async speak({ model: name, text, options, signal, idempotencyKey }) {
      const { voice, speed, format } = options
      try {
        const { audio } = await generateSpeech({
          model: model(name),
          text,
          ...(typeof voice === 'string' && { voice }),
          ...(typeof speed === 'number' && speed !== 1 && { speed }),
          ...(typeof format === 'string' && { outputFormat: formats[format] ?? format }),
          headers: { 'idempotency-key': idempotencyKey },
          maxRetries: 0,
          abortSignal: signal,
        })
        return { results: [{ bytes: audio.uint8Array }], usage: { runs: 1, characters: text.length } }
      } catch (error) {
        signal.throwIfAborted()
        throw classifyError(provider, error)
      }
    },
  }
}

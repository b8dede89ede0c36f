import { generateSpeech, type SpeechModel as SdkModel } from 'ai'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { SpeechModel } from '../../kinds.ts'
import { classifyError } from '../classify-error.ts'
import { readVoice } from './read-voice.ts'

export type SdkSpeechOptions = {
  provider: string
  model(name: string): Exclude<SdkModel, string>
  /** The service's name for a format, when it differs from ours. */
  formats?: Record<string, string>
  /** The options that send a recording of a voice, if the model accepts one. */
  spokenLike?(recording: string): ProviderOptions
  /** Voice and speed in the service's own format, if the package differs; null otherwise. */
  settings?(options: OptionValues, model: string): ProviderOptions | null
}

type ProviderOptions = NonNullable<Parameters<typeof generateSpeech>[0]['providerOptions']>

globalThis.AI_SDK_LOG_WARNINGS = false

/** Adapts any speech model of the AI SDK. */
export function sdkSpeech({ provider, model, formats = {}, spokenLike, settings }: SdkSpeechOptions): SpeechModel {
  return {
    kind: 'speech',
    async speak({ model: name, text, inputs, options, signal, idempotencyKey }) {
      const { voice, speed, format } = options
      try {
        const [recording] = spokenLike ? inputs : []
        // With a recorded voice, the model's own voices do not apply.
        const own = recording ? spokenLike?.(await readVoice(recording)) : settings?.(options, name)
        const { audio } = await generateSpeech({
          model: model(name),
          text,
          ...(own
            ? { providerOptions: own }
            : { ...(typeof voice === 'string' && { voice }), ...(typeof speed === 'number' && speed !== 1 && { speed }) }),
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

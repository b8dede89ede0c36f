import { pictureSizeOf } from '../connected/media/frame-size.ts'
import { sdkImage } from '../connected/media/sdk-image.ts'
import { openaiTranscription } from '../connected/media/openai-transcription.ts'
import { sdkSpeech } from '../connected/media/sdk-speech.ts'
import { boundedFetch } from '../connected/text/bounded-fetch.ts'
import type { ImageModel, SpeechModel, TranscriptionModel } from '../kinds.ts'
import type { CompatibleAccess } from './compatible-text.ts'

/** Images by `/images/generations`, or by `/images/edits` with input pictures. */
export async function compatiblePicture({ name, baseUrl, key }: CompatibleAccess): Promise<ImageModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const server = createOpenAICompatible({ name, baseURL: baseUrl, ...(key !== null && { apiKey: key }), fetch: boundedFetch(baseUrl) })
  return sdkImage({ provider: name, model: (model) => server.imageModel(model), settings: (options) => ({ ...pictureSizeOf(options) }) })
}

/** Speech by `/audio/speech`. */
export async function compatibleSpeech({ name, baseUrl, key }: CompatibleAccess): Promise<SpeechModel> {
  const { createOpenAI } = await import('@ai-sdk/openai')
  // The package requires a key; a server without one ignores it.
  const server = createOpenAI({ name, baseURL: baseUrl, apiKey: key ?? 'none', fetch: boundedFetch(baseUrl) })
  return sdkSpeech({ provider: name, model: (model) => server.speech(model) })
}

/** Transcripts by `/audio/transcriptions`. A server that knows no times answers with the text alone. */
export function compatibleTranscription({ name, baseUrl, key }: CompatibleAccess): TranscriptionModel {
  return openaiTranscription({ service: name, baseUrl, key, fetch: boundedFetch(baseUrl), dialect: 'whisper' })
}

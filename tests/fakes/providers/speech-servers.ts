import type { MediaAnswer, MediaCall } from './media-server.ts'

/** OpenAI's, Mistral's and ElevenLabs' speech, and ElevenLabs', Google's and MiniMax' music, by their real paths. */
export function answerSounds(sound: Uint8Array) {
  return ({ path, body }: MediaCall): MediaAnswer | undefined => {
    if (path === '/openai/audio/speech') return { bytes: sound }
    if (path.startsWith('/elevenlabs/v1/text-to-speech/')) return { bytes: sound }
    if (/^\/elevenlabs\/v1\/(music|sound-generation)\?/.test(path)) return { bytes: sound }
    if (path === '/mistral/audio/speech') return { json: { audio_data: Buffer.from(sound).toString('base64') } }
    if (path === '/google/interactions' && !body.includes('"background":true')) {
      const lyrics = { type: 'text', text: '[Verse] A lake' }
      const music = { type: 'audio', mime_type: 'audio/mpeg', data: Buffer.from(sound).toString('base64') }
      const content = body.includes('will-vanish') ? [lyrics] : [lyrics, music]
      return { json: { id: 'v1_1', status: 'completed', steps: [{ type: 'thought' }, { type: 'model_output', content }] } }
    }
    // The package fetches nothing from a private address that fal has not named as its own.
    if (path === '/fal/resemble-ai/chatterboxhd/text-to-speech')
      return { json: { audio: { url: 'https://fal.run/files/voice.wav', content_type: 'audio/wav' } } }
    if (path === '/fal/files/voice.wav') return { headers: { 'content-type': 'audio/wav' }, bytes: sound }
    if (path === '/v1/music_generation') {
      const failed = Number(/status-(\d{4})/.exec(body)?.[1] ?? 0)
      if (failed) return { json: { base_resp: { status_code: failed, status_msg: 'UPSTREAM-WORDS' } } }
      return {
        json: { data: { status: 2, audio: Buffer.from(sound).toString('hex') }, base_resp: { status_code: 0, status_msg: 'success' } },
      }
    }
    return undefined
  }
}

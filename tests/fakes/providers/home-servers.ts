import type { MediaAnswer, MediaCall } from './media-server.ts'

/** The lists of servers that people run themselves, as their sources have them: Kokoro-FastAPI, Speaches and LocalAI. */

const listed = (data: readonly object[]): MediaAnswer => ({ json: { object: 'list', data } })
const kokoroVoices = ['af_alloy', 'af_heart', 'bm_george']

/** `voices`: those of today, those of a version before 0.3, or a failing list. */
export const answerKokoro =
  (voices: 'today' | 'before' | 'broken') =>
  ({ path }: MediaCall): MediaAnswer | undefined => {
    if (path === '/v1/models')
      return listed(['tts-1', 'kokoro'].map((id) => ({ id, object: 'model', created: 1_686_935_002, owned_by: 'kokoro' })))
    if (path !== '/v1/audio/voices') return undefined
    if (voices === 'broken') return { status: 500, json: { detail: { error: 'server_error', message: 'Failed to retrieve voice list' } } }
    return { json: { voices: voices === 'before' ? kokoroVoices : kokoroVoices.map((id) => ({ id, name: id })) } }
  }

/** Models of speech name their own voices. */
export function answerSpeaches({ path }: MediaCall): MediaAnswer | undefined {
  const model = (id: string, task: string, more: object = {}) => ({
    id,
    created: 0,
    object: 'model',
    owned_by: 'ann',
    language: ['en'],
    task,
    ...more,
  })
  const irina = { name: 'irina', language: 'ru_RU', id: 'irina' }
  if (path === '/v1/models')
    return listed([
      model('Systran/faster-distil-large-v3', 'automatic-speech-recognition'),
      model('ann/reader', 'text-to-speech', { sample_rate: 22_050, voices: [irina, { name: 'no id' }, 5] }),
    ])
  return path === '/v1/audio/voices'
    ? { json: { voices: [irina, { name: 'other', language: 'en-us', id: 'other' }], object: 'list' } }
    : undefined
}

/** The usual list names ids only; the one of LocalAI itself has abilities. `old`: a version without it. */
export const answerLocalAi =
  ({ old = false } = {}) =>
  ({ path }: MediaCall): MediaAnswer | undefined => {
    const model = (id: string, capabilities: readonly string[], more: object = {}) => ({ id, object: 'model', capabilities, ...more })
    const models = [
      model('looks', ['chat', 'vision', 'tools'], {
        input_modalities: ['text', 'image'],
        output_modalities: ['text'],
        context_size: 8_192,
      }),
      model('hears', ['transcript'], { input_modalities: ['audio'], output_modalities: ['text'] }),
      model('speaks', ['tts']),
      model('draws', ['image']),
      model('whisper-chat', ['chat']),
      model('vectors', ['embeddings']),
      model('films', ['video']),
      model('plain', []),
    ]
    if (path === '/v1/models') return listed(models.map(({ id, object }) => ({ id, object })))
    if (path === '/v1/models/capabilities' && !old) return listed(models)
    return undefined
  }

import * as v from 'valibot'
import { makeSound } from '../../fixtures/make-media.ts'
import type { MediaAnswer, MediaCall } from './media-server.ts'

const textIn = (body: string, name: string) => String(v.parse(v.record(v.string(), v.unknown()), JSON.parse(body))[name])

/** The next creation: its answer is lost after or before the voice was made, or the service refuses. */
export type VoiceFault = 'lost_after' | 'lost_before' | 'sample_refused' | 'full' | 'verify' | 'busy'

/** ElevenLabs and Mistral as far as voices are concerned, below `/elevenlabs` and `/mistral`. */
export function voiceServices() {
  const voices = new Map<string, { service: 'elevenlabs' | 'mistral'; name: string; key: string }>()
  const spoken: { voice: string; key: string }[] = []
  const state = { voices, spoken, fault: null as VoiceFault | null, isAway: false, answer }
  let made = 0

  function create(service: 'elevenlabs' | 'mistral', name: string, key: string): MediaAnswer {
    const { fault } = state
    state.fault = null
    if (fault === 'lost_before') return 'reset'
    if (fault === 'busy') return { status: 429, json: { detail: { status: 'too_many_concurrent_requests' } } }
    if (fault === 'full')
      return { status: 400, json: { detail: { status: 'voice_limit_reached', message: 'You have reached your limit.' } } }
    if (fault === 'sample_refused')
      return { status: 422, json: { detail: [{ loc: ['body', 'files'], msg: 'not a voice', type: 'value_error' }] } }
    made += 1
    const id =
      service === 'elevenlabs' ? `voice${String(made).padStart(15, '0')}` : `019b2bd7-0000-7000-8000-${String(made).padStart(12, '0')}`
    voices.set(id, { service, name, key })
    if (fault === 'lost_after') return 'reset'
    return {
      json:
        service === 'elevenlabs'
          ? { voice_id: id, requires_verification: fault === 'verify' }
          : { id, name, user_id: 'u1', created_at: 'now' },
    }
  }

  function remove(id: string): MediaAnswer {
    const { service } = voices.get(id) ?? {}
    if (!voices.delete(id)) return { status: 400, json: { detail: { status: 'voice_not_found' } } }
    return { json: service === 'elevenlabs' ? { status: 'ok' } : { id } }
  }

  function speak(voice: string, key: string): MediaAnswer {
    const own = voices.get(voice)
    if (own && own.key !== key) return { status: 404, json: { detail: { status: 'voice_not_found' } } }
    spoken.push({ voice, key })
    return { bytes: makeSound() }
  }

  function answer({ method, path, headers, body }: MediaCall): MediaAnswer | undefined {
    const key = String(headers['xi-api-key'] ?? headers.authorization?.replace('Bearer ', ''))
    const [, service, rest = ''] = /^\/(elevenlabs|mistral)(\/.*)$/.exec(path) ?? []
    if (service === undefined) return undefined
    const ofAccount = [...voices].filter(([, voice]) => voice.service === service && voice.key === key)
    if (rest.startsWith('/v2/voices') || (rest.startsWith('/audio/voices') && method === 'GET')) {
      const query = new URLSearchParams(rest.split('?')[1])
      if (state.isAway && (query.has('search') || query.has('type'))) return { status: 503, json: {} }
      const found = ofAccount.filter(([, { name }]) => name.includes(query.get('search') ?? ''))
      if (service === 'elevenlabs')
        return { json: { voices: found.map(([voice_id, { name }]) => ({ voice_id, name, category: 'cloned' })) } }
      return { json: { items: found.slice(Number(query.get('offset'))).map(([id, { name }]) => ({ id, slug: id, name, user_id: 'u1' })) } }
    }
    if (state.isAway) return { status: 503, json: {} }
    if (rest === '/v1/voices/add') return create('elevenlabs', /name="name"\r\n\r\n(.*?)\r\n/.exec(body)?.[1] ?? '', key)
    if (rest === '/audio/voices') return create('mistral', textIn(body, 'name'), key)
    if (method === 'DELETE') return remove(rest.split('/').at(-1) ?? '')
    const [, voice] = /^\/v1\/text-to-speech\/(\w+)/.exec(rest) ?? []
    if (voice !== undefined) return speak(voice, key)
    if (rest === '/audio/speech') {
      const said = speak(textIn(body, 'voice_id'), key)
      return typeof said === 'object' && 'bytes' in said ? { json: { audio_data: Buffer.from(said.bytes).toString('base64') } } : said
    }
    return undefined
  }
  return state
}

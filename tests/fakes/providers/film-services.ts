import type { MediaAnswer, MediaCall } from './media-server.ts'

export type FilmServicesOptions = {
  picture: Uint8Array
  film: Uint8Array
  sound: Uint8Array
  /** Polls after which a video is done. */
  polls?: number
}

/** Models for every part of a film, of an operator's gateway with OpenAI's protocol. */
export const filmServiceModels = `models:
  openai/picture: { provider: openai, model: picture-1, type: image, name: Picture, price: { per_run: 4 } }
  openai/clip: { provider: openai, model: clip-1, type: video, name: Clip, inputs: [{ role: first_frame }], repeatable: true, options: { duration: { from: 1, to: 10, default: 5 } }, price: { per_second: 2 } }
  openai/voice: { provider: openai, model: voice-1, type: audio, name: Voice, price: { per_1000_characters: 6 } }
`

/** Pictures, videos and speech by OpenAI's protocol. Each video has an id of its own, as several are made at once. */
export function answerFilmParts({ picture, film, sound, polls = 1 }: FilmServicesOptions) {
  const asked = new Map<string, number>()
  return ({ method, path }: MediaCall): MediaAnswer | undefined => {
    if (path === '/openai/images/generations')
      return { json: { created: 1, data: [{ b64_json: Buffer.from(picture).toString('base64') }] } }
    if (path === '/openai/audio/speech') return { bytes: sound }
    if (path === '/openai/videos' && method === 'POST') {
      const id = `video_${asked.size + 1}`
      asked.set(id, 0)
      return { json: { id, object: 'video', status: 'queued', progress: 0 } }
    }
    const [, id, content] = /^\/openai\/videos\/(video_\d+)(\/content)?$/.exec(path) ?? []
    const polled = id === undefined ? undefined : asked.get(id)
    if (id === undefined || polled === undefined) return undefined
    if (content) return { bytes: film }
    if (method === 'DELETE') return { json: { id, object: 'video.deleted', deleted: true } }
    asked.set(id, polled + 1)
    return {
      json: polled >= polls ? { id, status: 'completed', progress: 100 } : { id, status: 'in_progress', progress: 40 },
    }
  }
}

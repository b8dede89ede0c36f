import type { MediaAnswer, MediaCall } from './media-server.ts'

/** OpenAI, xAI, Google, fal, Replicate and Black Forest Labs, by their real paths. `picture` is what they all draw. */
export function answerImages(picture: Uint8Array, counts = { picture: 0 }) {
  const base64 = Buffer.from(picture).toString('base64')
  const asked = new Map<string, number>()
  /** Asked for once in vain, then done. */
  const isDone = (path: string) => {
    asked.set(path, (asked.get(path) ?? 0) + 1)
    return (asked.get(path) ?? 0) > 1
  }
  return ({ method, path, origin, body, headers }: MediaCall): MediaAnswer | undefined => {
    const n = Number(/"n":(\d)|name="n"\s+(\d)/.exec(body)?.slice(1).find(Boolean) ?? 1)
    const url = `${origin}/files/picture.png`
    if (path === '/files/picture.png') {
      counts.picture += 1
      return { headers: { 'content-type': 'image/png' }, bytes: picture }
    }
    if (/^\/openai\/images\/(generations|edits)$/.test(path)) {
      return { json: { created: 1, data: Array.from({ length: n }, () => ({ b64_json: base64 })) } }
    }
    if (/^\/xai\/images\/(generations|edits)$/.test(path)) return { json: { data: Array.from({ length: n }, () => ({ url })) } }
    if (path.startsWith('/google/models/') && path.endsWith(':generateContent')) {
      const part = { inlineData: { mimeType: 'image/png', data: base64 } }
      return { json: { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }] } }
    }
    if (path.startsWith('/fal/fal-ai/flux'))
      return { json: { images: [{ url, width: 8, height: 8, content_type: 'image/png' }], prompt: '' } }
    if (path.startsWith('/replicate/') && !headers.authorization?.startsWith('Bearer '))
      return { status: 401, json: { title: 'Unauthenticated', detail: 'You did not pass a valid authentication token', status: 401 } }
    if (/^\/replicate\/models\/(?!.*video).*\/predictions$/.test(path))
      return { status: 201, json: prediction(origin, idOf(body, 'p'), 'starting', null) }
    if (/^\/replicate\/predictions\/p\w+\/cancel$/.test(path)) return { json: prediction(origin, 'p1', 'canceled', null) }
    const [, predicted] = /^\/replicate\/predictions\/(p\w+)$/.exec(path) ?? []
    if (predicted) {
      if (predicted === 'p_refused')
        return { json: { ...prediction(origin, predicted, 'failed', null), error: 'NSFW content detected. UPSTREAM-WORDS' } }
      if (predicted === 'p_failed')
        return { json: { ...prediction(origin, predicted, 'failed', null), error: 'CUDA out of memory. UPSTREAM-WORDS' } }
      return {
        json: isDone(path)
          ? prediction(
              origin,
              predicted,
              'succeeded',
              Array.from({ length: n }, () => url),
            )
          : prediction(origin, predicted, 'processing', null),
      }
    }
    if (path.startsWith('/bfl/') && !headers['x-key']) return { status: 403, json: { detail: 'Not authenticated' } }
    if (method === 'POST' && path.startsWith('/bfl/flux')) {
      const id = idOf(body, 'b')
      return { json: { id, polling_url: `${origin}/bfl/get_result?id=${id}`, cost: 4, input_mp: 0, output_mp: 1 } }
    }
    const [, task] = /^\/bfl\/get_result\?id=(b\w+)$/.exec(path) ?? []
    if (task) {
      const answer = (status: string, result: unknown = null) => ({
        json: { id: task, status, result, progress: null, details: { words: 'UPSTREAM-WORDS' } },
      })
      if (task === 'b_refused') return answer('Content Moderated')
      if (task === 'b_unwanted') return answer('Request Moderated')
      if (task === 'b_failed') return answer('Error')
      if (task === 'b_forgotten') return answer('Task not found')
      return isDone(path) ? answer('Ready', { sample: url, seed: 1, prompt: 'a lake' }) : answer('Pending')
    }
    return undefined
  }
}

/** Which end the work will have, by its prompt. */
const idOf = (body: string, letter: string) =>
  letter + (/will-(refused|unwanted|failed|forgotten)/.exec(body)?.[0].replace('will-', '_') ?? '1')

const prediction = (origin: string, id: string, status: string, output: string[] | null) => ({
  id,
  model: 'black-forest-labs/flux-schnell',
  input: {},
  logs: '',
  output,
  error: null,
  status,
  created_at: '2026-11-21T00:00:00.000Z',
  data_removed: false,
  urls: { get: `${origin}/replicate/predictions/${id}`, cancel: `${origin}/replicate/predictions/${id}/cancel` },
})

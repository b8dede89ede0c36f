import type { MediaAnswer, MediaCall } from './media-server.ts'

/**
 * OpenAI, xAI, Google, fal, Replicate and Black Forest Labs, by their real paths. All of them draw `picture`. A stream whose prompt
 * contains "stream-held" sends the finished image after `held`.
 */
export function answerImages(picture: Uint8Array, counts = { picture: 0 }, held = Promise.resolve()) {
  const base64 = Buffer.from(picture).toString('base64')
  const asked = new Map<string, number>()
  /** Whether the work is done, which is true from the second query on. */
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
    const [, verb] = /^\/openai\/images\/(generations|edits)$/.exec(path) ?? []
    if (verb) {
      const streamed = /"stream":true|name="stream"\s+true/.test(body)
      if (streamed) return streamImage(base64, { type: verb === 'edits' ? 'image_edit' : 'image_generation', body, held })
      return { json: { created: 1, data: Array.from({ length: n }, () => ({ b64_json: base64 })) } }
    }
    if (/^\/xai\/images\/(generations|edits)$/.test(path)) return { json: { data: Array.from({ length: n }, () => ({ url })) } }
    if (path.startsWith('/google/models/') && path.endsWith(':generateContent')) {
      const part = { inlineData: { mimeType: 'image/png', data: base64 } }
      return { json: { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }] } }
    }
    if (path === '/fal/fal-ai/ideogram/remove-background') return { json: { image: { url, content_type: 'image/png' } } }
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

/** An id that encodes the outcome that the prompt requests. */
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

/** OpenAI's stream of an image; the prompt chooses its outcome. */
function streamImage(base64: string, { type, body, held }: { type: string; body: string; held: Promise<void> }): MediaAnswer {
  const says = (name: string) => body.includes(`stream-${name}`)
  const common = { created_at: 1, size: '1024x1024', quality: 'medium', background: 'opaque', output_format: 'png' }
  const partial = (index: number, b64_json = base64) => ({ type: `${type}.partial_image`, b64_json, partial_image_index: index, ...common })
  const usage = {
    total_tokens: 1_100,
    input_tokens: 20,
    output_tokens: 1_080,
    input_tokens_details: { text_tokens: 20, image_tokens: 0 },
  }
  const completed = { type: `${type}.completed`, b64_json: base64, ...common, usage }
  const error = { type: 'error', error: { type: 'image_generation_user_error', code: 'moderation_blocked', message: 'UPSTREAM-WORDS' } }
  if (says('unsupported'))
    return {
      status: 400,
      json: { error: { message: 'UPSTREAM-WORDS', type: 'invalid_request_error', param: 'stream', code: 'unsupported_value' } },
    }
  if (says('cut')) return { events: [partial(0)], end: 'reset' }
  if (says('unfinished')) return { events: [partial(0), partial(1)] }
  if (says('refused')) return { events: [partial(0), error] }
  if (says('stuck')) return { events: [partial(0)], end: 'open' }
  if (says('garbage')) return { events: [partial(0, 'bm8gcGljdHVyZQ=='), { type: 'unknown' }, [], completed] }
  if (says('flood')) return { events: [...Array.from({ length: 40 }, (_, index) => partial(index)), completed] }
  if (says('late')) return { events: [partial(0), completed, partial(1)], end: 'open' }
  if (says('held')) return { events: [partial(0), held, completed] }
  return { events: [partial(0), partial(1), completed] }
}

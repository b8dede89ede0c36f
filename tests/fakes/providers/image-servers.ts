import type { MediaAnswer, MediaCall } from './media-server.ts'

/** OpenAI, xAI, Google, fal, Replicate and Black Forest Labs, by their real paths. `picture` is what they all draw. */
export function answerImages(picture: Uint8Array, counts = { picture: 0 }) {
  const base64 = Buffer.from(picture).toString('base64')
  return ({ method, path, origin, body }: MediaCall): MediaAnswer | undefined => {
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
    if (/^\/replicate\/models\/(?!.*video).*\/predictions$/.test(path)) {
      return { json: { id: 'p1', status: 'succeeded', output: [url], urls: { get: `${origin}/replicate/predictions/p1` } } }
    }
    if (method === 'POST' && path.startsWith('/bfl/flux')) return { json: { id: 'b1', polling_url: `${origin}/bfl/get_result?id=b1` } }
    if (path.startsWith('/bfl/get_result')) return { json: { id: 'b1', status: 'Ready', result: { sample: url } } }
    return undefined
  }
}

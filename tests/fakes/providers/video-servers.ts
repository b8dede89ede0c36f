import type { MediaAnswer, MediaCall } from './media-server.ts'

/** OpenAI, xAI, Google, fal, Replicate and Alibaba: operations that are started, pending at the first poll, and then done. */
export function answerVideos(film: Uint8Array) {
  const asked = new Map<string, number>()
  const started = { count: 0 }
  return Object.assign(
    ({ method, path, origin, body, headers }: MediaCall): MediaAnswer | undefined => {
      const url = `${origin}/files/film.mp4`
      const isDone = () => {
        asked.set(path, (asked.get(path) ?? 0) + 1)
        return (asked.get(path) ?? 0) > 1
      }
      const begin = (json: unknown): MediaAnswer => {
        started.count += 1
        return { json }
      }
      if (path === '/files/film.mp4') return { headers: { 'content-type': 'video/mp4' }, bytes: film }
      if (path === '/openai/videos' && method === 'POST') {
        const id = body.includes('will-fail') ? 'video_failed' : body.includes('will-refuse') ? 'video_refused' : 'video_1'
        return begin({ id, object: 'video', status: 'queued', progress: 0 })
      }
      if (path === '/openai/videos/video_failed')
        return { json: { id: 'video_failed', status: 'failed', error: { code: 'server_error', message: 'UPSTREAM-WORDS' } } }
      if (path === '/openai/videos/video_refused')
        return { json: { id: 'video_refused', status: 'failed', error: { code: 'moderation_blocked', message: 'UPSTREAM-WORDS' } } }
      if (path === '/openai/videos/video_1' && method === 'DELETE')
        return { json: { id: 'video_1', object: 'video.deleted', deleted: true } }
      if (path === '/openai/videos/video_1')
        return {
          json: isDone() ? { id: 'video_1', status: 'completed', progress: 100 } : { id: 'video_1', status: 'in_progress', progress: 40 },
        }
      if (path === '/openai/videos/video_1/content') return headers.authorization ? { bytes: film } : { status: 401, json: {} }
      if (/^\/xai\/videos\/(generations|edits|extensions)$/.test(path)) return begin({ request_id: 'x1' })
      if (path === '/xai/videos/x1')
        return { json: isDone() ? { status: 'done', video: { url, duration: 1, respect_moderation: true } } : { status: 'pending' } }
      // The shapes of @ai-sdk/google 4.0.121 and of answers recorded in TanStack/ai#871 (2026-07-01); with a link, as `delivery` asks.
      if (path === '/google/interactions' && body.includes('"background":true')) {
        const id = body.includes('will-fail') ? 'v1_failed' : body.includes('will-refuse') ? 'v1_refused' : 'v1_omni'
        return begin({ id, object: 'interaction', status: 'in_progress', model: 'gemini-omni-1.1-flash' })
      }
      if (path === '/google/interactions/v1_failed') return { json: { id: 'v1_failed', status: 'failed' } }
      if (path === '/google/interactions/v1_refused')
        return { json: { id: 'v1_refused', status: 'failed', error: { code: 'content_policy_violation', message: 'UPSTREAM-WORDS' } } }
      if (path === '/google/interactions/v1_omni/cancel') return { json: { id: 'v1_omni', status: 'cancelled' } }
      if (path === '/google/interactions/v1_omni') {
        if (!isDone()) return { json: { id: 'v1_omni', status: 'in_progress' } }
        const video = { type: 'video', mime_type: 'video/mp4', uri: `${origin}/google/files/omni` }
        const steps = [
          { type: 'user_input', content: [{ type: 'text', text: '' }] },
          { type: 'thought' },
          { type: 'model_output', content: [video] },
        ]
        return { json: { id: 'v1_omni', status: 'completed', steps } }
      }
      if (path === '/google/files/omni:download?alt=media') return headers['x-goog-api-key'] ? { bytes: film } : { status: 403, json: {} }
      if (path.endsWith(':predictLongRunning')) return begin({ name: 'operations/g1', done: false })
      if (path === '/google/operations/g1') {
        if (!isDone()) return { json: { name: 'operations/g1', done: false } }
        return {
          json: {
            name: 'operations/g1',
            done: true,
            response: { generateVideoResponse: { generatedSamples: [{ video: { uri: `${url}?alt=media` } }] } },
          },
        }
      }
      if (path === '/files/film.mp4?alt=media') return headers['x-goog-api-key'] ? { bytes: film } : { status: 403, json: {} }
      if (/^\/fal-ai\/luma-dream-machine\/ray-2-flash(\/image-to-video)?$/.test(path))
        return begin({ request_id: 'f1', status_url: 'https://queue.fal.run/fal-ai/luma-dream-machine/requests/f1/status' })
      if (/^\/fal-ai\/sync-lipsync(\/v3)?$/.test(path) && method === 'POST') return begin({ request_id: 's1' })
      if (/^\/fal-ai\/(luma-dream-machine\/requests\/f1|sync-lipsync\/requests\/s1)\/status$/.test(path))
        return isDone() ? { json: { status: 'COMPLETED' } } : { status: 202, json: { status: 'IN_PROGRESS' } }
      if (/^\/fal-ai\/(luma-dream-machine\/requests\/f1|sync-lipsync\/requests\/s1)$/.test(path))
        return { json: { video: { url, content_type: 'video/mp4' } } }
      if (path === '/replicate/models/minimax/video-01/predictions') {
        return begin({ id: 'r1', status: 'starting', urls: { get: `${origin}/replicate/predictions/r1` } })
      }
      if (path === '/replicate/predictions/r1') {
        return {
          json: {
            id: 'r1',
            status: isDone() ? 'succeeded' : 'processing',
            output: url,
            urls: { get: `${origin}/replicate/predictions/r1` },
          },
        }
      }
      if (path === '/api/v1/services/aigc/video-generation/video-synthesis')
        return begin({ output: { task_id: 'a1', task_status: 'PENDING' }, request_id: 'q' })
      if (path === '/api/v1/tasks/a1') {
        return { json: { output: { task_id: 'a1', task_status: isDone() ? 'SUCCEEDED' : 'RUNNING', video_url: url }, request_id: 'q' } }
      }
      return undefined
    },
    { started },
  )
}

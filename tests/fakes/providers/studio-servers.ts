import type { MediaAnswer, MediaCall } from './media-server.ts'

/**
 * Answers for Runway, Luma, Kling and Ideogram, whose work is still running at the first query and done at the second, and for Stability
 * AI and Recraft, which respond at once. Words of the prompt select another outcome.
 */
export function answerStudios({ film, picture }: { film: Uint8Array; picture: Uint8Array }) {
  const asked = new Map<string, number>()
  const deleted = new Set(['forgotten'])
  const named = new Map<string, string>()
  const isDone = (id: string) => {
    asked.set(id, (asked.get(id) ?? 0) + 1)
    return (asked.get(id) ?? 0) > 1
  }
  const files: Record<string, { type: string; bytes: Uint8Array }> = {
    '/studio/film.mp4': { type: 'video/mp4', bytes: film },
    '/studio/picture.png': { type: 'image/png', bytes: picture },
  }

  return (call: MediaCall): MediaAnswer | undefined => {
    const { path } = call
    const file = files[path]
    if (file) return { headers: { 'content-type': file.type }, bytes: file.bytes }
    if (path.startsWith('/runway/')) return answerRunway(call, { isDone, deleted })
    if (path.startsWith('/luma/')) return answerLuma(call, { isDone, deleted })
    if (path.startsWith('/kling/')) return answerKling(call, { isDone, named })
    if (path.startsWith('/stability/')) return answerStability(call, picture)
    if (path.startsWith('/recraft/')) return answerRecraft(call)
    if (path.startsWith('/ideogram/')) return answerIdeogram(call, { isDone, deleted })
    return undefined
  }
}

type Work = { isDone(id: string): boolean; deleted: Set<string> }

/** Kling's tasks, which are found by the names that its customers give them. */
type NamedWork = { isDone(id: string): boolean; named: Map<string, string> }

/** Returns the outcome that a prompt requests. */
const endOf = (body: string) => /will-(\w+)/.exec(body)?.[1] ?? 'succeed'

const words = 'UPSTREAM-WORDS'

function answerRunway({ method, path, headers, body, origin }: MediaCall, { isDone, deleted }: Work): MediaAnswer {
  if (!headers.authorization?.startsWith('Bearer ')) return { status: 401, json: { error: 'The API key is not valid.' } }
  if (headers['x-runway-version'] !== '2024-11-06') return { status: 400, json: { error: 'X-Runway-Version is not valid.' } }
  const [, started] = /^\/runway\/(text_to_video|image_to_video|video_to_video|text_to_image)$/.exec(path) ?? []
  if (started && method === 'POST') {
    if (endOf(body) === 'cost') return { status: 400, json: { error: `You do not have enough credits to run this task. ${words}` } }
    return { json: { id: `${started}-${endOf(body)}`, estimatedCost: { credits: 60 } } }
  }
  const [, id = ''] = /^\/runway\/tasks\/([\w-]+)$/.exec(path) ?? []
  if (!id || deleted.has(id)) return { status: 404, json: { error: 'Task not found.' } }
  if (method === 'DELETE') {
    deleted.add(id)
    return { status: 204, json: undefined }
  }
  const task = { id, createdAt: '2026-11-23T00:00:00.000Z' }
  const [kind, end] = id.split('-')
  if (!isDone(id)) {
    const running = end === 'throttle' ? { status: 'THROTTLED' } : { status: 'RUNNING', progress: 0.4 }
    return { json: { ...task, ...running, estimatedCost: { credits: 60 } } }
  }
  const failures: Record<string, string> = {
    refuse: 'SAFETY.INPUT.TEXT',
    screen: 'INPUT_PREPROCESSING.SAFETY.TEXT',
    asset: 'ASSET.INVALID',
    fail: 'INTERNAL.BAD_OUTPUT.CODE01',
  }
  const failureCode = failures[end ?? '']
  if (failureCode) return { json: { ...task, status: 'FAILED', failure: words, failureCode, cost: { credits: 0 } } }
  if (end === 'cancel') return { json: { ...task, status: 'CANCELLED', cost: { credits: 0 } } }
  const output = `${origin}/studio/${kind === 'text_to_image' ? 'picture.png' : 'film.mp4'}`
  return { json: { ...task, status: 'SUCCEEDED', output: end === 'vanish' ? [] : [output], cost: { credits: 60 } } }
}

function answerLuma({ method, path, headers, body, origin }: MediaCall, { isDone }: Work): MediaAnswer {
  if (!headers.authorization?.startsWith('Bearer ')) return { status: 401, json: { detail: 'Invalid or missing API key' } }
  if (method === 'POST' && path === '/luma/generations') {
    if (endOf(body) === 'cost') return { status: 402, json: { detail: `Insufficient balance ${words}` } }
    const type = body.includes('"type":"video"') ? 'video' : 'image'
    return {
      status: 201,
      json: { id: `${type}-${endOf(body)}`, type, state: 'queued', output: [], failure_reason: null, failure_code: null },
    }
  }
  const [, id = '', type, end = ''] = /^\/luma\/generations\/((video|image)-(\w+))$/.exec(path) ?? []
  if (!id || method !== 'GET') return { status: 404, json: { detail: 'Generation not found' } }
  const generation = { id, type, output: [], failure_reason: null, failure_code: null }
  if (!isDone(id)) return { json: { ...generation, state: 'processing' } }
  const failures: Record<string, string> = {
    refuse: 'content_moderated',
    asset: 'corrupt_input',
    fail: 'generation_failed',
    overspend: 'budget_exhausted',
  }
  const failure_code = failures[end]
  if (failure_code) return { json: { ...generation, state: 'failed', failure_reason: words, failure_code } }
  const url = `${origin}/studio/${type === 'video' ? 'film.mp4' : 'picture.png'}`
  return { json: { ...generation, state: 'completed', output: end === 'vanish' ? [] : [{ type, url }] } }
}

function answerKling({ method, path, headers, body, origin }: MediaCall, { isDone, named }: NamedWork): MediaAnswer {
  const answer = (code: number, status: number, data?: unknown): MediaAnswer => ({
    status,
    json: { code, message: code === 0 ? 'SUCCEED' : words, request_id: 'q', ...(data !== undefined && { data }) },
  })
  if (!headers.authorization?.startsWith('Bearer ')) return answer(1001, 401)
  if (method === 'POST' && /^\/kling\/(text|image)-to-video\/kling-[\w.-]+$/.test(path)) {
    const refusals: Record<string, [number, number]> = { cost: [1102, 429], crowd: [1303, 429], forbid: [1301, 400], mistake: [1201, 400] }
    const refusal = refusals[endOf(body)]
    if (refusal) return answer(...refusal)
    const [, external_id = ''] = /"external_task_id":"([^"]+)"/.exec(body) ?? []
    const id = `${endOf(body)}-${named.size}`
    named.set(external_id, id)
    return answer(0, 200, { id, status: 'submitted', create_time: 1, update_time: 1, external_id })
  }
  const query = new URL(path, origin).searchParams
  const tasks = [...named].flatMap(([external_id, id]) => {
    if (id !== query.get('task_ids') && external_id !== query.get('external_task_ids')) return []
    const task = { id, external_id, create_time: 1, update_time: 2 }
    if (!isDone(id)) return [{ ...task, status: 'processing' }]
    const [end = ''] = id.split('-')
    const messages: Record<string, string> = {
      refuse: `Failure to pass the risk control system ${words}`,
      fail: `The service is out of order ${words}`,
    }
    if (messages[end]) return [{ ...task, status: 'failed', message: messages[end], outputs: [] }]
    const outputs = [{ type: 'video', id: 'v1', url: `${origin}/studio/film.mp4`, duration: '5.1' }]
    return [{ ...task, status: 'succeeded', outputs: end === 'vanish' ? [] : outputs, billing: [] }]
  })
  return answer(0, 200, tasks)
}

function answerStability({ method, path, headers, body }: MediaCall, picture: Uint8Array): MediaAnswer {
  const refusal = (status: number, name: string, error: string) => ({ status, json: { id: 'e1', name, errors: [`${error} ${words}`] } })
  if (!headers.authorization?.startsWith('Bearer ')) return refusal(401, 'unauthorized', 'authorization: missing')
  if (
    method !== 'POST' ||
    !/^\/stability\/v2beta\/stable-image\/(generate\/(core|ultra|sd3)|edit\/(inpaint|outpaint|remove-background)|upscale\/fast)$/.test(path)
  )
    return refusal(404, 'not_found', 'no')
  if (headers.accept !== 'application/json') return refusal(400, 'bad_request', 'accept: must be application/json')
  const end = endOf(body)
  if (end === 'refuse') return refusal(403, 'content_moderation', 'Your request was flagged by our content moderation system.')
  if (end === 'cost') return refusal(402, 'payment_required', 'You lack sufficient credits to make this request.')
  const finish_reason = end === 'blur' ? 'CONTENT_FILTERED' : 'SUCCESS'
  return { json: { ...(end !== 'vanish' && { image: Buffer.from(picture).toString('base64') }), finish_reason, seed: 7 } }
}

function answerRecraft({ method, path, headers, body, origin }: MediaCall): MediaAnswer {
  if (!headers.authorization?.startsWith('Bearer ')) return { status: 401, json: { code: 'unauthorized', message: 'Unauthorized' } }
  if (method === 'POST' && /^\/recraft\/images\/(removeBackground|crispUpscale)$/.test(path))
    return { json: { created: 1, credits: 10, image: { image_id: 'i0', url: `${origin}/studio/picture.png` } } }
  if (method !== 'POST' || path !== '/recraft/images/generations') return { status: 404, json: { code: 'not_found', message: 'Not found' } }
  if (endOf(body) === 'cost') return { status: 400, json: { code: 'bad_request', message: `not enough credits ${words}` } }
  const count = endOf(body) === 'vanish' ? 0 : Number(/"n":(\d)/.exec(body)?.[1] ?? 1)
  const data = Array.from({ length: count }, (_, index) => ({ image_id: `i${index}`, url: `${origin}/studio/picture.png` }))
  return { json: { created: 1, credits: 35 * count, data } }
}

function answerIdeogram({ method, path, headers, body, origin }: MediaCall, { isDone }: Work): MediaAnswer {
  if (!headers['api-key']) return { status: 401, json: { detail: 'Unauthorized' } }
  if (method === 'POST' && /^\/ideogram\/image\/(generate|precise-edit)\/ideogram-4-5$|remove-background\/ideogram-1$/.test(path)) {
    const end = endOf(body)
    if (end === 'forbid') return { status: 422, json: { detail: `Prompt failed safety check ${words}` } }
    if (end === 'cost') return { status: 402, json: { error: `Insufficient credits. ${words}`, reject_reason: 'insufficient_funds' } }
    return { json: { generation_id: `${end}-${/name="num_images"\s+(\d)/.exec(body)?.[1] ?? 1}` } }
  }
  const [, generation_id = '', end, count] = /^\/ideogram\/generations\/((\w+)-(\d))$/.exec(path) ?? []
  if (!generation_id || method !== 'GET') return { status: 404, json: { detail: 'Not found' } }
  const generation = { generation_id, created: '2026-11-23T00:00:00Z' }
  if (!isDone(generation_id)) return { json: { ...generation, status: 'pending' } }
  const failures: Record<string, string> = { refuse: 'content_policy_violation', fail: 'internal_error' }
  if (failures[end ?? '']) return { json: { ...generation, status: 'failed', failure_reason: failures[end ?? ''] } }
  const isSafe = (index: number) => end !== 'blur' && !(end === 'filter' && index === 0)
  const data = Array.from({ length: end === 'vanish' ? 0 : Number(count) }, (_, index) => ({
    is_image_safe: isSafe(index),
    prompt: words,
    resolution: '2048x2048',
    seed: index,
    url: isSafe(index) ? `${origin}/studio/picture.png` : '',
  }))
  return { json: { ...generation, status: 'completed', response_type: 'url', data } }
}

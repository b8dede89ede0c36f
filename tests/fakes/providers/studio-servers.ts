import type { MediaAnswer, MediaCall } from './media-server.ts'

/** Runway: work that is started, is still running when it is polled once, and then done. The prompt chooses another end. */
export function answerStudios({ film, picture }: { film: Uint8Array; picture: Uint8Array }) {
  const asked = new Map<string, number>()
  const deleted = new Set<string>()
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
    return undefined
  }
}

type Work = { isDone(id: string): boolean; deleted: Set<string> }

/** The end that a prompt asks for. */
const endOf = (body: string) => /will-(\w+)/.exec(body)?.[1] ?? 'succeed'

const words = 'UPSTREAM-WORDS'

function answerRunway({ method, path, headers, body, origin }: MediaCall, { isDone, deleted }: Work): MediaAnswer {
  if (!headers.authorization?.startsWith('Bearer ')) return { status: 401, json: { error: 'The API key is not valid.' } }
  if (headers['x-runway-version'] !== '2024-11-06') return { status: 400, json: { error: 'X-Runway-Version is not valid.' } }
  const [, started] = /^\/runway\/(text_to_video|image_to_video|text_to_image)$/.exec(path) ?? []
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

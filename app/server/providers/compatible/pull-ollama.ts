import * as v from 'valibot'
import { fetchWithin } from '../../egress/fetch-within.ts'
import { measureSpeed } from '../measure-speed.ts'

export type PullFailure = 'unreachable' | 'failed'
export type PullProgress = { bytes: number; total: number | null; perSecond: number | null }

export type PullOptions = { url: string; model: string; signal: AbortSignal; onProgress: (progress: PullProgress) => void }

const lineSchema = v.object({
  status: v.optional(v.string()),
  digest: v.optional(v.string()),
  total: v.optional(v.number()),
  completed: v.optional(v.number()),
  error: v.optional(v.string()),
})
const longestLine = 100_000

/** Makes an Ollama server download a model; Ollama itself resumes and verifies. Returns the cause of a failure, and null on success. */
export async function pullFromOllama({ url, model, signal, onProgress }: PullOptions): Promise<PullFailure | null> {
  const speed = measureSpeed()
  const layers = new Map<string, { total: number; completed: number }>()
  try {
    const response = await fetchWithin([url])(`${url}/api/pull`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: true }),
      signal,
    })
    if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`)
    for await (const line of linesOf(response.body)) {
      const { status, digest, total, completed = 0, error } = v.parse(lineSchema, JSON.parse(line))
      if (error !== undefined) throw new Error(error)
      if (status === 'success') return null
      if (digest === undefined || total === undefined) continue
      layers.set(digest, { total, completed })
      const bytes = sum(layers, 'completed')
      onProgress({ bytes, total: sum(layers, 'total'), perSecond: speed.add(bytes) })
    }
    throw new Error('the answer ended early')
  } catch (error) {
    return error instanceof TypeError ? 'unreachable' : 'failed'
  }
}

const sum = (layers: ReadonlyMap<string, { total: number; completed: number }>, part: 'total' | 'completed') =>
  [...layers.values()].reduce((all, layer) => all + layer[part], 0)

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let left = ''
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    const lines = (left + text).split('\n')
    left = lines.pop() ?? ''
    if (left.length > longestLine) throw new Error('a line is too long')
    for (const line of lines) if (line.trim() !== '') yield line
  }
  if (left.trim() !== '') yield left
}

import * as v from 'valibot'
import { measureSpeed } from '../local/measure-speed.ts'

export type PullFailure = 'unreachable' | 'failed'
export type Pull = { model: string; bytes: number; total: number | null; perSecond: number | null; failure: PullFailure | null }

export type Pulls = {
  list(): Pull[]
  /** Makes an Ollama server download a model. A second call for the same model changes nothing while it is being downloaded. */
  start(model: string, server: { url: string }): void
  /** Stops a download, whose part stays with Ollama, or forgets a failed one. */
  cancel(model: string): void
  close(): Promise<void>
}

const lineSchema = v.object({
  status: v.optional(v.string()),
  digest: v.optional(v.string()),
  total: v.optional(v.number()),
  completed: v.optional(v.number()),
  error: v.optional(v.string()),
})
const longestLine = 100_000

/** Opens the downloads that this process has asked Ollama for. Ollama itself downloads, resumes and verifies. */
export function openPulls({ onDone }: { onDone?: () => void } = {}): Pulls {
  const pulls = new Map<string, { pull: Pull; stop: AbortController; work: Promise<void> }>()

  async function run(pull: Pull, url: string, signal: AbortSignal): Promise<void> {
    const speed = measureSpeed()
    const layers = new Map<string, { total: number; completed: number }>()
    try {
      const response = await fetch(`${url}/api/pull`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: pull.model, stream: true }),
        redirect: 'error',
        signal,
      })
      if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`)
      for await (const line of linesOf(response.body)) {
        const { status, digest, total, completed = 0, error } = v.parse(lineSchema, JSON.parse(line))
        if (error !== undefined) throw new Error(error)
        if (status === 'success') {
          pulls.delete(pull.model)
          onDone?.()
          return
        }
        if (digest === undefined || total === undefined) continue
        layers.set(digest, { total, completed })
        pull.bytes = sum(layers, 'completed')
        pull.total = sum(layers, 'total')
        pull.perSecond = speed.add(pull.bytes)
      }
      throw new Error('the answer ended early')
    } catch (error) {
      if (signal.aborted) return
      pull.failure = error instanceof TypeError ? 'unreachable' : 'failed'
    }
  }

  return {
    list: () => [...pulls.values()].map(({ pull }) => ({ ...pull })),
    start(model, { url }) {
      const known = pulls.get(model)
      if (known && known.pull.failure === null) return
      const pull: Pull = { model, bytes: 0, total: null, perSecond: null, failure: null }
      const stop = new AbortController()
      pulls.set(model, { pull, stop, work: run(pull, url, stop.signal) })
    },
    cancel(model) {
      pulls.get(model)?.stop.abort()
      pulls.delete(model)
    },
    async close() {
      const open = [...pulls.values()]
      for (const { stop } of open) stop.abort()
      await Promise.all(open.map(({ work }) => work))
    },
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

import * as v from 'valibot'
import { openSocket } from '../../egress/open-socket.ts'
import type { OwnServer } from '../compatible/own-server.ts'
import type { Nodes } from './workflow.ts'

/** Sampling takes nearly all of the time, so a sampler counts as much as this many other nodes. */
const samplerWeight = 20
const weightOf = (className: string) => (/Sampler(?!Select)/.test(className) ? samplerWeight : 1)

/** Milliseconds without a reader after which the connection is closed. */
const unreadMs = 60_000

export type ProgressWatch = {
  /** Progress, 0..1; null before the work has started. */
  read(): number | null
  close(): void
}

const messageSchema = v.variant('type', [
  v.object({ type: v.literal('execution_cached'), data: v.object({ nodes: v.array(v.string()) }) }),
  v.object({ type: v.literal('executing'), data: v.object({ node: v.nullable(v.string()) }) }),
  v.object({ type: v.literal('executed'), data: v.object({ node: v.string() }) }),
  /** All nodes that have started; older versions send the other messages alone. What a node expands to has its id as `display_node_id`. */
  v.object({
    type: v.literal('progress_state'),
    data: v.object({
      nodes: v.record(
        v.string(),
        v.object({ value: v.number(), max: v.number(), state: v.string(), display_node_id: v.optional(v.string()) }),
      ),
    }),
  }),
  v.object({ type: v.literal('progress'), data: v.object({ value: v.number(), max: v.number(), node: v.nullish(v.string()) }) }),
])
type Message = v.InferOutput<typeof messageSchema>

/** Follows the messages that ComfyUI sends to the client of a run. A broken connection costs the progress and nothing else. */
export function watchProgress({ baseUrl, headers }: OwnServer, { clientId, nodes }: { clientId: string; nodes: Nodes }): ProgressWatch {
  const weights = new Map(Object.entries(nodes).map(([id, node]) => [id, weightOf(node.class_type)]))
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const done = new Set<string>()
  let current: string | null = null
  let part = 0
  let progress: number | null = null

  const address = `${baseUrl.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`
  const socket = openSocket(address, { server: baseUrl, headers })
  const unread = setTimeout(() => socket.close(), unreadMs)
  unread.unref()
  // Without a listener for errors, a refused connection would be an uncaught exception.
  socket.addEventListener('error', () => undefined)
  socket.addEventListener('message', ({ data }) => {
    const parsed = typeof data === 'string' ? v.safeParse(messageSchema, parse(data)) : undefined
    if (parsed?.success) follow(parsed.output)
  })

  function follow(message: Message): void {
    if (message.type === 'execution_cached') for (const node of message.data.nodes) done.add(node)
    else if (message.type === 'executed') done.add(message.data.node)
    else if (message.type === 'progress_state') {
      for (const [id, { value, max, state, display_node_id: shown = id }] of Object.entries(message.data.nodes)) {
        if (state === 'finished' && shown === id) done.add(id)
        if (state !== 'running' || max <= 0) continue
        current = shown
        part = value / max
      }
    } else if (message.type === 'executing') {
      if (current !== null) done.add(current)
      current = message.data.node
      part = 0
    } else if (message.data.max > 0) {
      current = message.data.node ?? current
      part = message.data.value / message.data.max
    }
    const weightDone = [...done].reduce((sum, node) => sum + (weights.get(node) ?? 0), 0)
    const weightNow = current === null || done.has(current) ? 0 : (weights.get(current) ?? 0)
    progress = Math.min(0.99, Math.max(progress ?? 0, (weightDone + weightNow * Math.min(1, Math.max(0, part))) / total))
  }

  return {
    read() {
      unread.refresh()
      return progress
    },
    close() {
      clearTimeout(unread)
      socket.close()
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

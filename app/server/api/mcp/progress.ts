import type { ServerContext } from '@modelcontextprotocol/server'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'

/** Milliseconds between notifications. */
const pauseMs = 500

type Sending = Pick<ServerContext['mcpReq'], '_meta' | 'notify'>

/** Reports a run to a client that asked for it. The protocol demands that the number rises with each notification. */
export function openProgress({ _meta, notify }: Sending): (row: GenerationRow) => Promise<void> {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return async () => undefined
  let reported = -1
  let reportedAt = 0
  return async (row) => {
    const { progress, total, message } = progressOf(row)
    if (progress <= reported || Date.now() - reportedAt < pauseMs) return
    reported = progress
    reportedAt = Date.now()
    // A client that has left is noticed by its signal.
    await notify({ method: 'notifications/progress', params: { progressToken, progress, message, ...(total && { total }) } }).catch(
      () => undefined,
    )
  }
}

/** A queued run is at zero, and a text counts its characters. */
function progressOf({ id, type, status, progress, text }: GenerationRow): { progress: number; total?: number; message: string } {
  if (status === 'queued') return { progress: 0, message: `Run ${id} waits in the queue.` }
  if (type === 'text') return { progress: 1 + (text?.length ?? 0), message: `Run ${id} has written ${text?.length ?? 0} characters.` }
  const percent = Math.round((progress ?? 0) * 100)
  return { progress: 1 + percent, total: 101, message: `Run ${id} is at ${percent}%.` }
}

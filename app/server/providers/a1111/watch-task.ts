import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { callJson } from '../connected/media/call-json.ts'
import { type OwnServer, postJson } from '../compatible/own-server.ts'

/** The state of one task. SD.Next knows no task by the id that was given to it, and calls it neither active nor queued. */
const taskSchema = v.object({
  active: v.boolean(),
  queued: v.boolean(),
  progress: v.nullish(v.number()),
  live_preview: v.nullish(v.string()),
  id_live_preview: v.nullish(v.number()),
})
const pendingSchema = v.object({ tasks: v.array(v.string()) })
/** The state of the picture that is drawn, for any client. */
const progressSchema = v.object({ progress: v.number(), current_image: v.nullish(v.string()) })

const intervalMs = 700

export type TaskState = { state: 'queued'; ahead: number } | { state: 'active' | 'unknown'; progress: number; picture?: string | undefined }

/** Asks for the state of a task by its id; undefined if the server has no such question, or does not answer. */
async function askTask(server: OwnServer, { id, preview, signal }: { id: string; preview: number; signal: AbortSignal }) {
  const body = { id_task: id, id_live_preview: preview, live_preview: true }
  return callJson(server, { path: '/internal/progress', ...postJson(body), signal, schema: taskSchema }).catch(() => undefined)
}

/** Whether the task is drawn at the moment; null if the server does not say. */
export async function isDrawn(server: OwnServer, id: string, signal: AbortSignal): Promise<boolean | null> {
  const task = await askTask(server, { id, preview: -1, signal })
  return task && (task.active || task.queued) ? task.active : null
}

/** Reports the state of a task until the signal: its place in the queue, then its progress with the unfinished picture. */
export async function watchTask(
  server: OwnServer,
  { id, signal, onState }: { id: string; signal: AbortSignal; onState(state: TaskState): void },
): Promise<void> {
  let preview = -1
  while (!signal.aborted) {
    try {
      await sleep(intervalMs, undefined, { signal })
      const state = await read()
      if (signal.aborted) return
      onState(state)
    } catch {
      // Without an answer there is no progress to show; the picture decides.
    }
  }

  async function read(): Promise<TaskState> {
    const task = await askTask(server, { id, preview, signal })
    if (task?.active) {
      preview = task.id_live_preview ?? preview
      return { state: 'active', progress: task.progress ?? 0, picture: task.live_preview ?? undefined }
    }
    if (task?.queued) {
      const { tasks } = await callJson(server, { path: '/internal/pending-tasks', signal, schema: pendingSchema })
      // The task that is drawn has left the list.
      return { state: 'queued', ahead: Math.max(0, tasks.indexOf(id)) + 1 }
    }
    const path = '/sdapi/v1/progress?skip_current_image=false'
    const { progress, current_image: picture } = await callJson(server, { path, signal, schema: progressSchema })
    return { state: 'unknown', progress, picture: picture ?? undefined }
  }
}

import type { Generation } from '#app/contract/runs/generations.ts'

const statuses = {
  queued: 'queued',
  running: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
} as const satisfies Record<Generation['status'], string>

const unix = (time: string) => Math.floor(Date.parse(time) / 1_000)

/** Shows a run of a video model as a video of OpenAI's protocol. */
export function toVideo({ id, model, status, progress, prompt, files, options, error, ...run }: Generation) {
  const [file] = files
  const isDone = status === 'succeeded'
  return {
    id,
    object: 'video' as const,
    model,
    status: statuses[status],
    progress: isDone ? 100 : Math.round((progress ?? 0) * 100),
    prompt,
    created_at: unix(run.created_at),
    completed_at: isDone && run.finished_at ? unix(run.finished_at) : null,
    expires_at: null,
    seconds: String(options.duration ?? (file?.duration_ms ? file.duration_ms / 1_000 : '')),
    size: file?.width && file.height ? `${file.width}x${file.height}` : String(options.size ?? options.resolution ?? 'auto'),
    remixed_from_video_id: run.parent_id,
    error:
      status === 'canceled' ? { code: 'canceled', message: 'The run was canceled.' } : error && { code: error.code, message: error.detail },
  }
}

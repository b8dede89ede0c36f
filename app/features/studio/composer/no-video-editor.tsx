import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { VideoTask } from '#app/contract/base/values.ts'
import { useUser } from '#app/shell/data/session.queries.ts'

/** Says that no model here does this to a video, and which services can. */
export function NoVideoEditor({ task }: { task: VideoTask }) {
  const user = useUser()
  const titles: Record<VideoTask, ReactNode> = {
    continue_video: <Trans>No model here can extend a video</Trans>,
    change_video: <Trans>No model here can change a video</Trans>,
    lip_sync: <Trans>No model here can add speech to a video</Trans>,
  }
  const services: Record<VideoTask, string> = { continue_video: 'xAI', change_video: 'xAI, Runway', lip_sync: 'fal' }
  const names = services[task]
  return (
    <div role="status" className="mx-5 grid gap-2 rounded-card bg-wash p-4 lg:mx-6">
      <p className="font-medium">{titles[task]}</p>
      <p className="text-sm text-ink-soft">
        <Trans>The built-in models can’t do this. It needs a connected service.</Trans>
      </p>
      {user && user.role !== 'member' && (
        <p className="text-sm text-ink-soft">
          <Trans>For the administrator: connect one of these services: {names}.</Trans>
        </p>
      )}
    </div>
  )
}

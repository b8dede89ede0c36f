import { useNavigate } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import type { VideoTask } from '#app/contract/base/values.ts'
import { Segmented } from '#app/ui/controls/segmented.tsx'

type VideoTasksProps = { task: VideoTask | undefined; offered: readonly VideoTask[] }

/** Switches between making a video and the tasks for which this server has models. */
export function VideoTasks({ task, offered }: VideoTasksProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const names: Record<VideoTask, string> = {
    continue_video: t({ context: 'a video', message: 'Extend' }),
    change_video: t`Change`,
    lip_sync: t`Add speech`,
  }
  return (
    <Segmented
      label={t`What to do`}
      hideLabel
      size="sm"
      value={task ?? 'create'}
      items={[{ value: 'create' as const, label: t`Create` }, ...offered.map((value) => ({ value, label: names[value] }))]}
      onValueChange={(next) => void navigate({ to: '/dashboard/video', search: next === 'create' ? {} : { task: next } })}
    />
  )
}

import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Segmented } from '#app/ui/controls/segmented.tsx'

/** Switches between making sound and turning speech into text. */
export function AudioTasks({ task }: { task: 'transcribe' | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <Segmented
      label={t`What to do`}
      hideLabel
      size="sm"
      value={task ?? 'create'}
      items={[
        { value: 'create', label: t`Create audio` },
        { value: 'transcribe', label: t`Speech to text` },
      ]}
      onValueChange={(next) => void navigate({ to: '/dashboard/audio', search: next === 'transcribe' ? { task: next } : {} })}
    />
  )
}

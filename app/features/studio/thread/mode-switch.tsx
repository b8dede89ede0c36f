import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { Model } from '#app/contract/runs/models.ts'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { rememberModel } from './last-model.ts'

/** Switches between conversation and text tools; shown only if both exist. */
export function ModeSwitch({ models, mode }: { models: readonly Model[]; mode: 'talk' | 'tools' }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const first = {
    talk: models.find(({ history, available }) => history && available) ?? models.find(({ history }) => history),
    tools: models.find(({ history, available }) => !history && available) ?? models.find(({ history }) => !history),
  }
  if (!first.talk || !first.tools) return null
  return (
    <Segmented
      label={t`What to do`}
      hideLabel
      size="sm"
      value={mode}
      items={[
        { value: 'talk', label: t`Conversation` },
        { value: 'tools', label: t`Text tools` },
      ]}
      onValueChange={(next) => {
        const to = first[next]
        if (!to) return
        rememberModel(to.id)
        void navigate({ to: '/dashboard/text', search: { model: to.id } })
      }}
    />
  )
}

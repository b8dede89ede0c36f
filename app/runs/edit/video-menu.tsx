import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { AudioLines, Combine, FastForward, PencilLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { videoTasks, type VideoTask } from '#app/contract/base/values.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { kindPaths } from '#app/shell/media/kinds.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { MenuItem } from '#app/ui/overlays/menu-popup.tsx'
import { Menu } from '#app/ui/overlays/menu.tsx'
import type { EditMenuProps } from './edit-menu.tsx'
import { type Offer, offerFor } from './video-models.ts'

const JoinDialog = lazyPart(async () => (await import('../join/join-dialog.tsx')).JoinDialog)

/** Edits of a video that this server's models can do. Each opens the studio with the model and the video. */
export function VideoMenu({ generation, file, held, onStarted }: EditMenuProps) {
  const [joining, setJoining] = useState(false)
  const { t } = useLingui()
  const navigate = useNavigate()
  const models = useQueryData(modelsQuery()) ?? []
  const limit = useLimit()
  const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const
  const labels: Record<VideoTask, { label: ReactNode; icon: ReactNode }> = {
    continue_video: { label: <Trans context="a video">Extend</Trans>, icon: <FastForward {...icon} /> },
    change_video: { label: <Trans>Change this video</Trans>, icon: <PencilLine {...icon} /> },
    lip_sync: { label: <Trans>Add speech</Trans>, icon: <AudioLines {...icon} /> },
  }
  const index = generation.files.indexOf(file)
  const items = videoTasks.flatMap((task): MenuItem[] => {
    const offer = offerFor(models, task, file)
    if (!offer) return []
    const { model, reason } = offer
    return [
      {
        label: (
          <span className="grid">
            {labels[task].label}
            <span className="text-sm text-ink-soft">{reason === undefined ? model.name : limit(offer)}</span>
          </span>
        ),
        icon: labels[task].icon,
        disabled: reason !== undefined,
        onSelect: () =>
          void navigate({
            to: kindPaths.video,
            search: { prompt: '', task, model: model.id, input: generation.id, index, role: 'source' },
          }),
      },
    ]
  })
  if (models.some((model) => model.task === 'join_videos' && model.available))
    items.push({ label: <Trans>Join with other videos</Trans>, icon: <Combine {...icon} />, onSelect: () => setJoining(true) })
  return (
    <>
      <Menu
        label={t`Edit`}
        align="start"
        held={held}
        items={items}
        header={
          items.length === 0 && (
            <p className="max-w-72 text-sm text-ink-soft">
              <Trans>No model on this server can edit videos.</Trans>
            </p>
          )
        }
      />
      {joining && <JoinDialog works={[generation]} onClose={() => setJoining(false)} onStarted={onStarted} />}
    </>
  )
}

/** Returns the words for the limit of a model that a video exceeds. */
function useLimit(): (offer: Offer) => string {
  const { t } = useLingui()
  const { number } = useFormat()
  return ({ model: { name }, input, reason }) => {
    const [most, least, megabytes] = [
      number(input.max_seconds ?? 0),
      number(input.min_seconds ?? 0),
      number(Math.floor((input.max_bytes ?? 0) / 1_000_000)),
    ]
    if (reason === 'too_long') return t`${name}: up to ${most} s`
    if (reason === 'too_short') return t`${name}: at least ${least} s`
    return reason === 'too_large' ? t`${name}: up to ${megabytes} MB` : t`${name}: MP4 only`
  }
}

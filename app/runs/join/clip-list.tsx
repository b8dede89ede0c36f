import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useFormat } from '#app/shell/i18n/format.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import { MoveButtons, moveItem, OrderHandle, OrderNews, useOrder } from '#app/ui/controls/ordered-list.tsx'
import type { Clip } from './clips.ts'

type ClipListProps = { clips: readonly Clip[]; onChange: (clips: Clip[]) => void }

/** The videos in order. */
export function ClipList({ clips, onChange }: ClipListProps) {
  const { t } = useLingui()
  const { duration } = useFormat()
  const order = useOrder({ keys: clips.map(({ key }) => key), onMove: (from, to) => onChange(moveItem(clips, from, to)) })

  if (clips.length === 0) return null
  return (
    <div>
      <ol {...order.listProps} aria-label={t`Videos in order`} className="grid gap-2">
        {clips.map(({ key, name, file }, at) => (
          <li
            key={key}
            className={`grid grid-cols-[auto_5rem_1fr_auto] items-center gap-x-3 rounded-control border border-line bg-surface pr-1 ${order.held === key ? 'shadow-float' : ''}`}
          >
            <OrderHandle order={order} at={at} name={name} itemKey={key} className="h-full min-h-14" />
            {file.thumbnail_url ? (
              <img src={file.thumbnail_url} alt="" draggable={false} className="h-12 w-20 rounded-[6px] bg-wash object-cover" />
            ) : (
              <span className="h-12 w-20 rounded-[6px] bg-wash" />
            )}
            <span className="min-w-0">
              <span className="line-clamp-1 wrap-anywhere">{name}</span>
              <span className="tabular text-sm text-ink-soft">{duration(file.duration_ms ?? 0)}</span>
            </span>
            <span className="flex max-sm:col-span-full max-sm:justify-end">
              {clips.length > 1 && <MoveButtons order={order} at={at} name={name} />}
              <IconButton label={t`Remove: ${name}`} onClick={() => onChange(clips.filter((clip) => clip.key !== key))}>
                <X aria-hidden strokeWidth={1.75} />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <OrderNews order={order} />
      {clips.length > 1 && (
        <p className="mt-2 text-sm text-ink-soft">
          <Trans>The first video sets the size and the frame rate. Others get black bars if their shape differs.</Trans>
        </p>
      )}
    </div>
  )
}

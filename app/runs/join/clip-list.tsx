import { Trans, useLingui } from '@lingui/react/macro'
import { GripVertical, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useFormat } from '#app/shell/i18n/format.ts'
import { IconButton } from '#app/ui/button.tsx'
import { type Clip, moveClip } from './clips.ts'

type ClipListProps = { clips: readonly Clip[]; onChange: (clips: Clip[]) => void }

/** The videos in order. They are moved by their handle: dragged, or by the arrow keys. */
export function ClipList({ clips, onChange }: ClipListProps) {
  const { t } = useLingui()
  const { duration } = useFormat()
  const list = useRef<HTMLOListElement>(null)
  const [held, setHeld] = useState<number | null>(null)
  const [news, setNews] = useState('')

  function move(from: number, to: number) {
    if (to < 0 || to >= clips.length || from === to) return
    onChange(moveClip(clips, from, to))
    const [place, count] = [to + 1, clips.length]
    setNews(t`Place ${place} of ${count}`)
  }

  function onPointerMove({ clientY }: PointerEvent) {
    const from = clips.findIndex(({ key }) => key === held)
    const places = [...(list.current?.children ?? [])].map((place) => place.getBoundingClientRect())
    const to = places.findIndex(({ top, bottom }) => clientY >= top && clientY <= bottom)
    if (from >= 0 && to >= 0) move(from, to)
  }

  function onKeyDown(event: KeyboardEvent, at: number) {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: clips.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(at, to)
  }

  const count = clips.length
  const placed = (name: string, place: number) => t`Move: ${name}. Place ${place} of ${count}`

  if (count === 0) return null
  return (
    <div>
      <ol
        ref={list}
        aria-label={t`Videos in order`}
        className="grid gap-2"
        onPointerMove={(event) => held !== null && onPointerMove(event)}
        onPointerUp={() => setHeld(null)}
        onPointerCancel={() => setHeld(null)}
      >
        {clips.map(({ key, name, file }, at) => (
          <li
            key={key}
            className={`grid grid-cols-[auto_5rem_1fr_auto] items-center gap-3 rounded-control border border-line bg-surface pr-1 ${held === key ? 'shadow-float' : ''}`}
          >
            <button
              type="button"
              aria-label={placed(name, at + 1)}
              title={t`Drag, or press the arrow keys`}
              onKeyDown={(event) => onKeyDown(event, at)}
              onPointerDown={(event) => {
                // Captured by the list, because an element that is moved in the document loses the pointer.
                list.current?.setPointerCapture(event.pointerId)
                setHeld(key)
              }}
              className="grid h-full min-h-14 w-11 cursor-grab touch-none place-items-center rounded-control text-ink-soft hover:text-ink active:cursor-grabbing"
            >
              <GripVertical aria-hidden className="size-5" strokeWidth={1.75} />
            </button>
            {file.thumbnail_url ? (
              <img src={file.thumbnail_url} alt="" draggable={false} className="h-12 w-20 rounded-[6px] bg-wash object-cover" />
            ) : (
              <span className="h-12 w-20 rounded-[6px] bg-wash" />
            )}
            <span className="min-w-0">
              <span className="line-clamp-1 wrap-anywhere">{name}</span>
              <span className="tabular text-sm text-ink-soft">{duration(file.duration_ms ?? 0)}</span>
            </span>
            <IconButton label={t`Remove: ${name}`} onClick={() => onChange(clips.filter((clip) => clip.key !== key))}>
              <X aria-hidden strokeWidth={1.75} />
            </IconButton>
          </li>
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
      {clips.length > 1 && (
        <p className="mt-2 text-sm text-ink-soft">
          <Trans>The first video sets the size and the frame rate. Others get black bars if their shape differs.</Trans>
        </p>
      )}
    </div>
  )
}

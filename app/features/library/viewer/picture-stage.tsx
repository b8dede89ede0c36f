import { useLingui } from '@lingui/react/macro'
import { Columns2, Maximize, SquareSplitHorizontal } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'
import { Picture } from '#app/runs/media.tsx'
import { ratioOf, stillsOf } from '#app/runs/stills.ts'
import { ZoomButtons } from '#app/runs/zoom-buttons.tsx'
import { IconButton } from '#app/ui/controls/button.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { useZoom, zoomContent, zoomPane } from '#app/ui/media/use-zoom.ts'
import { SplitHandle } from './split-handle.tsx'
import { thumb } from './strip.tsx'
import type { Compared, CompareMode } from './use-compared.ts'
import { largest } from './work.tsx'

/** Handles a key; returns whether it did. */
export type StageKeys = (event: KeyboardEvent) => boolean

type PictureStageProps = {
  generation: Generation
  file: GenerationFile
  /** Whether there is a strip at the foot of the stage. */
  hasStrip: boolean
  comparing: boolean
  compared: { candidates: readonly Compared[]; other: Compared | undefined }
  mode: CompareMode
  onMode: (mode: CompareMode) => void
  onCompare: (key: string) => void
  /** Absent if there is nothing to compare with. */
  onToggleCompare: (() => void) | undefined
  onFullScreen: () => void
  onZoomed: (zoomed: boolean) => void
  keys: RefObject<StageKeys | null>
}

/** Shows an image with zoom, alone or next to another one that moves with it. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function PictureStage({
  generation,
  file,
  hasStrip,
  comparing,
  compared: { candidates, other },
  mode,
  onMode,
  onCompare,
  onToggleCompare,
  onFullScreen,
  onZoomed,
  keys,
}: PictureStageProps) {
  const { t } = useLingui()
  const zoom = useZoom({ naturalWidth: file.width })
  const [split, setSplit] = useState(50)
  const { zoomed } = zoom

  useEffect(() => {
    onZoomed(zoomed)
    return () => onZoomed(false)
    // oxlint-disable-next-line react/exhaustive-deps -- A setter.
  }, [zoomed])

  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    const arrows: Record<string, readonly [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }
    const arrow = arrows[event.key]
    if (arrow && zoomed) zoom.pan(...arrow)
    // During a comparison, arrow keys do not lead to other works.
    else if (arrow && comparing) return true
    else if (event.key === '+' || event.key === '=') zoom.zoomIn()
    else if (event.key === '-' || event.key === '_') zoom.zoomOut()
    else if (event.key === '0') zoom.reset()
    else return false
    return true
  })
  useEffect(() => {
    keys.current = (event) => onKey(event)
    return () => {
      keys.current = null
    }
  }, [keys])

  const ratio = ratioOf(file)
  const foot = hasStrip ? 'bottom-20' : 'bottom-0'
  const picture = (one: { generation: Generation; file: GenerationFile }, frame: number) => (
    <div
      // Space for the arrows on both sides.
      className={`@container-size absolute inset-0 grid place-items-center ${comparing && mode === 'side' ? 'lg:inset-3' : 'lg:inset-x-18 lg:inset-y-6'}`}
    >
      <div
        {...zoomContent}
        className={`relative ${zoomed ? '' : 'overflow-hidden lg:rounded-card'}`}
        style={{ ...largest(frame), ...zoom.style }}
      >
        <Picture generation={one.generation} file={one.file} sizes="contain" loose={frame !== ratioOf(one.file)} />
      </div>
    </div>
  )
  const pane = 'absolute overflow-hidden'
  const names = { this: t`This image`, other: other?.label ?? '' }

  return (
    <div
      ref={zoom.ref}
      {...zoom.bind}
      className={`absolute inset-0 touch-none select-none dark:bg-black ${zoomed ? 'cursor-grab active:cursor-grabbing' : ''}`}
    >
      {!comparing && (
        <div {...zoomPane} className={`${pane} inset-x-0 top-0 ${foot}`}>
          {picture({ generation, file }, ratio)}
        </div>
      )}
      {comparing && mode === 'split' && (
        <div {...zoomPane} className={`${pane} inset-x-0 top-16 ${foot}`}>
          {picture({ generation, file }, ratio)}
          {other && (
            <>
              <div className="absolute inset-0 bg-wash dark:bg-black" style={{ clipPath: `inset(0 0 0 ${split}%)` }}>
                {picture(other, ratio)}
              </div>
              <SplitHandle value={split} onValueChange={setSplit} label={t`Boundary between the two images`} />
              <Tag side="left">{names.this}</Tag>
              <Tag side="right">{names.other}</Tag>
            </>
          )}
        </div>
      )}
      {comparing && mode === 'side' && (
        <div className={`absolute inset-x-0 top-16 grid grid-rows-2 gap-px sm:grid-cols-2 sm:grid-rows-1 ${foot}`}>
          <div {...zoomPane} className="relative overflow-hidden">
            {picture({ generation, file }, ratio)}
            <Tag side="left">{names.this}</Tag>
          </div>
          {other && (
            <div {...zoomPane} className="relative overflow-hidden">
              {picture(other, ratioOf(other.file))}
              <Tag side="right">{names.other}</Tag>
            </div>
          )}
        </div>
      )}
      <div className="absolute top-3 right-3 z-10 flex items-center gap-1">
        {comparing && (
          <Segmented
            label={t`Comparison mode`}
            hideLabel
            size="sm"
            value={mode}
            onValueChange={onMode}
            className="rounded-control bg-surface/85"
            items={[
              {
                value: 'split',
                label: <span className="max-sm:sr-only">{t`Slider`}</span>,
                icon: <SquareSplitHorizontal aria-hidden strokeWidth={1.75} />,
              },
              {
                value: 'side',
                label: <span className="max-sm:sr-only">{t`Side by side`}</span>,
                icon: <Columns2 aria-hidden strokeWidth={1.75} />,
              },
            ]}
          />
        )}
        <ZoomButtons zoom={zoom} className="rounded-control bg-surface/85" />
        {onToggleCompare && (
          <IconButton
            label={t`Compare`}
            aria-pressed={comparing}
            onClick={onToggleCompare}
            className="bg-surface/85 aria-pressed:text-kind"
          >
            <SquareSplitHorizontal aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
        {document.fullscreenEnabled && (
          <IconButton label={t`Full screen`} onClick={onFullScreen} className="bg-surface/85 max-sm:hidden">
            <Maximize aria-hidden strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      {comparing && <Candidates candidates={candidates} current={other?.key} onChoose={onCompare} />}
    </div>
  )
}

function Tag({ side, children }: { side: 'left' | 'right'; children: ReactNode }) {
  return (
    <span
      className={`pointer-events-none absolute bottom-3 max-w-[42%] truncate rounded-full bg-black/65 px-3 py-1 text-sm text-white ${side === 'left' ? 'left-3' : 'right-3'}`}
    >
      {children}
    </span>
  )
}

type CandidatesProps = { candidates: readonly Compared[]; current: string | undefined; onChoose: (key: string) => void }

function Candidates({ candidates, current, onChoose }: CandidatesProps) {
  const { t } = useLingui()
  return (
    <div
      role="group"
      aria-label={t`Compare with`}
      className="absolute inset-x-3 bottom-3 z-10 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] touch-pan-x gap-1.5 overflow-x-auto rounded-card bg-surface/85 p-1.5 [scrollbar-width:none]"
    >
      {candidates.map(({ key, label, file }) => (
        <button
          key={key}
          type="button"
          aria-label={label}
          title={label}
          aria-current={key === current}
          onClick={() => onChoose(key)}
          className={thumb}
        >
          <img src={file.thumbnail_url ?? stillsOf(file).src ?? file.url} alt="" loading="lazy" className="size-full object-cover" />
        </button>
      ))}
    </div>
  )
}

import { Dialog } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { Brush, Contrast, Eraser, Hand, Redo2, Trash2, Undo2, X } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import { useFormat } from '#app/shell/i18n/format.ts'
import type { GivenPicture } from '#app/runs/edit/use-input-picture.ts'
import { ZoomButtons } from '#app/runs/zoom-buttons.tsx'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Slider } from '#app/ui/controls/slider.tsx'
import { useZoom, zoomContent, zoomPane } from '#app/ui/media/use-zoom.ts'
import { hasSelection, toMaskFile } from './draw-mask.ts'
import { emptyHistory, type MaskHistory } from './mask-history.ts'
import { type MaskBoard, type MaskNews, type MaskTool, useMaskBoard } from './use-mask-board.ts'

/** The longest side of a mask, which is that of the images that services get. */
const longestSide = 2_048

/** Selections of this page's lifetime by image, so that closing the editor loses nothing. */
const selections = new Map<string, MaskHistory>()

type MaskEditorProps = {
  picture: GivenPicture
  /** Identifies the image, to continue its earlier selection. */
  name: string
  onApply: (mask: File) => void
  onClose: () => void
}

/** A dialog in which a person paints over the part of an image that a model may change. */
export function MaskEditor(props: MaskEditorProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          data-own-keys
          data-kind="image"
          className="fixed inset-0 z-60 grid grid-rows-[auto_1fr_auto] bg-paper transition-opacity duration-200 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Editor {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Editor({ picture, name, onApply, onClose }: MaskEditorProps) {
  const { t } = useLingui()
  const factor = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const width = Math.round(picture.width * factor)
  const height = Math.round(picture.height * factor)
  const [history, setHistory] = useState(() => selections.get(name) ?? emptyHistory)
  const [softness, setSoftness] = useState(8)
  const [problem, setProblem] = useState<'empty' | 'failed' | null>(null)
  const [busy, setBusy] = useState(false)
  const { canvas, ring, board } = useMaskBoard({
    width,
    height,
    history,
    onHistory: (next) => {
      selections.set(name, next)
      setHistory(next)
      setProblem(null)
    },
  })
  const { ref: stage, bind, ...zoom } = useZoom({ naturalWidth: picture.width, drawing: board.drawing })

  async function apply() {
    board.lift()
    if (!canvas.current || !hasSelection(canvas.current)) return setProblem('empty')
    setBusy(true)
    try {
      onApply(await toMaskFile(canvas.current, softness))
      onClose()
    } catch {
      setProblem('failed')
    } finally {
      setBusy(false)
    }
    return undefined
  }

  return (
    <>
      <header className="flex items-center gap-2 border-b border-line px-3 py-2 sm:px-4">
        <Dialog.Close
          render={
            <IconButton label={t`Close`}>
              <X aria-hidden strokeWidth={1.75} />
            </IconButton>
          }
        />
        <Dialog.Title className="min-w-0 flex-1 truncate text-lg">
          <Trans>Select the area to change</Trans>
        </Dialog.Title>
        <Button size="sm" busy={busy} onClick={() => void apply()}>
          <Trans>Use selection</Trans>
        </Button>
      </header>
      <Stage picture={picture} {...{ stage, canvas, ring, bind, board, zoom, width, height, softness }} />
      <footer className="grid gap-2 border-t border-line px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-4">
        <p role="alert" className="text-sm text-danger empty:hidden">
          {problem === 'empty' && <Trans>Paint over the part to change first.</Trans>}
          {problem === 'failed' && <Trans>The selection couldn’t be saved. Try again.</Trans>}
        </p>
        <Tools {...{ board, zoom, softness, onSoftness: setSoftness, longest: Math.max(width, height) }} />
      </footer>
    </>
  )
}

type Zoom = Omit<ReturnType<typeof useZoom>, 'ref' | 'bind'>

type StageProps = {
  picture: GivenPicture
  stage: RefObject<HTMLDivElement | null>
  canvas: RefObject<HTMLCanvasElement | null>
  ring: RefObject<HTMLDivElement | null>
  bind: ReturnType<typeof useZoom>['bind']
  board: MaskBoard
  zoom: Zoom
  width: number
  height: number
  softness: number
}

function Stage({ picture, stage, canvas, ring, bind, board, zoom, width, height, softness }: StageProps) {
  const { t } = useLingui()
  const keysId = useId()
  const words: Record<MaskNews, string> = {
    down: t`Brush down`,
    up: t`Brush up`,
    undone: t`Undone`,
    redone: t`Redone`,
    inverted: t`Selection inverted`,
    cleared: t`Selection cleared`,
  }
  const ratio = width / height
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It has keys and pointers of its own.
    <div
      ref={stage}
      {...bind}
      // No tag is a canvas with keys of its own.
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Its keys need the focus.
      tabIndex={0}
      aria-label={t`Image with selection`}
      aria-describedby={keysId}
      onPointerEnter={board.onHover}
      onPointerMove={(event) => {
        board.onHover(event)
        bind.onPointerMove(event)
      }}
      onKeyDown={(event) => {
        const isZoom: Record<string, () => void> = { '+': zoom.zoomIn, '=': zoom.zoomIn, '-': zoom.zoomOut, '0': zoom.reset }
        const zooms = event.ctrlKey || event.metaKey ? undefined : isZoom[event.key]
        if (zooms) zooms()
        else if (!board.onKey(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
      className={`group relative min-h-0 touch-none overflow-hidden outline-none select-none focus-visible:ring-2 focus-visible:ring-kind focus-visible:ring-inset ${board.drawing ? 'cursor-none' : 'cursor-grab active:cursor-grabbing'}`}
    >
      <div {...zoomPane} className="absolute inset-3 overflow-visible sm:inset-6">
        <div className="@container-size absolute inset-0 grid place-items-center">
          <div
            {...zoomContent}
            className="@container relative overflow-hidden"
            style={{ aspectRatio: String(ratio), width: `min(100cqw, calc(100cqh * ${ratio.toFixed(4)}))`, ...zoom.style }}
          >
            <img src={picture.url} alt="" draggable={false} className="absolute inset-0 size-full" />
            <div className="absolute inset-0 opacity-60">
              <canvas
                ref={canvas}
                width={width}
                height={height}
                className="size-full text-kind-mark"
                style={softness > 0 ? { filter: `blur(${((softness / 2 / width) * 100).toFixed(3)}cqw)` } : undefined}
              />
            </div>
            {board.drawing && (
              <div
                ref={ring}
                aria-hidden
                className={`pointer-events-none absolute top-1/2 left-1/2 aspect-square -translate-x-1/2 -translate-y-1/2 rounded-full border border-white shadow-[0_0_0_1px_black] pointer-coarse:group-not-focus-visible:hidden ${board.isDown ? 'bg-white/40' : ''}`}
                style={{ width: `${(board.size / width) * 100}%` }}
              />
            )}
          </div>
        </div>
      </div>
      <p role="status" className="sr-only">
        {board.news && words[board.news]}
      </p>
      <p id={keysId} className="sr-only">
        <Trans>
          Arrow keys move the brush, with Shift farther. Space puts it down and lifts it. Brackets change its size. B is the brush, E the
          eraser, H moves the image, I inverts, Delete clears, plus and minus zoom.
        </Trans>
      </p>
    </div>
  )
}

type ToolsProps = {
  board: MaskBoard
  zoom: Zoom
  softness: number
  onSoftness: (softness: number) => void
  longest: number
}

function Tools({ board, zoom, softness, onSoftness, longest }: ToolsProps) {
  const { t } = useLingui()
  const { number } = useFormat()
  const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const
  const pixels = (value: number) => t`${number(value)} px`
  const tools: { value: MaskTool; name: string; icon: typeof Brush }[] = [
    { value: 'brush', name: t`Brush`, icon: Brush },
    { value: 'eraser', name: t`Eraser`, icon: Eraser },
    { value: 'move', name: t`Move image`, icon: Hand },
  ]
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2">
      <Segmented
        label={t`Tool`}
        hideLabel
        value={board.tool}
        onValueChange={board.setTool}
        items={tools.map(({ value, name, icon: Icon }) => ({
          value,
          label: <span className="max-sm:sr-only">{name}</span>,
          icon: <Icon {...icon} />,
        }))}
      />
      <div className="flex items-center">
        <IconButton label={t`Undo`} disabled={!board.undo} onClick={board.undo}>
          <Undo2 {...icon} />
        </IconButton>
        <IconButton label={t`Redo`} disabled={!board.redo} onClick={board.redo}>
          <Redo2 {...icon} />
        </IconButton>
        <IconButton label={t`Invert selection`} onClick={board.invert}>
          <Contrast {...icon} />
        </IconButton>
        <IconButton label={t`Clear selection`} onClick={board.clear}>
          <Trash2 {...icon} />
        </IconButton>
      </div>
      <ZoomButtons zoom={zoom} />
      <div className="grid w-full max-w-md grid-cols-2 gap-4 sm:w-96">
        <Slider label={t`Brush size`} value={board.size} onValueChange={board.setSize} {...board.brushes} step={1} format={pixels} />
        <Slider
          label={t`Soft edge`}
          value={softness}
          onValueChange={onSoftness}
          min={0}
          max={Math.max(8, Math.round(longest / 160) * 4)}
          step={4}
          format={pixels}
        />
      </div>
    </div>
  )
}

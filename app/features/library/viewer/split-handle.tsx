import { ChevronsLeftRight } from 'lucide-react'
import type { PointerEvent } from 'react'
import { useFormat } from '#app/shell/i18n/format.ts'

type SplitHandleProps = {
  /** Distance from the left in percent of the pane's width. */
  value: number
  onValueChange: (value: number) => void
  label: string
}

const step = 2
const bigStep = 10

/** The divider between two overlapping images: dragged by pointer, moved by keys. */
export function SplitHandle({ value, onValueChange, label }: SplitHandleProps) {
  const { percent } = useFormat()
  const move = (to: number) => onValueChange(Math.min(100, Math.max(0, to)))
  function follow(event: PointerEvent<HTMLElement>) {
    const pane = event.currentTarget.parentElement?.getBoundingClientRect()
    if (pane && event.currentTarget.hasPointerCapture(event.pointerId)) move(((event.clientX - pane.left) / pane.width) * 100)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      aria-valuetext={percent(value / 100)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={follow}
      onKeyDown={(event) => {
        const steps: Record<string, number> = {
          ArrowLeft: value - step,
          ArrowDown: value - step,
          ArrowRight: value + step,
          ArrowUp: value + step,
          PageDown: value - bigStep,
          PageUp: value + bigStep,
          Home: 0,
          End: 100,
        }
        const to = steps[event.key]
        if (to === undefined) return
        event.preventDefault()
        event.stopPropagation()
        move(to)
      }}
      style={{ left: `${value}%` }}
      className="group absolute inset-y-0 z-5 flex w-11 -translate-x-1/2 cursor-ew-resize touch-none items-center justify-center outline-none"
    >
      <span aria-hidden className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_0_1px_rgb(0_0_0/0.35)]" />
      <span
        aria-hidden
        className="relative grid size-9 place-items-center rounded-full bg-white text-black shadow-[0_0_0_1px_rgb(0_0_0/0.35)] group-focus-visible:ring-3 group-focus-visible:ring-kind"
      >
        <ChevronsLeftRight className="size-5" strokeWidth={1.75} />
      </span>
    </div>
  )
}

import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useFormat } from '#app/shell/i18n/format.ts'
import { type Frame, noSides, type SideName, sideNames } from './use-frame.ts'
import type { GivenPicture } from './use-input-picture.ts'

/** Share of the image's longest side that is free around the frame, to drag its edges into. */
const margin = 0.3
/** Pixels of a key press: a small step, and a large one with Shift. */
const step = 16
const largeStep = 128

const places: Record<SideName, string> = {
  left: 'inset-y-0 left-0 w-6 pointer-coarse:w-11 -translate-x-1/2 cursor-ew-resize',
  right: 'inset-y-0 right-0 w-6 pointer-coarse:w-11 translate-x-1/2 cursor-ew-resize',
  up: 'inset-x-0 top-0 h-6 pointer-coarse:h-11 -translate-y-1/2 cursor-ns-resize',
  down: 'inset-x-0 bottom-0 h-6 pointer-coarse:h-11 translate-y-1/2 cursor-ns-resize',
}
const grips: Record<SideName, string> = { left: 'h-10 w-1.5', right: 'h-10 w-1.5', up: 'h-1.5 w-10', down: 'h-1.5 w-10' }
/** Arrow keys that move an edge outward and inward. */
const arrows: Record<SideName, readonly [outward: string, inward: string]> = {
  left: ['ArrowLeft', 'ArrowRight'],
  right: ['ArrowRight', 'ArrowLeft'],
  up: ['ArrowUp', 'ArrowDown'],
  down: ['ArrowDown', 'ArrowUp'],
}

/** The image in its frame, whose edges are dragged or moved by arrow keys. */
export function FrameStage({ picture, frame, alt }: { picture: GivenPicture; frame: Frame; alt: string }) {
  const { width, height } = picture
  const world = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<{ side: SideName; from: number; value: number; settled: typeof frame.sides } | null>(null)
  // The scale stays while an edge is dragged; otherwise the edge would run away from the pointer.
  const around = held?.settled ?? frame.sides
  const free = Math.round(Math.max(width, height) * margin)
  const whole = { width: width + around.left + around.right + 2 * free, height: height + around.up + around.down + 2 * free }
  const percent = (value: number, of: number) => `${(value / of) * 100}%`
  const ratio = whole.width / whole.height
  const box = (sides: typeof frame.sides) => ({
    left: percent(free + around.left - sides.left, whole.width),
    top: percent(free + around.up - sides.up, whole.height),
    width: percent(width + sides.left + sides.right, whole.width),
    height: percent(height + sides.up + sides.down, whole.height),
  })

  function move({ clientX, clientY }: PointerEvent) {
    const shown = world.current?.getBoundingClientRect()
    if (!held || !shown) return
    const isWide = held.side === 'left' || held.side === 'right'
    const moved = ((isWide ? clientX : clientY) - held.from) * (isWide ? whole.width / shown.width : whole.height / shown.height)
    const outward = held.side === 'left' || held.side === 'up' ? -moved : moved
    frame.setSide(held.side, Math.min(held.value + outward, held.settled[held.side] + free))
  }

  return (
    <div className="@container-size relative min-h-56 touch-none overflow-hidden bg-wash">
      <div className="absolute inset-0 grid place-items-center">
        <div
          ref={world}
          className="relative"
          style={{ aspectRatio: String(ratio), width: `min(100cqw, calc(100cqh * ${ratio.toFixed(4)}))` }}
        >
          <div
            className="absolute bg-[repeating-conic-gradient(var(--line)_0_25%,transparent_0_50%)] bg-size-[20px_20px]"
            style={box(frame.sides)}
          />
          <img src={picture.url} alt={alt} draggable={false} className="absolute select-none" style={box(noSides)} />
          <div className="absolute outline-2 outline-kind" style={box(frame.sides)}>
            {sideNames.map((side) => (
              <Edge
                key={side}
                side={side}
                frame={frame}
                onGrab={(from) => setHeld({ side, from, value: frame.sides[side], settled: frame.sides })}
                onMove={move}
                onRelease={() => setHeld(null)}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

type EdgeProps = {
  side: SideName
  frame: Frame
  onGrab: (from: number) => void
  onMove: (event: PointerEvent) => void
  onRelease: () => void
}

function Edge({ side, frame, onGrab, onMove, onRelease }: EdgeProps) {
  const { t } = useLingui()
  const { number } = useFormat()
  const names: Record<SideName, string> = { left: t`Left edge`, right: t`Right edge`, up: t`Top edge`, down: t`Bottom edge` }
  const isWide = side === 'left' || side === 'right'
  const value = frame.sides[side]

  function onKeyDown(event: KeyboardEvent) {
    const [outward, inward] = arrows[side]
    const by = event.shiftKey ? largeStep : step
    const next: Record<string, number> = { [outward]: value + by, [inward]: value - by, Home: 0, End: frame.most }
    if (next[event.key] === undefined) return
    event.preventDefault()
    event.stopPropagation()
    frame.setSide(side, next[event.key] ?? 0)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={names[side]}
      aria-orientation={isWide ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={frame.most}
      aria-valuenow={value}
      aria-valuetext={t`${number(value)} px added`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        onGrab(isWide ? event.clientX : event.clientY)
      }}
      onPointerMove={onMove}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
      className={`group absolute grid place-items-center outline-none ${places[side]}`}
    >
      <span
        className={`rounded-full border border-white bg-kind group-focus-visible:ring-2 group-focus-visible:ring-kind group-focus-visible:ring-offset-2 ${grips[side]}`}
      />
    </div>
  )
}

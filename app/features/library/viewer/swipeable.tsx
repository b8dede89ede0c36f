import { type PointerEvent, type ReactNode, type Ref, useRef } from 'react'

const swipeFrom = 56

type SwipeableProps = {
  onPrevious: () => void
  onNext: () => void
  /** Whether gestures belong to the image, because it is larger than the stage. */
  disabled: boolean
  ref: Ref<HTMLDivElement>
  children: ReactNode
}

/**
 * The stage, on which a horizontal swipe with one finger leads to the next work; two fingers pinch, and a video's controls keep their
 * gestures.
 */
export function Swipeable({ onPrevious, onNext, disabled, ref, children }: SwipeableProps) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const fingers = useRef(new Set<number>())

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.pointerType !== 'touch') return
    fingers.current.add(event.pointerId)
    const onControls = event.target instanceof Element && event.target.closest('input, button, a, select') !== null
    start.current = fingers.current.size === 1 && !onControls && !disabled ? { x: event.clientX, y: event.clientY } : null
  }
  function onPointerUp(event: PointerEvent<HTMLElement>) {
    fingers.current.delete(event.pointerId)
    if (!start.current) return
    const dx = event.clientX - start.current.x
    const dy = event.clientY - start.current.y
    start.current = null
    if (disabled || Math.abs(dx) < swipeFrom || Math.abs(dx) < Math.abs(dy) * 1.5) return
    if (dx < 0) onNext()
    else onPrevious()
  }
  return (
    <div
      ref={ref}
      className="relative min-h-0 min-w-0 flex-1 touch-pan-y bg-wash"
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerCancel={(event) => {
        fingers.current.delete(event.pointerId)
        start.current = null
      }}
    >
      {children}
    </div>
  )
}

import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const holdMs = 450
/** Pixels; a finger that moves farther is scrolling. */
const slack = 10

/** Selects a tile by a long press. Returns handlers for the list. */
export function useLongPress(onHold: (index: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const held = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      held.current = false
      stop()
      if (event.pointerType !== 'touch' || !event.isPrimary || !(event.target instanceof Element)) return
      const index = Number(event.target.closest<HTMLElement>('[data-index]')?.dataset.index)
      if (!Number.isInteger(index) || event.target.closest('button, label')) return
      start.current = { x: event.clientX, y: event.clientY }
      timer.current = setTimeout(() => {
        held.current = true
        if ('vibrate' in navigator) navigator.vibrate(10)
        onHold(index)
      }, holdMs)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y) > slack) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    /** The click that ends a long press is ignored. */
    onClickCapture(event: MouseEvent<HTMLElement>) {
      if (!held.current) return
      held.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (held.current) event.preventDefault()
    },
  }
}

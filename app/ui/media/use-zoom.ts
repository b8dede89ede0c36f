import { type CSSProperties, type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Fit, clampView, panBy, type Point, type View, wholeView, zoomAt } from './zoom.ts'

/** Zoom factor of one key press or button click. */
const step = 1.5
/** Scale of a double tap; a second one resets it. */
const close = 2.5
const doubleTapMs = 300
const doubleTapPx = 30

/** Attributes of the element that clips an image; the image is centered in it. */
export const zoomPane = { 'data-zoom-pane': '' }
export const zoomContent = { 'data-zoom-content': '' }

/** Drawing with one pointer, in place of panning. */
export type Drawing = {
  onStart: (event: PointerEvent) => void
  onMove: (event: PointerEvent) => void
  onEnd: () => void
  /** A second finger makes it a pinch, so the line was not meant. */
  onAbandon: () => void
}

/**
 * Zoom and pan by wheel, pinch, double tap, drag and calls. The stage gets `bind` and `ref` and must disable the browser's own gestures
 * (`touch-none`); it contains one or two panes, each with an image with `style`. `naturalWidth` is in the image's own pixels.
 */
// oxlint-disable-next-line max-lines-per-function -- A hook whose handlers share one state.
export function useZoom({ naturalWidth, drawing }: { naturalWidth: number | null; drawing?: Drawing | undefined }) {
  const stage = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>(wholeView)
  /** Whether the image is being dragged, which disables easing. */
  const [held, setHeld] = useState(false)
  const pointers = useRef(new Map<number, Point>())
  const lastTap = useRef({ at: 0, x: 0, y: 0 })
  const moved = useRef(false)
  const byTouch = useRef(false)
  const drawn = useRef(false)

  const fitOf = (element: HTMLElement): Fit => {
    const pane = element.querySelector<HTMLElement>('[data-zoom-pane]') ?? element
    const content = pane.querySelector<HTMLElement>('[data-zoom-content]') ?? pane
    // Layout sizes, which transforms do not change.
    const picture = { width: content.offsetWidth, height: content.offsetHeight }
    const most = Math.max(4, (2 * (naturalWidth ?? 0)) / Math.max(1, picture.width))
    return { stage: { width: pane.clientWidth, height: pane.clientHeight }, picture, most }
  }
  /** The position relative to the center of its pane. */
  const pointOf = (element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const boxes = [...element.querySelectorAll('[data-zoom-pane]')].map((pane) => pane.getBoundingClientRect())
    const under = ({ left, right, top, bottom }: DOMRect) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    const box = boxes.find(under) ?? boxes[0] ?? element.getBoundingClientRect()
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
  }
  const change = (next: (view: View, fit: Fit) => View) => {
    const element = stage.current
    if (element) setView((current) => next(current, fitOf(element)))
  }
  const zoomBy = (factor: number, point: Point = { x: 0, y: 0 }) => change((current, fit) => zoomAt(current, factor, point, fit))
  const toggle = (point: Point) => change((current, fit) => (current.scale > 1.01 ? wholeView : zoomAt(current, close, point, fit)))

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const element = stage.current
    if (!element) return
    event.preventDefault()
    // A touchpad pinch arrives as a wheel event with the control key.
    const lines = event.deltaMode === 1 ? 16 : 1
    zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0018)), pointOf(element, event))
  })
  const onResize = useEffectEvent(() => change((current, fit) => clampView(current, fit)))
  useEffect(() => {
    const element = stage.current
    if (!element) return
    // React's wheel listeners are passive and would let the page scroll too.
    const listener = (event: WheelEvent) => onWheel(event)
    element.addEventListener('wheel', listener, { passive: false })
    const observer = new ResizeObserver(() => onResize())
    observer.observe(element)
    return () => {
      element.removeEventListener('wheel', listener)
      observer.disconnect()
    }
  }, [])

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button, input, a, [role="slider"]'))) return
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    byTouch.current = event.pointerType === 'touch'
    moved.current = pointers.current.size > 1
    setHeld(true)
    if (drawing && pointers.current.size === 1) {
      drawn.current = true
      drawing.onStart(event)
    } else if (drawn.current) {
      drawn.current = false
      drawing?.onAbandon()
    }
    // Without capture, a drag that leaves the window never ends.
    if (drawing || view.scale > 1 || pointers.current.size > 1) event.currentTarget.setPointerCapture(event.pointerId)
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId)
    pointers.current.set(event.pointerId, now)
    if (Math.hypot(now.x - before.x, now.y - before.y) > 2) moved.current = true
    const [other] = others
    if (!other) {
      if (drawn.current) drawing?.onMove(event)
      else if (!drawing && view.scale > 1) change((current, fit) => panBy(current, now.x - before.x, now.y - before.y, fit))
      return
    }
    const [, still] = other
    const factor = Math.hypot(now.x - still.x, now.y - still.y) / Math.max(1, Math.hypot(before.x - still.x, before.y - still.y))
    const middle = pointOf(event.currentTarget, { clientX: (now.x + still.x) / 2, clientY: (now.y + still.y) / 2 })
    change((current, fit) => panBy(zoomAt(current, factor, middle, fit), (now.x - before.x) / 2, (now.y - before.y) / 2, fit))
  }

  function onPointerEnd(event: PointerEvent<HTMLDivElement>) {
    if (!pointers.current.delete(event.pointerId)) return
    if (pointers.current.size > 0) return
    setHeld(false)
    if (drawn.current) {
      drawn.current = false
      drawing?.onEnd()
    }
    if (drawing) return
    if (event.type !== 'pointerup' || event.pointerType !== 'touch' || moved.current) return
    const { at, x, y } = lastTap.current
    const near = Math.hypot(event.clientX - x, event.clientY - y) < doubleTapPx
    if (event.timeStamp - at < doubleTapMs && near) {
      lastTap.current = { at: 0, x: 0, y: 0 }
      toggle(pointOf(event.currentTarget, event))
    } else lastTap.current = { at: event.timeStamp, x: event.clientX, y: event.clientY }
  }

  const style: CSSProperties = {
    transform: view.scale === 1 ? undefined : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    transition: held ? 'none' : 'transform 120ms var(--ease-out)',
  }
  return {
    view,
    zoomed: view.scale > 1.01,
    style,
    ref: stage,
    bind: {
      onPointerDown,
      onPointerMove,
      onPointerUp: onPointerEnd,
      onPointerCancel: onPointerEnd,
      onDoubleClick(event: MouseEvent<HTMLDivElement>) {
        // Pointer events have handled the double tap.
        if (byTouch.current || drawing) return
        if (event.target instanceof Element && event.target.closest('button, input, a, [role="slider"]')) return
        toggle(pointOf(event.currentTarget, event))
      },
    },
    zoomIn: () => zoomBy(step),
    zoomOut: () => zoomBy(1 / step),
    reset: () => setView(wholeView),
    /** Moves by a share of the stage's size, for keys. */
    pan: (x: number, y: number) => change((current, fit) => panBy(current, -x * fit.stage.width * 0.2, -y * fit.stage.height * 0.2, fit)),
  }
}

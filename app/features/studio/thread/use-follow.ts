import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Pixels from the end that still count as the end. */
const nearPx = 32
/** Pixels from the end beyond which a button back is offered. */
const farPx = 240
/** Pixels: a page that gets shorter and longer again within a frame moves up by at most this; a reader moves it further. */
const slackPx = 8

const distanceToEnd = () => document.documentElement.scrollHeight - window.innerHeight - window.scrollY

/** Whether the wheel moves a part of the page, such as a list, before it moves the page. */
function isInScrolledPart(target: EventTarget | null): boolean {
  for (let node = target instanceof Element ? target : null; node && node !== document.documentElement; node = node.parentElement)
    if (node.scrollTop > 0) return true
  return false
}

function hasSelectionIn(element: Element): boolean {
  const selection = document.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}

/**
 * Keeps the end of growing content visible while the reader is there. Scrolling up stops it, reaching the end resumes it, and nothing moves
 * during a text selection.
 */
export function useFollow(content: RefObject<HTMLElement | null>) {
  const following = useRef(true)
  /** Whether the reader has left the end, and not a page that became shorter. */
  const isReadersOwn = useRef(false)
  const [far, setFar] = useState(false)

  const toEnd = useCallback((smooth = false) => {
    following.current = true
    isReadersOwn.current = false
    const calm = !smooth || window.matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: calm ? 'instant' : 'smooth' })
  }, [])
  const backToEnd = useCallback(() => {
    if (!isReadersOwn.current) toEnd()
  }, [toEnd])

  useEffect(() => {
    const element = content.current
    if (!element) return
    let last = window.scrollY
    // While following, the page is at the end anyway.
    const look = () => setFar(!following.current && distanceToEnd() > farPx)
    let held = false
    /** Whether the wheel was turned up and the page has not left its end yet, which takes long on a slow machine. */
    let isLeaving = false
    const onScroll = () => {
      const now = window.scrollY
      const distance = distanceToEnd()
      if (distance > 1) isLeaving = false
      if (now < last - slackPx && distance > 1) {
        following.current = false
        if (held) isReadersOwn.current = true
      } else if (!isLeaving && (distance <= 1 || (now > last && distance <= nearPx))) {
        // At the very end, the page may have become shorter, or the wheel has not moved it yet.
        following.current = true
        isReadersOwn.current = false
      }
      if (now > last || now < last - slackPx) last = now
      look()
    }
    // This runs before the page moves, because a chunk that arrives at this moment would undo the movement.
    const onWheel = ({ deltaY, target }: WheelEvent) => {
      if (deltaY === 0 || window.scrollY === 0 || isInScrolledPart(target)) return
      isLeaving = deltaY < 0
      if (!isLeaving) return
      following.current = false
      isReadersOwn.current = true
    }
    const onTouch = ({ type }: TouchEvent) => (held = type === 'touchstart')
    const observer = new ResizeObserver(() => {
      if (following.current && !held && !hasSelectionIn(element)) {
        window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
        // A page that became shorter has moved up on its own; its event may come when the page has grown again.
        last = window.scrollY
      } else look()
    })
    observer.observe(element)
    observer.observe(document.body)
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('wheel', onWheel, { passive: true })
    for (const type of ['touchstart', 'touchend', 'touchcancel'] as const) window.addEventListener(type, onTouch, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('wheel', onWheel)
      for (const type of ['touchstart', 'touchend', 'touchcancel'] as const) window.removeEventListener(type, onTouch)
    }
  }, [content])

  return {
    far,
    toEnd,
    /** Moves to the end after a change of the page, unless the reader has left it. */
    backToEnd,
  }
}

import { useEffect, useRef } from 'react'
import { Button } from '../controls/button.tsx'

type AutoMoreProps = {
  label: string
  busy: boolean
  /** Whether automatic loading is paused, for instance after a failure; the button still works. */
  paused?: boolean | undefined
  onMore: () => void
}

/** Distance from the window at which the end of a list that is being scrolled counts as reached. */
const ahead = '400px'

/** The end of an endless list: loads more shortly before it is reached, with a button for keyboard users. A page that nobody scrolls loads nothing ahead. */
export function AutoMore({ label, busy, paused = false, onMore }: AutoMoreProps) {
  const ref = useRef<HTMLDivElement>(null)
  const ask = useRef(onMore)
  useEffect(() => {
    ask.current = onMore
  })
  useEffect(() => {
    const end = ref.current
    if (!end || busy || paused) return
    const observe = (rootMargin: string) => {
      const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && ask.current(), {
        rootMargin,
      })
      observer.observe(end)
      return observer
    }
    let observer = observe('0px')
    function scrolled() {
      observer.disconnect()
      observer = observe(ahead)
    }
    window.addEventListener('scroll', scrolled, { capture: true, once: true, passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', scrolled, { capture: true })
    }
  }, [busy, paused])
  return (
    <div ref={ref} className="grid justify-items-center py-6">
      <Button variant="secondary" busy={busy} onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}

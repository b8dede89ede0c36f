import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

type AutoMoreProps = {
  label: string
  busy: boolean
  /** Whether automatic loading is paused, for instance after a failure; the button still works. */
  paused?: boolean | undefined
  onMore: () => void
}

/** The end of an endless list: loads more shortly before it is reached, with a button for keyboard users. */
export function AutoMore({ label, busy, paused = false, onMore }: AutoMoreProps) {
  const ref = useRef<HTMLDivElement>(null)
  const ask = useRef(onMore)
  useEffect(() => {
    ask.current = onMore
  })
  useEffect(() => {
    if (!ref.current || busy || paused) return
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && ask.current(), {
      rootMargin: '400px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [busy, paused])
  return (
    <div ref={ref} className="grid justify-items-center py-6">
      <Button variant="secondary" busy={busy} onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}

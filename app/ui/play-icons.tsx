import { Pause, Play } from 'lucide-react'

/** Both icons of a button with `data-toggle`; the styles show the one that fits its `data-playing`. */
export function PlayIcons({ className = '' }: { className?: string }) {
  return (
    <>
      <Play aria-hidden data-when="paused" className={`translate-x-px ${className}`} strokeWidth={1.75} />
      <Pause aria-hidden data-when="playing" className={className} strokeWidth={1.75} />
    </>
  )
}

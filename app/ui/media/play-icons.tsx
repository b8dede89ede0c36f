import { Pause, Play } from 'lucide-react'

type PlayIconsProps = {
  className?: string
  /** Ids of icons drawn elsewhere in the page, which are referenced instead of copied. */
  drawn?: { play: string; pause: string } | undefined
}

/** Both icons of a button with `data-toggle`; the styles show the one for its `data-playing`. */
export function PlayIcons({ className = '', drawn }: PlayIconsProps) {
  if (drawn)
    return (
      <>
        <svg aria-hidden data-when="paused" className={`translate-x-px ${className}`}>
          <use href={`#${drawn.play}`} />
        </svg>
        <svg aria-hidden data-when="playing" className={className}>
          <use href={`#${drawn.pause}`} />
        </svg>
      </>
    )
  return (
    <>
      <Play aria-hidden data-when="paused" className={`translate-x-px ${className}`} strokeWidth={1.75} />
      <Pause aria-hidden data-when="playing" className={className} strokeWidth={1.75} />
    </>
  )
}

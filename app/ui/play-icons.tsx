import { Pause, Play } from 'lucide-react'

type PlayIconsProps = {
  className?: string
  /** Ids of drawings elsewhere in the page, which it then shows instead of copies. */
  drawn?: { play: string; pause: string } | undefined
}

/** Both icons of a button with `data-toggle`; the styles show the one that fits its `data-playing`. */
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

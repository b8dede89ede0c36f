import { Check, Pause, Play, Plus } from 'lucide-react'
import { kindIcons } from '#app/shell/media/kinds.tsx'

const icons = { ...kindIcons, check: Check, plus: Plus, play: Play, pause: Pause }

/** Ids of the icons for `PlayIcons`. */
export const playIcons = { play: 'icon-play', pause: 'icon-pause' }

/** The icons that the page shows several times, drawn once, because each copy would cost 300 bytes. */
export function HomeIcons() {
  return (
    <svg aria-hidden width={0} height={0} className="absolute">
      <defs>
        {Object.entries(icons).map(([name, Icon]) => (
          <Icon key={name} id={`icon-${name}`} aria-hidden={undefined} className="icon-once" strokeWidth={1.75} />
        ))}
      </defs>
    </svg>
  )
}

type HomeIconProps = {
  name: keyof typeof icons
  /** Shows the icon in the color of a kind. */
  kind?: keyof typeof kindIcons | undefined
  className: string
}

export function HomeIcon({ name, kind, className }: HomeIconProps) {
  return (
    <svg aria-hidden data-kind={kind} fill="none" className={`shrink-0 ${kind ? 'text-kind ' : ''}${className}`}>
      <use href={`#icon-${name}`} />
    </svg>
  )
}

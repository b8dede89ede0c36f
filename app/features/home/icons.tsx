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
  /** The kind whose color the styles of a list of kinds give the icon. */
  kind?: keyof typeof kindIcons | undefined
  /** None where the styles of a list set the size. */
  className?: string
}

export function HomeIcon({ name, kind, className }: HomeIconProps) {
  return (
    <svg aria-hidden data-kind={kind} className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  )
}

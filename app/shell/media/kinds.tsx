import { useLingui } from '@lingui/react/macro'
import { AudioLines, Clapperboard, Image, type LucideIcon, TextAlignStart } from 'lucide-react'
import type { Kind } from '#app/contract/values.ts'

export { type Kind, kinds } from '#app/contract/values.ts'

export const kindIcons: Record<Kind, LucideIcon> = { video: Clapperboard, image: Image, audio: AudioLines, text: TextAlignStart }

/** The page of each medium. */
export const kindPaths = {
  video: '/dashboard/video',
  image: '/dashboard/image',
  audio: '/dashboard/audio',
  text: '/dashboard/text',
} as const satisfies Record<Kind, string>

/** Decorative, in the medium's color: its name is next to it. */
export function KindIcon({ kind, className = 'size-5' }: { kind: Kind; className?: string }) {
  const Icon = kindIcons[kind]
  return <Icon aria-hidden data-kind={kind} strokeWidth={1.75} className={`shrink-0 text-kind ${className}`} />
}

export function useKindNames(): Record<Kind, string> {
  const { t } = useLingui()
  return { video: t`Video`, image: t`Image`, audio: t`Audio`, text: t`Text` }
}

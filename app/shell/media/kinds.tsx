import { useLingui } from '@lingui/react/macro'
import { AudioLines, Clapperboard, FileText, Image, type LucideIcon, TextAlignStart } from 'lucide-react'
import type { FileKind, Kind } from '#app/contract/base/values.ts'

export { type Kind, kinds } from '#app/contract/base/values.ts'

export const kindIcons: Record<FileKind, LucideIcon> = {
  video: Clapperboard,
  image: Image,
  audio: AudioLines,
  text: TextAlignStart,
  document: FileText,
}

/** The page of each medium. */
export const kindPaths = {
  video: '/dashboard/video',
  image: '/dashboard/image',
  audio: '/dashboard/audio',
  text: '/dashboard/text',
} as const satisfies Record<Kind, string>

/** Decorative, in the medium's color, which documents share with texts: its name is next to it. */
export function KindIcon({ kind, className = 'size-5' }: { kind: FileKind; className?: string }) {
  const Icon = kindIcons[kind]
  return (
    <Icon aria-hidden data-kind={kind === 'document' ? 'text' : kind} strokeWidth={1.75} className={`shrink-0 text-kind ${className}`} />
  )
}

export function useKindNames(): Record<FileKind, string> {
  const { t } = useLingui()
  return { video: t`Video`, image: t`Image`, audio: t`Audio`, text: t`Text`, document: t`PDF` }
}

import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { Mark } from '#app/ui/mark.tsx'

/** Links to the page that makes several works from one prompt. */
export function ChordLink() {
  return (
    <Link
      to="/dashboard"
      search={{ chord: 'new' }}
      className="group flex items-center gap-4 rounded-card border border-line bg-surface p-4 transition-colors hover:border-edge sm:px-5"
    >
      <Mark size={36} className="shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          <Trans>Chord</Trans>
        </span>
        <span className="block text-sm text-ink-soft">
          <Trans>One prompt, four works: video, image, sound and text</Trans>
        </span>
      </span>
      <ArrowRight aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
    </Link>
  )
}

import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Columns2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '#app/shell/data/session.queries.ts'
import { filmSample } from '#app/shell/media/film-sample.ts'
import { Mark } from '#app/ui/page/mark.tsx'
import type { LibrarySearch } from './library-search.ts'

/** Introduces newcomers to the pages that make several works from one prompt; others know their marks in the prompt's line. */
export function SeveralLinks() {
  const { locale } = useSession()
  return (
    <div className="mx-auto grid max-w-4xl gap-3 px-4 pb-12 sm:grid-cols-2 lg:grid-cols-3">
      <CardLink search={{ chord: 'new' }} icon={<Mark size={36} className="shrink-0" />} title={<Trans>Chord</Trans>}>
        <Trans>One prompt, four results: video, image, sound and text</Trans>
      </CardLink>
      <CardLink
        search={{ compare: 'image' }}
        icon={<Columns2 aria-hidden className="size-9 shrink-0" strokeWidth={1.25} />}
        title={<Trans>Compare models</Trans>}
      >
        <Trans>One prompt, up to four models side by side</Trans>
      </CardLink>
      <CardLink
        search={{ film: 'new' }}
        icon={<img src={filmSample(locale).still} alt="" width={96} height={54} loading="lazy" className="w-24 shrink-0 rounded-[6px]" />}
        title={<Trans>Film</Trans>}
      >
        <Trans>A script becomes shots, and a video with voices and music</Trans>
      </CardLink>
    </div>
  )
}

type CardLinkProps = {
  search: Pick<LibrarySearch, 'chord' | 'compare' | 'film'>
  icon: ReactNode
  title: ReactNode
  children: ReactNode
}

function CardLink({ search, icon, title, children }: CardLinkProps) {
  return (
    <Link
      to="/dashboard"
      search={search}
      className="flex items-center gap-4 rounded-card border border-line bg-surface p-4 transition-colors hover:border-edge sm:px-5"
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-soft">{children}</span>
      </span>
    </Link>
  )
}

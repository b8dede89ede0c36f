import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useFormat } from '#app/shell/format.ts'
import { useUser } from '#app/shell/session.queries.ts'
import { RunningTray } from '#app/shell/work/running-tray.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { StillPart } from '#app/ui/still-part.tsx'
import { Library } from './library.tsx'
import { everything } from './load-dashboard.ts'
import type { LibrarySearch, OpenedSearch, PlaceSearch } from './library-search.ts'
import { QuickStart } from './quick-start.tsx'
import { Viewer } from './viewer.tsx'

export type DashboardProps = {
  search: PlaceSearch
  /** Changes the address; opening and closing a work makes an entry in the history, filtering does not. */
  onSearchChange: (change: Partial<LibrarySearch>, options: { replace: boolean }) => void
}

export function DashboardPage({ search, opened, onSearchChange }: DashboardProps & { opened: OpenedSearch }) {
  return (
    <div className="grid grid-cols-1 gap-12">
      <Beginnings />
      <RunningTray />
      <Library search={search} onSearchChange={onSearchChange} />
      <Viewer search={search} opened={opened} onSearchChange={onSearchChange} />
      <StillPart />
    </div>
  )
}

/** What to begin with: the same whatever is looked at below. */
const Beginnings = memo(function Beginnings() {
  const { data } = useInfiniteQuery(everything)
  const recent = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="grid grid-cols-1 gap-6">
      <Greeting />
      <QuickStart recentKinds={recent.map(({ type }) => type)} />
    </div>
  )
})

function Greeting() {
  const { tokens } = useFormat()
  const user = useUser()
  if (!user) return null
  const { name } = user
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <h1 className="text-3xl">{name ? <Trans>What shall we make, {name}?</Trans> : <Trans>What shall we make?</Trans>}</h1>
      <p className="tabular text-ink-soft">
        <Trans>You have {tokens(user.available)}</Trans>
      </p>
    </div>
  )
}

export function DashboardSkeleton() {
  return (
    <div className="grid gap-12">
      <div className="grid gap-6">
        <Skeleton className="h-10 w-80 max-w-full" />
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-34 rounded-card" />
          ))}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {['w-96', 'w-54', 'w-32', 'w-72', 'w-54', 'w-96'].map((width, index) => (
          <Skeleton key={index} className={`h-54 grow rounded-card ${width}`} />
        ))}
      </div>
    </div>
  )
}

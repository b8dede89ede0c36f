import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useInfiniteQueryData } from '#app/shell/data/query-data.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { StillPart } from '#app/ui/still-part.tsx'
import type { OpenedSearch, SearchProps } from './library-search.ts'
import { Library } from './library.tsx'
import { everything, lastKind } from './load-dashboard.ts'
import { RunningTray } from './running-tray.tsx'
import { Viewer } from './viewer.tsx'

/** Lazy-loaded, because the server's HTML accepts text before it is hydrated. */
const QuickRun = lazyPart(async () => (await import('./quick-run.tsx')).QuickRun, <Skeleton className="h-38 rounded-sheet" />, {
  after: firstTouch,
})

/** Links that work as the server rendered them. */
const SeveralLinks = lazyPart(async () => (await import('./several-links.tsx')).SeveralLinks, <div className="h-20" />, {
  after: firstTouch,
})

const FirstModels = lazyPart(async () => (await import('./first-models.tsx')).FirstModels)

export function DashboardPage({ search, opened, onSearchChange }: SearchProps & { opened: OpenedSearch }) {
  return (
    <div className="grid grid-cols-1 gap-12">
      <Beginnings />
      <SeveralLinks />
      <RunningTray />
      <Library search={search} onSearchChange={onSearchChange} />
      <Viewer search={search} opened={opened} onSearchChange={onSearchChange} />
      <StillPart />
    </div>
  )
}

/** Entry points to new work. Memoized, because they do not depend on the library below. */
const Beginnings = memo(function Beginnings() {
  const data = useInfiniteQueryData(everything)
  return (
    <div className="grid grid-cols-1 gap-5">
      <Greeting />
      <QuickRun lastKind={lastKind(data?.pages)} labelledBy="make" />
      {useUser()?.role === 'owner' && <FirstModels />}
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
      <h1 id="make" className="text-3xl">
        {name ? <Trans>What will you create, {name}?</Trans> : <Trans>What will you create?</Trans>}
      </h1>
      <p className="text-ink-soft">
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
        <Skeleton className="h-38 rounded-sheet" />
      </div>
      <div className="flex flex-wrap gap-2">
        {['w-96', 'w-54', 'w-32', 'w-72', 'w-54', 'w-96'].map((width, index) => (
          <Skeleton key={index} className={`h-54 grow rounded-card ${width}`} />
        ))}
      </div>
    </div>
  )
}

import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useInfiniteQueryData } from '#app/shell/data/query-data.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { StillPart } from '#app/ui/page/still-part.tsx'
import type { OpenedSearch, SearchProps } from './library-search.ts'
import { Library } from './library.tsx'
import { everything, lastKind } from './load-dashboard.ts'
import { RunningTray } from './running-tray.tsx'
import { Viewer } from './viewer.tsx'

const composerSpace = 'h-40 rounded-sheet lg:h-16'

/** Lazy-loaded, because the server's HTML accepts text before it is hydrated. */
const QuickRun = lazyPart(async () => (await import('./quick-run.tsx')).QuickRun, <Skeleton className={composerSpace} />, {
  after: firstTouch,
})

const RecipeStrip = lazyPart(async () => (await import('./recipe-strip.tsx')).RecipeStrip, <div className="h-16" />)
const FirstModels = lazyPart(async () => (await import('./first-models.tsx')).FirstModels)

export function DashboardPage({ search, opened, onSearchChange }: SearchProps & { opened: OpenedSearch }) {
  // A search turns the page into its results.
  const searches = search.q !== undefined
  return (
    <div data-wide className="grid grid-cols-1">
      <Greeting />
      {!searches && <Beginnings />}
      {!searches && <RunningTray className="mb-3 px-4 sm:px-6" />}
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
    <div className="mb-3 grid grid-cols-1 gap-3 px-4 sm:px-6">
      <QuickRun lastKind={lastKind(data?.pages)} labelledBy="make" />
      <RecipeStrip />
      {useUser()?.role === 'owner' && <FirstModels hasWorks={data === undefined || data.pages.some(({ items }) => items.length > 0)} />}
    </div>
  )
})

function Greeting() {
  const user = useUser()
  if (!user) return null
  const { name } = user
  return (
    <h1 id="make" className="sr-only">
      {name ? <Trans>What will you create, {name}?</Trans> : <Trans>What will you create?</Trans>}
    </h1>
  )
}

export function DashboardSkeleton() {
  return (
    <div data-wide>
      <div className="mb-3 px-4 sm:px-6">
        <Skeleton className={composerSpace} />
      </div>
      <div className="mb-2 h-11" />
      <div className="flex flex-wrap gap-1 px-4 sm:px-6">
        {['w-96', 'w-54', 'w-32', 'w-72', 'w-54', 'w-96'].map((width, index) => (
          <Skeleton key={index} className={`h-54 grow rounded-[4px] ${width}`} />
        ))}
      </div>
    </div>
  )
}

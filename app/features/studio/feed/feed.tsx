import { Trans, useLingui } from '@lingui/react/macro'
import { memo, useMemo } from 'react'
import type { Kind } from '#app/contract/base/values.ts'
import type { Generation, GenerationInput, OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { useSuspenseWorks } from '#app/shell/data/works.ts'
import { AutoMore } from '#app/ui/lists/auto-more.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { StillPart } from '#app/ui/page/still-part.tsx'
import type { Replacement } from '../composer/use-replacement.ts'
import { useFeedView } from './feed-view.ts'
import { tileRatio, tileStyle } from './tile-shape.ts'

// The server renders these parts, and they change only with a touch or with their props.
const after = firstTouch

/** Lazy-loaded, because finished works are shown without it; if there are no works it is prefetched. */
export const loadCard = () => import('./generation-card.tsx')
const GenerationCard = lazyPart(
  async () => (await loadCard()).GenerationCard,
  <Skeleton className="aspect-video w-full rounded-card" />,
  // Running works move by themselves. Without scripts, a video has the browser's controls, and a text no headings or tables.
  { after, urgent: ({ generation }) => isActive(generation) || generation.type === 'video' || generation.type === 'text' },
)
const ViewSwitch = lazyPart(async () => (await import('./view-switch.tsx')).ViewSwitch, null, { after })
const EmptyFeed = lazyPart(async () => (await import('./empty-feed.tsx')).EmptyFeed, null, { after })

/** Number of cards whose actions the server renders, about as many as fit into the first window. */
const early = 2

type FeedProps = {
  kind: Kind
  model: Model | undefined
  options: OptionValues
  inputs: readonly GenerationInput[]
  sending: boolean
  onReuse: (generation: Generation) => void
  onRun: (example: Replacement, maxPrice: number) => void
}

/** Grids by kind; texts have none, because they are read instead of looked at. */
const columnsFor = {
  video: 'lg:flex lg:flex-wrap lg:gap-1 lg:[--row:18rem] lg:after:grow-[999999999]',
  image: 'lg:flex lg:flex-wrap lg:gap-1 lg:[--row:17rem] lg:after:grow-[999999999]',
  audio: 'xl:grid-cols-2 lg:gap-4',
  text: null,
} as const satisfies Record<Kind, string | null>

/** The works of one kind, newest first, with running ones on top. Memoized, because typing must not re-render it. */
export const Feed = memo(function Feed({ kind, model, options, inputs, sending, onReuse, onRun }: FeedProps) {
  const { t } = useLingui()
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useSuspenseWorks({ type: kind })
  const [view, setView] = useFeedView()
  const columns = view === 'grid' ? columnsFor[kind] : null
  const items = useMemo(() => {
    const all = data.pages.flatMap((page) => page.items)
    return [...all.filter(isActive), ...all.filter((item) => !isActive(item))]
  }, [data])

  if (items.length === 0) return <EmptyFeed kind={kind} model={model} options={options} inputs={inputs} onRun={onRun} busy={sending} />
  return (
    <>
      <h2 className="sr-only">
        <Trans>Results</Trans>
      </h2>
      {columnsFor[kind] && items.length > 1 && (
        <div className="-mt-13 mb-3 flex min-h-10 justify-end max-lg:hidden">
          <ViewSwitch view={view} onChange={setView} />
        </div>
      )}
      {/* Rows are hidden until the list is complete: while HTML is streaming in, each would briefly be the last one and then jump. */}
      <ol className={`grid gap-12 [&:not(:has(+*))]:invisible ${columns ?? 'w-full max-w-215'}`}>
        {items.map((generation, index) => {
          // The newest work stays large, because it was watched while it was made.
          const isTile = columns !== null && index > 0 && !isActive(generation)
          const isJustified = isTile && kind !== 'audio'
          return (
            <li
              key={generation.id}
              className={
                isJustified ? 'feed-tile' : isTile || !columns ? 'animate-rise' : 'animate-rise lg:mb-5 lg:basis-full xl:col-span-full'
              }
              style={isJustified ? tileStyle(tileRatio(generation)) : undefined}
            >
              <GenerationCard
                generation={generation}
                as={isTile ? 'tile' : columns ? 'lead' : 'card'}
                late={index >= early && !isActive(generation)}
                onReuse={onReuse}
              />
            </li>
          )
        })}
      </ol>
      <span hidden />
      {hasNextPage && (
        <AutoMore label={t`Show older`} busy={isFetchingNextPage} paused={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
      <StillPart />
    </>
  )
})

export function FeedSkeleton() {
  return (
    <div className="grid gap-12">
      {[0, 1].map((index) => (
        <div key={index} className="grid gap-3">
          <Skeleton className="aspect-video w-full rounded-card" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-32" />
        </div>
      ))}
    </div>
  )
}

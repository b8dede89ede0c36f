import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import type { Kind } from '#app/contract/common.ts'
import type { Generation } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import { generationsInfiniteQuery } from '#app/shell/generations.queries.ts'
import { isActive } from '#app/shell/generation-state.ts'
import { AutoMore } from '#app/ui/auto-more.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { StillPart } from '#app/ui/still-part.tsx'
import type { Replacement } from './use-composer.ts'

/** What was made shows itself without it, and answers once it is there; where nothing was made yet it is fetched ahead. */
export const loadCard = () => import('#app/shell/work/generation-card.tsx')
const GenerationCard = lazyPart(async () => (await loadCard()).GenerationCard, <Skeleton className="aspect-video w-full rounded-card" />)

/** Nothing can be pressed in it before it is there. */
const EmptyFeed = lazyPart(async () => (await import('./empty-feed.tsx')).EmptyFeed)

type FeedProps = {
  kind: Kind
  model: Model | undefined
  sending: boolean
  onReuse: (generation: Generation) => void
  onRun: (example: Replacement) => void
}

/** What was made of one kind, newest first, with what runs above everything. Typing beside it leaves it alone. */
export const Feed = memo(function Feed({ kind, model, sending, onReuse, onRun }: FeedProps) {
  const { t } = useLingui()
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useSuspenseInfiniteQuery(
    generationsInfiniteQuery({ type: kind }),
  )
  const items = useMemo(() => {
    const all = data.pages.flatMap((page) => page.items)
    return [...all.filter(isActive), ...all.filter((item) => !isActive(item))]
  }, [data])

  if (items.length === 0) return <EmptyFeed kind={kind} model={model} onRun={onRun} busy={sending} />
  return (
    <>
      <h2 className="sr-only">
        <Trans>Results</Trans>
      </h2>
      <ol className="grid gap-12">
        {items.map((generation) => (
          <li key={generation.id} className="animate-rise">
            <GenerationCard generation={generation} onReuse={onReuse} />
          </li>
        ))}
      </ol>
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

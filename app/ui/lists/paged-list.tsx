import { Trans, useLingui } from '@lingui/react/macro'
import type { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AutoMore } from './auto-more.tsx'
import { LoadError } from '../page/load-error.tsx'
import { Skeleton } from '../page/skeleton.tsx'

export type PagedQuery = Pick<
  ReturnType<typeof useInfiniteQuery>,
  'isError' | 'error' | 'isPlaceholderData' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

type PagedListProps<Item> = {
  query: PagedQuery
  /** Undefined until the first page has come. */
  items: readonly Item[] | undefined
  empty: ReactNode
  /** A placeholder of the true size. */
  loading?: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** A list that loads further pages as the person scrolls, with its states: loading, failed, empty. */
export function PagedList<Item>({ query, items, empty, loading, children }: PagedListProps<Item>) {
  const { t } = useLingui()
  if (!items) {
    if (query.isError) return <LoadError error={query.error} />
    if (loading) return loading
    return (
      <div className="grid gap-4">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </div>
    )
  }
  if (items.length === 0) return empty
  return (
    <div aria-busy={query.isPlaceholderData} className={`grid gap-6 transition-opacity ${query.isPlaceholderData ? 'opacity-60' : ''}`}>
      {children(items)}
      {query.isFetchNextPageError && (
        <p role="alert" className="text-center text-danger">
          <Trans>Couldn’t load older entries.</Trans>
        </p>
      )}
      {query.hasNextPage && (
        <AutoMore
          label={t`Show older`}
          busy={query.isFetchingNextPage}
          paused={query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </div>
  )
}

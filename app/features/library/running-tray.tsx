import { Trans, useLingui } from '@lingui/react/macro'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { useInfiniteQueryData } from '#app/shell/data/query-data.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'

const RunningWork = lazyPart(async () => (await import('./running-work.tsx')).RunningWork, <div className="h-28" />)

/** Running works of every kind. A run that fails while visible stays with its reason. Renders nothing while nothing runs. */
export function RunningTray({ className = '' }: { className?: string }) {
  const { t } = useLingui()
  const data = useInfiniteQueryData(generationsInfiniteQuery({ status: 'active' }))
  const items = data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <section aria-label={t`Running now`} className={className}>
      <h2 className="mb-3 text-xl">
        <Trans>Running now</Trans>
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((generation) => (
          <li
            key={generation.id}
            data-kind={generation.type}
            className="flex animate-rise flex-col gap-3 rounded-card border border-line bg-surface p-4"
          >
            <RunningWork generation={generation} />
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { Findings } from '#app/contract/operator/system.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { getFindings } from '../system/system.functions.ts'

/** Apart from the data of the operator: an act elsewhere does not start the checks again. */
const findingsQuery = queryOptions({
  queryKey: ['operator-findings'],
  queryFn: async () => unwrap(await getFindings()),
  staleTime: 5 * 60_000,
})

/** Parts that are on, off or misconfigured. The checks ask other services and take seconds. */
export function FindingList() {
  const { data, isError, error, isFetching, refetch } = useQuery(findingsQuery)
  const off = data?.items.filter(({ state }) => state === 'off') ?? []
  const rest = data?.items.filter(({ state }) => state !== 'off') ?? []
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-busy={isFetching}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl">
          <Trans>Checks</Trans>
        </h2>
        {data && (
          <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
            <Trans>Check again</Trans>
          </Button>
        )}
      </div>
      {data ? (
        <>
          <List items={rest.toSorted((a, b) => Number(b.state === 'wrong') - Number(a.state === 'wrong'))} />
          {off.length > 0 && (
            <details>
              <summary className="cursor-pointer py-2 text-ink-soft">
                <Trans>Not set up: {off.length}</Trans>
              </summary>
              <List items={off} />
            </details>
          )}
        </>
      ) : isError ? (
        <LoadError error={error} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </section>
  )
}

function List({ items }: { items: Findings['items'] }) {
  const { t } = useLingui()
  const names = { on: t`Works`, off: t`Not set up`, wrong: t`Needs attention` }
  const icons = {
    on: <CircleCheck aria-hidden className="size-5 text-ok" strokeWidth={1.75} />,
    off: <CircleDashed aria-hidden className="size-5 text-ink-soft" strokeWidth={1.75} />,
    wrong: <CircleAlert aria-hidden className="size-5 text-danger" strokeWidth={1.75} />,
  }
  return (
    <ul>
      {items.map(({ state, what, why }, index) => (
        <li key={`${what} ${index}`} className="flex gap-3 border-b border-line/60 py-2.5 last:border-0">
          <span className="mt-0.5 shrink-0">
            {icons[state]}
            <span className="sr-only">{names[state]}</span>
          </span>
          <p className="min-w-0 wrap-anywhere">
            <span className="font-medium">{why ? `${what}:` : what}</span> <span className="text-ink-soft">{why}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

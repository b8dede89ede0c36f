import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { OperatorEntry } from '#app/contract/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { personEntriesQuery } from './operator.queries.ts'
import { PagedList } from './paged-list.tsx'
import { Part } from './person-part.tsx'

/** The person's token history, as they see it, without prompts. */
export function PersonLedger({ id }: { id: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const list = useInfiniteQuery(personEntriesQuery(id))
  const names: Record<OperatorEntry['kind'], string> = {
    grant: t`Received`,
    hold: t`Reserved`,
    settle: t`Paid`,
    release: t`Returned`,
    expire: t`Expired`,
    refund: t`Reversed`,
    debt: t`Debt`,
    repay: t`Debt repaid`,
  }
  return (
    <Part id="person-tokens" title={<Trans>Token history</Trans>}>
      <PagedList
        query={list}
        items={list.data?.pages.flatMap(({ items }) => items)}
        empty={
          <p className="text-ink-soft">
            <Trans>No tokens yet.</Trans>
          </p>
        }
      >
        {(entries) => (
          <ul>
            {entries.map((entry) => (
              <li key={entry.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line/60 py-2.5 last:border-0">
                <p className="min-w-0 wrap-anywhere">
                  {names[entry.kind]}
                  <span className="text-sm text-ink-soft">
                    {entry.run && <> · {entry.run.model}</>}
                    {entry.reason && <> · {entry.reason}</>}
                    {' · '}
                    <time dateTime={entry.created_at}>{format.dateTime(entry.created_at)}</time>
                  </span>
                </p>
                <p className="tabular text-right">{format.number(entry.amount)}</p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Part>
  )
}

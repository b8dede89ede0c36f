import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { OperatorEntry } from '#app/contract/operator/operator.ts'
import type { LotSource } from '#app/contract/money/tokens.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import type { Column } from '#app/ui/lists/data-table.tsx'
import { PagedTable } from '#app/ui/lists/paged-table.tsx'
import { useRights } from '../base/operator-room.tsx'
import { personEntriesQuery } from '../base/operator.queries.ts'
import { Part } from './person-part.tsx'

/** The sign with which an entry changes the balance; 0 for entries that do not: a `settle` takes what was reserved before. */
const changes: Record<OperatorEntry['kind'], -1 | 0 | 1> = {
  grant: 1,
  release: 1,
  hold: -1,
  expire: -1,
  refund: -1,
  repay: -1,
  settle: 0,
  debt: 0,
}

/** The person's token history, as they see it, without prompts. */
export function PersonLedger({ id }: { id: string }) {
  const { t } = useLingui()
  const list = useInfiniteQuery(personEntriesQuery(id))
  const columns = useColumns()
  return (
    <Part id="person-tokens" title={<Trans>Token history</Trans>}>
      <PagedTable
        caption={t`Token history`}
        columns={columns}
        query={list}
        rows={list.data?.pages.flatMap(({ items }) => items)}
        idOf={({ id: entry }) => entry}
        empty={
          <p className="text-ink-soft">
            <Trans>No tokens yet.</Trans>
          </p>
        }
      />
    </Part>
  )
}

function useColumns(): Column<OperatorEntry>[] {
  const { t } = useLingui()
  const format = useFormat()
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
  const sources: Record<LotSource, string> = {
    welcome: t`welcome tokens`,
    pack: t`a pack`,
    plan: t`a plan`,
    referral: t`an invitation`,
    grant: t`by hand`,
    code: t`a code`,
  }
  return [
    {
      id: 'kind',
      name: t`Entry`,
      className: 'whitespace-nowrap',
      cell: ({ kind, source }) => (
        <>
          {names[kind]}
          {kind === 'grant' && source && <span className="text-ink-soft">: {sources[source]}</span>}
        </>
      ),
    },
    { id: 'origin', name: t`Origin`, className: 'w-full max-w-0 truncate', cell: (entry) => <Origin entry={entry} /> },
    {
      id: 'time',
      name: t`Time`,
      className: 'whitespace-nowrap',
      cell: ({ created_at: at }) => <time dateTime={at}>{format.dateTime(at)}</time>,
    },
    {
      id: 'amount',
      name: t`Tokens`,
      numeric: true,
      compact: 'beside',
      cell: ({ kind, amount }) =>
        changes[kind] === 0 ? (
          <span className="text-ink-soft">{format.number(amount)}</span>
        ) : (
          format.number(changes[kind] * amount, { signDisplay: 'exceptZero' })
        ),
    },
  ]
}

/** The run or order behind an entry, who made it, and the reason. */
function Origin({ entry: { run, order, by, reason } }: { entry: OperatorEntry }) {
  const may = useRights()
  const runLink = run && (
    <Link to="/operator/runs" search={{ q: run.id }} className="link">
      {run.model}
    </Link>
  )
  const orderLink =
    order &&
    (may('see_shop') ? (
      <Link to="/operator/orders" search={{ q: order.id }} className="link">
        {order.item}
      </Link>
    ) : (
      order.item
    ))
  return [runLink, orderLink, by, reason]
    .filter((part) => part !== null)
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        {part}
      </Fragment>
    ))
}

import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Spenders as Answer } from '#app/contract/operator/spenders.ts'
import type { OperatorOverview } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { spendersQuery } from './inbox.queries.ts'
import type { OverviewSearch } from '../base/operator-search.ts'

/** The people who spend most and their cost, and how many of all accounts ever ran or paid anything. */
export function Spenders({ search, received }: { search: OverviewSearch; received: OperatorOverview['revenue'] }) {
  const { data, error } = useQuery({ ...spendersQuery(search), placeholderData: keepPreviousData })
  return (
    <section aria-labelledby="spenders" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <h2 id="spenders" className="text-xl">
        <Trans>People who spend most</Trans>
      </h2>
      {data ? (
        <>
          <Accounts accounts={data.accounts} testRevenue={data.test_revenue} received={received} />
          <PeopleTable people={data.people} />
        </>
      ) : error ? (
        <LoadError error={error} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </section>
  )
}

type AccountsProps = { accounts: Answer['accounts']; testRevenue: Answer['test_revenue']; received: OperatorOverview['revenue'] }

function Accounts({ accounts, testRevenue, received }: AccountsProps) {
  const format = useFormat()
  const moneyOf = (sums: Answer['test_revenue']) => (sums.length === 0 ? '—' : sums.map(format.money).join(' · '))
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 md:grid-cols-4">
      <Count name={<Trans>Never ran anything</Trans>}>
        <Link to="/operator/people" search={{ ran: 'no' }} className="link">
          <Trans>
            {format.number(accounts.never_ran)} of {format.number(accounts.total)}
          </Trans>
        </Link>
      </Count>
      <Count name={<Trans>Have paid</Trans>}>
        <Link to="/operator/people" search={{ paid: 'yes' }} className="link">
          {format.number(accounts.paying)}
        </Link>
        {accounts.test_only > 0 && (
          <span className="block text-sm text-ink-soft">
            <Trans>in test mode only: {format.number(accounts.test_only)}</Trans>
          </span>
        )}
      </Count>
      <Count name={<Trans>Received in this period</Trans>}>{moneyOf(received)}</Count>
      <Count name={<Trans>In test mode, no money</Trans>}>{moneyOf(testRevenue)}</Count>
    </dl>
  )
}

function Count({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function useColumns(): Column<Answer['people'][number]>[] {
  const { t } = useLingui()
  const format = useFormat()
  const dollars = (cost: number) => format.number(cost, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' })
  return [
    {
      id: 'person',
      name: t`Person`,
      cell: ({ id, email }) => (
        <Link to="/operator/people/$person" params={{ person: id }} className="link wrap-anywhere">
          {email}
        </Link>
      ),
    },
    { id: 'runs', name: t`Runs`, cell: ({ runs }) => format.number(runs), numeric: true },
    { id: 'tokens', name: t`Tokens`, cell: ({ tokens }) => format.number(tokens), numeric: true, compact: 'beside' },
    { id: 'cost', name: t`Service cost`, cell: ({ cost }) => (cost === null ? '—' : dollars(cost)), numeric: true },
  ]
}

function PeopleTable({ people }: Pick<Answer, 'people'>) {
  const { t } = useLingui()
  const columns = useColumns()
  if (people.length === 0)
    return (
      <p className="text-ink-soft">
        <Trans>No runs in this period.</Trans>
      </p>
    )
  return (
    <>
      <DataTable caption={t`People by spent tokens`} columns={columns} rows={people} idOf={({ id }) => id} />
      <p className="max-w-prose text-sm text-ink-soft">
        <Trans>Costs are estimates: a person’s tokens of each model at this model’s average cost in the period.</Trans>
      </p>
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { toMajor } from '#app/contract/money/minor-units.ts'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { OperatorOrder } from '#app/contract/money/shop.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import type { Column } from '#app/ui/lists/data-table.tsx'
import { PagedTable } from '#app/ui/lists/paged-table.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { SearchField } from '#app/ui/controls/search-field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import type { OrdersSearch, SearchProps } from '../base/operator-search.ts'
import { CsvButton } from '../base/csv-button.tsx'
import { DayFilter } from '../base/day-filter.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { useRights } from '../base/operator-room.tsx'
import { useOrderStatusNames, useProviderNames } from '../base/names.ts'
import { RefundButton } from './refund-button.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { listAllOrders } from './shop.functions.ts'

const statuses = ['pending', 'paid', 'failed', 'canceled'] as const
type Status = (typeof statuses)[number]

const providers = ['stripe', 'yookassa', 'test'] as const satisfies readonly OperatorOrder['provider'][]

type Filter = {
  q?: string | undefined
  status?: Status | undefined
  provider?: OperatorOrder['provider'] | undefined
  from?: string | undefined
  to?: string | undefined
}

const readPage = async ({ q, status, provider, from, to }: Filter, cursor: string, limit: string) =>
  unwrap(
    await listAllOrders({
      data: {
        limit,
        ...(cursor && { cursor }),
        ...(q && { q }),
        ...(status && { status__in: status }),
        ...(provider && { provider__in: provider }),
        ...(from && { from }),
        ...(to && { to }),
      },
    }),
  )

const ordersQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...operatorKey, 'orders', filter],
    queryFn: ({ pageParam }) => readPage(filter, pageParam, '30'),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })

const csvColumns = [
  'id',
  'created_at',
  'email',
  'kind',
  'item',
  'period',
  'cause',
  'status',
  'amount',
  'currency',
  'refunded',
  'provider',
  'payment_id',
  'tokens',
  'taken',
]
const rowOf = (order: OperatorOrder) => [
  order.id,
  order.created_at,
  order.person.email,
  order.kind,
  order.item,
  order.period,
  order.cause,
  order.status,
  toMajor(order.price.amount, order.price.currency),
  order.price.currency,
  toMajor(order.refunded.amount, order.refunded.currency),
  order.provider,
  order.payment_id,
  order.tokens,
  order.taken,
]

/** Orders of all people, with an export and a comparison with the payment services. */
export function OrdersPage({ search, onSearchChange }: SearchProps<OrdersSearch>) {
  const { t } = useLingui()
  const may = useRights()
  const names = useOrderStatusNames()
  const providerNames = useProviderNames()
  const [refunding, setRefunding] = useState<string | null>(null)
  const columns = useColumns(setRefunding)
  const filter = {
    q: search.q,
    status: statuses.find((one) => one === search.status),
    provider: providers.find((one) => one === search.provider),
    from: search.from,
    to: search.to,
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const list = useInfiniteQuery({ ...ordersQuery(filter), placeholderData: keepPreviousData })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl">
          <Trans>Orders</Trans>
        </h1>
        <CsvButton name="quartet-orders.csv" columns={csvColumns} read={(cursor) => readPage(filter, cursor, '100')} rowOf={rowOf} />
      </div>
      {may('manage_shop') && <Reconciliation />}
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          q={search.q ?? ''}
          onSearch={(q) => onSearchChange({ q: q || undefined })}
          label={t`Find orders`}
          placeholder={t`Email, order or payment ID`}
          className="basis-full sm:basis-60"
        />
        <Select
          label={t`Status`}
          hideLabel
          className="max-sm:flex-1 max-sm:basis-32 sm:w-48"
          value={filter.status ?? 'all'}
          onValueChange={(value) => onSearchChange({ status: value === 'all' ? undefined : value })}
          items={[{ value: 'all', label: t`All statuses` }, ...statuses.map((value) => ({ value, label: names[value] }))]}
        />
        <Select
          label={t`Payment service`}
          hideLabel
          className="max-sm:flex-1 max-sm:basis-32 sm:w-44"
          value={filter.provider ?? 'all'}
          onValueChange={(value) => onSearchChange({ provider: value === 'all' ? undefined : value })}
          items={[{ value: 'all', label: t`All services` }, ...providers.map((value) => ({ value, label: providerNames[value] }))]}
        />
        <DayFilter search={search} onSearchChange={onSearchChange} className="max-sm:flex-1 max-sm:basis-32 sm:w-40" />
      </div>
      <PagedTable
        caption={t`Orders`}
        columns={columns}
        query={list}
        rows={list.data?.pages.flatMap(({ items }) => items)}
        idOf={({ id }) => id}
        empty={
          isFiltered ? (
            <Empty
              title={<Trans>No results</Trans>}
              action={
                <Button
                  variant="secondary"
                  onClick={() => onSearchChange({ q: undefined, status: undefined, provider: undefined, from: undefined, to: undefined })}
                >
                  <Trans>Show all orders</Trans>
                </Button>
              }
            >
              <Trans>Search by the beginning of an email, or by a whole order or payment ID.</Trans>
            </Empty>
          ) : (
            <Empty title={<Trans>No orders</Trans>}>
              <Trans>Orders of packs and plans appear here.</Trans>
            </Empty>
          )
        }
      />
      {refunding && <RefundDialog id={refunding} onClose={() => setRefunding(null)} />}
    </div>
  )
}

function useColumns(onRefund: (id: string) => void): Column<OperatorOrder>[] {
  const { t } = useLingui()
  const format = useFormat()
  const names = useOrderStatusNames()
  const providerNames = useProviderNames()
  return [
    {
      id: 'person',
      name: t`Person`,
      className: 'w-full max-w-0',
      cell: ({ person: { id, email } }) => (
        <Link to="/operator/people/$person" params={{ person: id }} title={email} className="link block truncate font-medium">
          {email}
        </Link>
      ),
    },
    {
      id: 'time',
      name: t`Time`,
      className: 'whitespace-nowrap',
      cell: ({ created_at: at, id }) => (
        <time dateTime={at} title={`${format.dateTime(at)} · ${id}`}>
          {format.moment(at)}
        </time>
      ),
    },
    { id: 'item', name: t`Item`, className: 'max-w-40 truncate', cell: ({ item }) => item },
    {
      id: 'status',
      name: t`Status`,
      className: 'whitespace-nowrap',
      cell: ({ status, disputed }) => (
        <>
          {names[status]}
          {disputed && <span className="text-danger"> · {t`disputed`}</span>}
        </>
      ),
    },
    { id: 'provider', name: t`Payment service`, className: 'whitespace-nowrap', cell: ({ provider }) => providerNames[provider] },
    { id: 'tokens', name: t`Tokens`, numeric: true, cell: ({ tokens, taken }) => format.number(tokens - taken) },
    {
      id: 'amount',
      name: t`Amount`,
      numeric: true,
      compact: 'beside',
      cell: ({ price, refunded }) => (
        <>
          {format.money(price)}
          {refunded.amount > 0 && <span className="text-sm text-ink-soft"> · {t`${format.money(refunded)} refunded`}</span>}
        </>
      ),
    },
    {
      id: 'refund',
      name: t`Refund`,
      head: '',
      numeric: true,
      compact: 'beside',
      cell: ({ id, status }) => status === 'paid' && <RefundButton id={id} onPress={() => onRefund(id)} />,
    },
  ]
}

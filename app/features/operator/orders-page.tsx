import { Trans, useLingui } from '@lingui/react/macro'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { toMajor } from '#app/contract/minor-units.ts'
import { unwrap } from '#app/contract/api-result.ts'
import type { OperatorOrder } from '#app/contract/shop.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { Select } from '#app/ui/select.tsx'
import type { OrdersSearch, SearchProps } from './operator-search.ts'
import { CsvButton } from './csv-button.tsx'
import { operatorKey } from './operator.queries.ts'
import { useRights } from './operator-room.tsx'
import { PagedList } from './paged-list.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { listAllOrders } from './shop.functions.ts'

const statuses = ['pending', 'paid', 'failed', 'canceled'] as const
type Status = (typeof statuses)[number]

type Filter = { q?: string | undefined; status?: Status | undefined }

const readPage = async ({ q, status }: Filter, cursor: string, limit: string) =>
  unwrap(await listAllOrders({ data: { limit, ...(cursor && { cursor }), ...(q && { q }), ...(status && { status__in: status }) } }))

const ordersQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...operatorKey, 'orders', filter],
    queryFn: ({ pageParam }) => readPage(filter, pageParam, '30'),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })

const columns = [
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

function useOrderStatusNames(): Record<Status, string> {
  const { t } = useLingui()
  return {
    pending: t({ message: 'Not paid yet', context: 'order' }),
    paid: t({ message: 'Paid', context: 'order' }),
    failed: t({ message: 'Failed', context: 'order' }),
    canceled: t({ message: 'Canceled', context: 'order' }),
  }
}

/** Orders of all people, with an export and a comparison with the payment services. */
export function OrdersPage({ search, onSearchChange }: SearchProps<OrdersSearch>) {
  const { t } = useLingui()
  const may = useRights()
  const names = useOrderStatusNames()
  const filter = { q: search.q, status: statuses.find((one) => one === search.status) }
  const isFiltered = Boolean(filter.q ?? filter.status)
  const list = useInfiniteQuery({ ...ordersQuery(filter), placeholderData: keepPreviousData })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl">
          <Trans>Orders</Trans>
        </h1>
        <CsvButton name="quartet-orders.csv" columns={columns} read={(cursor) => readPage(filter, cursor, '100')} rowOf={rowOf} />
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
          className="max-sm:flex-1 sm:w-48"
          value={filter.status ?? 'all'}
          onValueChange={(value) => onSearchChange({ status: value === 'all' ? undefined : value })}
          items={[{ value: 'all', label: t`All statuses` }, ...statuses.map((value) => ({ value, label: names[value] }))]}
        />
      </div>
      <PagedList
        query={list}
        items={list.data?.pages.flatMap(({ items }) => items)}
        empty={
          isFiltered ? (
            <Empty
              title={<Trans>No results</Trans>}
              action={
                <Button variant="secondary" onClick={() => onSearchChange({ q: undefined, status: undefined })}>
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
      >
        {(orders) => (
          <ul>
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

function OrderRow({ order }: { order: OperatorOrder }) {
  const { t } = useLingui()
  const format = useFormat()
  const names = useOrderStatusNames()
  const [isOpen, setOpen] = useState(false)
  const { person, price, refunded, status, created_at: createdAt } = order
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line/60 py-3 last:border-0">
      <div className="min-w-0 sm:row-span-2">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-medium">{names[status]}</span>
          <Link to="/operator/people/$person" params={{ person: person.id }} className="link wrap-anywhere">
            {person.email}
          </Link>
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {order.item}
          {order.provider === 'test' && <> · {t`test`}</>} · <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
          {refunded.amount > 0 && <> · {t`${format.money(refunded)} refunded`}</>}
          {order.disputed && <span className="text-danger"> · {t`disputed`}</span>} · {order.id}
        </p>
      </div>
      <p className="tabular text-right whitespace-nowrap">{format.money(price)}</p>
      {status === 'paid' && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start max-sm:col-span-2 max-sm:mt-1 sm:justify-self-end"
          aria-label={t`Refund order ${order.id}`}
          onClick={() => setOpen(true)}
        >
          <Trans>Refund</Trans>
        </Button>
      )}
      {isOpen && <RefundDialog id={order.id} onClose={() => setOpen(false)} />}
    </li>
  )
}

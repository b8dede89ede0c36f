import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Column, DataTable, type Sorted, type TableProps } from './data-table.tsx'
import { PagedList, type PagedQuery } from './paged-list.tsx'
import { Select } from '../controls/select.tsx'
import { Skeleton } from '../page/skeleton.tsx'

/** The order, where the heads are hidden. */
function CompactSort<Row, Key extends string>({ columns, sorted }: { columns: readonly Column<Row, Key>[]; sorted: Sorted<Key> }) {
  const { t } = useLingui()
  const { by, order, onSort } = sorted
  const items = columns.flatMap(({ sort, name }) => (sort === undefined ? [] : [{ value: sort, label: name }]))
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  return (
    <div className="flex items-center gap-1 pb-1 @min-[50rem]:hidden">
      <Select
        quiet
        label={t`Sort by`}
        hideLabel
        value={by}
        onValueChange={(next) => onSort(next, 'desc')}
        items={items}
        className="min-w-max pl-2"
      />
      <button
        type="button"
        aria-label={order === 'asc' ? t`Ascending. Change to descending` : t`Descending. Change to ascending`}
        onClick={() => onSort(by, order === 'asc' ? 'desc' : 'asc')}
        className="grid size-9 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink pointer-coarse:size-11"
      >
        <Arrow aria-hidden className="size-4" strokeWidth={1.75} />
      </button>
    </div>
  )
}

type PagedTableProps<Row, Key extends string> = Omit<TableProps<Row, Key>, 'rows'> & {
  query: PagedQuery
  /** Undefined until the first page has come. */
  rows: readonly Row[] | undefined
  empty: ReactNode
}

/** A table that loads further pages as the person scrolls, with its states: loading, failed, empty. */
export function PagedTable<Row, Key extends string = never>({ query, rows, empty, ...table }: PagedTableProps<Row, Key>) {
  const line = table.dense ? 'h-6' : 'h-10'
  const loading = (
    <div className="grid gap-px pt-8">
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} className={`${line} rounded-none`} />
      ))}
    </div>
  )
  return (
    <PagedList query={query} items={rows} empty={empty} loading={loading}>
      {(items) => (
        <div className="@container">
          {table.sorted && <CompactSort columns={table.columns} sorted={table.sorted} />}
          <DataTable {...table} rows={items} sticky />
        </div>
      )}
    </PagedList>
  )
}

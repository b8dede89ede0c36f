import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'

export type Column<Row, Key extends string = never> = {
  id: string
  name: string
  /** Shown in the head instead of the name, which stays the name for screen readers and in lists. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  /** Figures are at the end of their column, with digits of one width. */
  numeric?: boolean | undefined
  /** The key by which the list can be sorted by this column. */
  sort?: Key | undefined
  /** Classes of the cells, for instance a width. */
  className?: string | undefined
  /** In the compact form: beside the name of the row, without its label; left out; or else in the line below. */
  compact?: 'beside' | 'omitted' | undefined
}

export type Sorted<Key extends string> = {
  by: Key
  order: 'asc' | 'desc'
  /** Receives the key of a column and the order, which is the opposite one if the list is already sorted by it. */
  onSort: (by: Key, order: 'asc' | 'desc') => void
}

export type TableProps<Row, Key extends string> = {
  /** Names the table for screen readers. */
  caption: string
  /** The first column names its row. */
  columns: readonly Column<Row, Key>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  sorted?: Sorted<Key> | undefined
  /** Rows of 24 px, for lists that are scanned. */
  dense?: boolean | undefined
  /** Whether it stays a table where it is narrow, because its columns fit. */
  narrow?: boolean | undefined
  /** Whether its head stays below the header of the page. */
  sticky?: boolean | undefined
}

/**
 * Rows and columns. Where it is narrower than 800 px, a row has two lines: its name with the main figure beside it, and below the other cells
 * with their labels. The order belongs to the server: heads of sortable columns are buttons that ask for another one.
 */
export function DataTable<Row, Key extends string = never>({
  caption,
  columns,
  rows,
  idOf,
  sorted,
  dense,
  narrow,
  sticky,
}: TableProps<Row, Key>) {
  const [lead, ...others] = columns
  if (!lead) return null
  const form = narrow ? { table: '', row: '', lead: '', cell: () => '' } : compactForm
  const space = dense ? 'py-[1.5px] text-sm' : 'py-2'
  return (
    <div className="@container">
      <table {...role.table} className={`tabular w-full text-left ${form.table}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={narrow ? '' : '@max-[50rem]:hidden'}>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} sorted={sorted} sticky={sticky} />
            ))}
          </tr>
        </thead>
        <tbody {...role.body}>
          {rows.map((row) => (
            <tr key={idOf(row)} {...role.row} className={`border-t border-line/60 ${form.row}`}>
              <th scope="row" {...role.head} className={`pr-4 font-normal ${space} ${form.lead} ${lead.className ?? ''}`}>
                {lead.cell(row)}
              </th>
              {others.map((column) => (
                <td
                  key={column.id}
                  {...role.cell}
                  data-label={column.name}
                  className={`pr-4 last:pr-0 ${space} ${column.numeric ? 'text-right whitespace-nowrap' : ''} ${column.className ?? ''} ${form.cell(column)}`}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Roles are written out, because browsers drop those of elements that are not displayed as a table. */
const role = {
  table: { role: 'table' },
  body: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'rowheader' },
  cell: { role: 'cell' },
}

const compactForm = {
  table: '@max-[50rem]:block @max-[50rem]:[&>tbody]:block',
  // The pseudo-element breaks the line before the cells with labels.
  row: '@max-[50rem]:flex @max-[50rem]:flex-wrap @max-[50rem]:items-baseline @max-[50rem]:gap-x-3 @max-[50rem]:py-2 @max-[50rem]:after:order-1 @max-[50rem]:after:basis-full @max-[50rem]:after:content-[""]',
  lead: '@max-[50rem]:min-w-0 @max-[50rem]:flex-1 @max-[50rem]:max-w-none @max-[50rem]:p-0 @max-[50rem]:text-base',
  cell: ({ compact, numeric }: { compact?: 'beside' | 'omitted' | undefined; numeric?: boolean | undefined }) => {
    if (compact === 'omitted') return '@max-[50rem]:hidden'
    if (compact === 'beside') return '@max-[50rem]:max-w-none @max-[50rem]:p-0 @max-[50rem]:text-base'
    const label = numeric ? "@max-[50rem]:before:content-[attr(data-label)_':_']" : ''
    return `@max-[50rem]:order-2 @max-[50rem]:max-w-full @max-[50rem]:p-0 @max-[50rem]:text-sm @max-[50rem]:text-ink-soft @max-[50rem]:empty:hidden ${label}`
  },
}

type HeadProps<Row, Key extends string> = { column: Column<Row, Key>; sorted: Sorted<Key> | undefined; sticky: boolean | undefined }

function Head<Row, Key extends string>({ column, sorted, sticky }: HeadProps<Row, Key>) {
  const { name, head = name, numeric, sort } = column
  const order = sorted && sort !== undefined && sorted.by === sort ? sorted.order : undefined
  const Arrow = order === undefined ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown
  const label = (
    <>
      <span className={numeric ? 'order-2' : ''}>{head}</span>
      {sorted && sort !== undefined && (
        <Arrow aria-hidden strokeWidth={1.75} className={`size-3.5 shrink-0 ${order === undefined ? 'opacity-40' : ''}`} />
      )}
    </>
  )
  return (
    <th
      scope="col"
      aria-sort={sort === undefined || !sorted ? undefined : order === undefined ? 'none' : `${order}ending`}
      className={`pr-4 text-sm font-medium whitespace-nowrap text-ink-soft last:pr-0 ${numeric ? 'text-right' : ''} ${sticky ? 'sticky top-15 z-10 bg-paper' : ''}`}
    >
      {sort === undefined || !sorted ? (
        <span className="inline-flex min-h-6 items-center">{label}</span>
      ) : (
        <button
          type="button"
          onClick={() => sorted.onSort(sort, order === 'desc' ? 'asc' : 'desc')}
          className={`inline-flex min-h-6 items-center gap-1 rounded-control transition-colors hover:text-ink pointer-coarse:min-h-11 ${order === undefined ? '' : 'text-ink'}`}
        >
          {label}
        </button>
      )}
    </th>
  )
}

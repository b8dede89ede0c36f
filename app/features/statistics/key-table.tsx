import { Trans, useLingui } from '@lingui/react/macro'
import type { Statistics } from '#app/contract/library/statistics.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { type Totals, totalsOf } from './summary.ts'

type KeyTableProps = Pick<Statistics, 'keys'> & { worthOf: (tokens: number) => string | undefined }

type KeyRow = { key: Statistics['keys'][number]; totals: Totals }

function useColumns(worthOf: KeyTableProps['worthOf'], money: boolean): Column<KeyRow>[] {
  const { t } = useLingui()
  const format = useFormat()
  return [
    { id: 'key', name: t`Key`, cell: ({ key }) => <KeyName {...key} /> },
    { id: 'runs', name: t`Results`, numeric: true, cell: ({ totals: { runs } }) => format.number(runs) },
    { id: 'tokens', name: t`Tokens`, numeric: true, compact: 'beside', cell: ({ totals: { tokens } }) => format.number(tokens) },
    ...(money ? [{ id: 'cost', name: t`Cost`, numeric: true, cell: ({ totals: { tokens } }: KeyRow) => worthOf(tokens) ?? '—' }] : []),
    {
      id: 'successful',
      name: t({ message: 'Successful', context: 'share of the runs' }),
      numeric: true,
      cell: ({ totals: { successRate } }) => (successRate === null ? '—' : format.percent(successRate)),
    },
  ]
}

function KeyName({ name, hint, revoked }: Statistics['keys'][number]) {
  if (name === null) return <Trans>In the app, without a key</Trans>
  return (
    <>
      <span className="font-medium wrap-anywhere">{name}</span>{' '}
      <span className="text-sm whitespace-nowrap text-ink-soft">
        <code>qk_…{hint}</code>
        {revoked && (
          <>
            {', '}
            <Trans>revoked</Trans>
          </>
        )}
      </span>
    </>
  )
}

/** Runs by origin: the person in the app, and each API key. Renders nothing if no key was used in the period. */
export function KeyTable({ keys, worthOf }: KeyTableProps) {
  const { t } = useLingui()
  const money = keys.some(({ tokens }) => worthOf(tokens) !== undefined)
  const columns = useColumns(worthOf, money)
  if (!keys.some(({ id }) => id !== null)) return null
  return (
    <section aria-labelledby="by-key" className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-6">
      <h2 id="by-key" className="text-xl">
        <Trans>By API key</Trans>
      </h2>
      <DataTable
        caption={t`By API key`}
        columns={columns}
        rows={keys.map((key) => ({ key, totals: totalsOf([key]) }))}
        idOf={({ key }) => key.id ?? 'app'}
      />
    </section>
  )
}

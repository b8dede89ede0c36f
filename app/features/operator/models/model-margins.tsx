import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OperatorOverview } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'

/** Models listed at first, those with the most runs. */
const mostShown = 12

type Model = OperatorOverview['models'][number]

function useColumns(): Column<Model>[] {
  const { t } = useLingui()
  const format = useFormat()
  const dollars = (value: number | null) => (value === null ? '—' : format.dollars(value))
  return [
    {
      id: 'model',
      name: t`Model`,
      cell: ({ id, type, name }) => (
        <Link to="/operator/runs" search={{ model: id }} className="link inline-flex items-center gap-2 wrap-anywhere">
          <KindIcon kind={type} className="size-4" />
          {name}
        </Link>
      ),
    },
    { id: 'runs', name: t`Runs`, numeric: true, cell: ({ runs }) => format.number(runs) },
    {
      id: 'failed',
      name: t`Failed`,
      numeric: true,
      cell: ({ failed }) => <span className={failed > 0 ? 'text-danger' : 'text-ink-soft'}>{format.number(failed)}</span>,
    },
    { id: 'tokens', name: t`Tokens`, numeric: true, cell: ({ tokens }) => format.number(tokens) },
    { id: 'value', name: t`Value of tokens`, numeric: true, cell: ({ value }) => dollars(value) },
    { id: 'cost', name: t`Service cost`, numeric: true, cell: ({ cost }) => dollars(cost) },
    {
      id: 'margin',
      name: t`Margin`,
      numeric: true,
      compact: 'beside',
      cell: ({ margin }) => <span className={(margin ?? 0) < 0 ? 'text-danger' : ''}>{dollars(margin)}</span>,
    },
  ]
}

/** Runs, tokens, costs and margins by model. */
export function ModelMargins({ overview: { models, token_value: tokenValue } }: { overview: OperatorOverview }) {
  const { t } = useLingui()
  const format = useFormat()
  const columns = useColumns()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? models : models.slice(0, mostShown)
  const thousand = tokenValue === null ? null : format.dollars(tokenValue * 1_000)
  return (
    <section aria-labelledby="models" className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id="models" className="text-xl">
        <Trans>Models</Trans>
      </h2>
      {models.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>No runs in this period.</Trans>
        </p>
      ) : (
        <DataTable caption={t`Models by number of runs`} columns={columns} rows={shown} idOf={({ id }) => id} />
      )}
      {shown.length < models.length && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setShowsAll(true)}>
          <Trans>Show all models: {format.number(models.length)}</Trans>
        </Button>
      )}
      {models.length > 0 && (
        <p className="max-w-prose text-sm text-ink-soft">
          {thousand === null ? (
            <Trans>The shop sells no tokens for dollars, so their value and the margin are unknown.</Trans>
          ) : (
            <Trans>
              Tokens are valued at the lowest price in the shop, {thousand} per 1,000, whether they were bought or free. Cost is what the
              services charge for successful runs by their price lists. Margin is value less cost where the cost is known.
            </Trans>
          )}
        </p>
      )}
    </section>
  )
}

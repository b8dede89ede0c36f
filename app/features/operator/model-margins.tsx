import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OperatorOverview } from '#app/contract/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { Button } from '#app/ui/button.tsx'

/** Models listed at first, those with the most runs. */
const mostShown = 12

/** Runs, tokens, costs and margins by model. */
export function ModelMargins({ overview: { models, token_value: tokenValue } }: { overview: OperatorOverview }) {
  const { t } = useLingui()
  const format = useFormat()
  const dollars = (value: number | null) =>
    value === null ? '—' : format.number(value, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' })
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? models : models.slice(0, mostShown)
  const thousand = tokenValue === null ? null : dollars(tokenValue * 1_000)
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region must be reachable by keyboard.
        <div role="region" aria-label={t`Costs by model: data table`} tabIndex={0} className="overflow-x-auto">
          <table className="tabular w-full min-w-160 text-left">
            <caption className="sr-only">{t`Models by number of runs`}</caption>
            <thead className="text-sm text-ink-soft">
              <tr>
                <th scope="col" className="py-2 font-medium">
                  <Trans>Model</Trans>
                </th>
                <th scope="col" className="py-2 pl-4 text-right font-medium">
                  <Trans>Runs</Trans>
                </th>
                <th scope="col" className="py-2 pl-4 text-right font-medium">
                  <Trans>Failed</Trans>
                </th>
                <th scope="col" className="py-2 pl-4 text-right font-medium">
                  <Trans>Tokens</Trans>
                </th>
                <th scope="col" className="py-2 pl-4 text-right font-medium">
                  <Trans>Value of tokens</Trans>
                </th>
                <th scope="col" className="py-2 pl-4 text-right font-medium">
                  <Trans>Service cost</Trans>
                </th>
                <th scope="col" className="py-2 pl-4 text-right font-medium">
                  <Trans>Margin</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((model) => (
                <tr key={model.id} className="border-t border-line align-baseline">
                  <th scope="row" className="py-2.5 font-normal">
                    <Link to="/operator/runs" search={{ model: model.id }} className="link inline-flex items-center gap-2 wrap-anywhere">
                      <KindIcon kind={model.type} className="size-4" />
                      {model.name}
                    </Link>
                  </th>
                  <td className="py-2.5 pl-4 text-right">{format.number(model.runs)}</td>
                  <td className={`py-2.5 pl-4 text-right ${model.failed > 0 ? 'text-danger' : 'text-ink-soft'}`}>
                    {format.number(model.failed)}
                  </td>
                  <td className="py-2.5 pl-4 text-right">{format.number(model.tokens)}</td>
                  <td className="py-2.5 pl-4 text-right">{dollars(model.value)}</td>
                  <td className="py-2.5 pl-4 text-right">{dollars(model.cost)}</td>
                  <td className={`py-2.5 pl-4 text-right ${(model.margin ?? 0) < 0 ? 'text-danger' : ''}`}>{dollars(model.margin)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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

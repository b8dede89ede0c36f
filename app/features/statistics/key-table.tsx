import { Trans, useLingui } from '@lingui/react/macro'
import type { Statistics } from '#app/contract/statistics.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { type Totals, totalsOf } from './summary.ts'

/** Runs by origin: the person in the app, and each API key. Renders nothing if no key was used in the period. */
export function KeyTable({ keys, worthOf }: Pick<Statistics, 'keys'> & { worthOf: (tokens: number) => string | undefined }) {
  const { t } = useLingui()
  const format = useFormat()
  if (!keys.some(({ id }) => id !== null)) return null
  const money = keys.some(({ tokens }) => worthOf(tokens) !== undefined)
  const columns: { name: string; className?: string; of: (totals: Totals) => string }[] = [
    { name: t`Runs`, of: ({ runs }) => format.number(runs) },
    { name: t`Tokens`, of: ({ tokens }) => format.number(tokens) },
    // Hidden on a phone.
    ...(money ? [{ name: t`Cost`, className: 'max-sm:hidden', of: ({ tokens }: Totals) => worthOf(tokens) ?? '—' }] : []),
    {
      name: t({ message: 'Successful', context: 'share of the runs' }),
      of: ({ successRate }) => (successRate === null ? '—' : format.percent(successRate)),
    },
  ]
  return (
    <section aria-labelledby="by-key" className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-6">
      <h2 id="by-key" className="text-xl">
        <Trans>By API key</Trans>
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region must be reachable by keyboard. */}
      <div role="region" aria-labelledby="by-key" tabIndex={0} className="overflow-x-auto">
        <table className="tabular w-full text-left">
          <caption className="sr-only">
            <Trans>By API key</Trans>
          </caption>
          <thead className="text-sm text-ink-soft">
            <tr>
              <th scope="col" className="py-2 font-medium">
                <Trans>Key</Trans>
              </th>
              {columns.map(({ name, className = '' }) => (
                <th key={name} scope="col" className={`py-2 pl-5 text-right font-medium ${className}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => {
              const totals = totalsOf([key])
              return (
                <tr key={key.id ?? 'app'} className="border-t border-line align-baseline">
                  <th scope="row" className="min-w-36 py-2.5 font-normal">
                    {key.name === null ? (
                      <Trans>In the app, without a key</Trans>
                    ) : (
                      <>
                        <span className="font-medium wrap-anywhere">{key.name}</span>{' '}
                        <span className="text-sm whitespace-nowrap text-ink-soft">
                          <code>qk_…{key.hint}</code>
                          {key.revoked && (
                            <>
                              {', '}
                              <Trans>revoked</Trans>
                            </>
                          )}
                        </span>
                      </>
                    )}
                  </th>
                  {columns.map(({ name, className = '', of }) => (
                    <td key={name} className={`py-2.5 pl-5 text-right whitespace-nowrap ${className}`}>
                      {of(totals)}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

import { Trans } from '@lingui/react/macro'
import type { OperatorPerson } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

/** Money that a person has paid in all, by currency. Payments at the test checkout are marked, because no money moved. */
export function Paid({ paid }: Pick<OperatorPerson, 'paid'>) {
  const format = useFormat()
  if (paid.length === 0) return '—'
  return paid.map(({ amount, currency, test }, index) => (
    <span key={`${currency} ${test}`} className={test ? 'text-ink-soft' : ''}>
      {index > 0 && ', '}
      {format.money({ amount, currency })}
      {test && (
        <>
          {' '}
          <Trans context="payment">test</Trans>
        </>
      )}
    </span>
  ))
}

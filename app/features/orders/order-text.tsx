import { Trans } from '@lingui/react/macro'
import type { Order } from '#app/contract/money/orders.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { planName } from '#app/shell/money/plan-name.ts'

/** The item ordered: "500 tokens", "Solo for a year". */
export function OrderName({ order: { kind, item, period, tokens } }: { order: Order }) {
  const format = useFormat()
  if (kind === 'pack') return format.tokens(tokens)
  return period === 'year' ? <Trans>{planName(item)} for a year</Trans> : <Trans>{planName(item)} for a month</Trans>
}

/** The order's state in a word or two. */
export function OrderState({ order: { status, failure, refunded, disputed, price } }: { order: Order }) {
  const format = useFormat()
  if (disputed) return <Trans>disputed</Trans>
  if (refunded.amount >= price.amount) return <Trans>refunded</Trans>
  if (refunded.amount > 0) return <Trans>{format.money(refunded)} refunded</Trans>
  switch (status) {
    case 'paid':
      return <Trans>paid</Trans>
    case 'pending':
      return <Trans>awaiting payment</Trans>
    case 'canceled':
      return failure === 'expired' ? <Trans>not paid in time</Trans> : <Trans>canceled</Trans>
    case 'failed':
      return failure === 'declined' ? <Trans>declined</Trans> : <Trans>not paid</Trans>
  }
}

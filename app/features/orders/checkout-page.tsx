import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TestOutcome } from '#app/contract/money/orders.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { chooseTestOutcome } from '#app/shell/data/orders.functions.ts'
import { orderHasEnded, orderQuery } from '#app/shell/data/orders.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { OrderFrame, OrderSummary, TestBanner } from './order-card.tsx'

/** The test checkout: the person chooses the outcome that a payment service would report. */
export function CheckoutPage({ id }: { id: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const { data: order } = useSuspenseQuery(orderQuery(id))
  const [busy, setBusy] = useState<TestOutcome>()
  const [problem, setProblem] = useState<string>()

  async function choose(outcome: TestOutcome) {
    setBusy(outcome)
    setProblem(undefined)
    const result = await settle(chooseTestOutcome({ data: { id, outcome } }))
    // The order was paid in another tab, and the next page shows the outcome.
    if (!result.ok && result.error.code !== 'order_closed') {
      setBusy(undefined)
      setProblem(failureMessage(result.error))
      return
    }
    if (result.ok) await orderHasEnded(queryClient, result.data)
    await navigate({ to: '/orders/$order', params: { order: id }, replace: true })
  }

  const outcomes: { outcome: TestOutcome; label: ReactNode; hint: ReactNode }[] = [
    { outcome: 'declined', label: <Trans>Decline</Trans>, hint: <Trans>The bank declines the payment.</Trans> },
    {
      outcome: 'pending',
      label: <Trans>Leave pending</Trans>,
      hint: <Trans>The bank needs more time. You can choose again later.</Trans>,
    },
    { outcome: 'late', label: <Trans>Pay in a minute</Trans>, hint: <Trans>The payment arrives after you’ve left the page.</Trans> },
    ...(order.kind === 'plan'
      ? [
          {
            outcome: 'paid_once' as const,
            label: <Trans>Pay, then decline the next charge</Trans>,
            hint: <Trans>The next charge will be declined.</Trans>,
          },
        ]
      : []),
    { outcome: 'canceled', label: <Trans>Cancel</Trans>, hint: <Trans>You change your mind.</Trans> },
  ]

  return (
    <OrderFrame>
      <TestBanner />
      <h1 className="text-3xl">
        <Trans>Test checkout</Trans>
      </h1>
      <OrderSummary order={order} />
      <div className="grid gap-6">
        <Button size="lg" busy={busy === 'paid'} disabled={busy !== undefined && busy !== 'paid'} onClick={() => void choose('paid')}>
          <Trans>Pay {format.money(order.price)}</Trans>
        </Button>
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        <ul aria-label={t`Other outcomes`} className="grid gap-2">
          {outcomes.map(({ outcome, label, hint }) => (
            <li key={outcome}>
              <Button
                variant="secondary"
                busy={busy === outcome}
                disabled={busy !== undefined && busy !== outcome}
                onClick={() => void choose(outcome)}
                aria-describedby={`hint-${outcome}`}
                className="w-full"
              >
                {label}
              </Button>
              <p id={`hint-${outcome}`} className="mt-1 mb-2 text-center text-sm text-ink-soft">
                {hint}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </OrderFrame>
  )
}

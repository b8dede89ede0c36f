import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TestOutcome } from '#app/contract/orders.ts'
import { useFailureWords } from '#app/shell/failure.ts'
import { useFormat } from '#app/shell/format.ts'
import { chooseTestOutcome } from '#app/shell/orders.functions.ts'
import { orderHasEnded, orderQuery } from '#app/shell/orders.queries.ts'
import { settle } from '#app/shell/work/settle.ts'
import { Button } from '#app/ui/button.tsx'
import { OrderFrame, OrderSummary, TestBanner } from './order-card.tsx'

/** Stands in for a payment service: the person chooses what such a service would tell. */
export function CheckoutPage({ id }: { id: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const failureWords = useFailureWords()
  const { data: order } = useSuspenseQuery(orderQuery(id))
  const [busy, setBusy] = useState<TestOutcome>()
  const [problem, setProblem] = useState<string>()

  async function choose(outcome: TestOutcome) {
    setBusy(outcome)
    setProblem(undefined)
    const result = await settle(chooseTestOutcome({ data: { id, outcome } }))
    // Chosen before, in another tab: what came of it is on the next page.
    if (!result.ok && result.error.code !== 'order_closed') {
      setBusy(undefined)
      setProblem(failureWords(result.error))
      return
    }
    if (result.ok) await orderHasEnded(queryClient, result.data)
    await navigate({ to: '/orders/$order', params: { order: id }, replace: true })
  }

  const outcomes: { outcome: TestOutcome; label: ReactNode; hint: ReactNode }[] = [
    { outcome: 'declined', label: <Trans>Decline</Trans>, hint: <Trans>The bank says no.</Trans> },
    {
      outcome: 'pending',
      label: <Trans>Leave it waiting</Trans>,
      hint: <Trans>The bank takes its time. You can choose again later.</Trans>,
    },
    { outcome: 'late', label: <Trans>Pay a minute later</Trans>, hint: <Trans>The money comes while nobody is looking.</Trans> },
    ...(order.kind === 'plan'
      ? [
          {
            outcome: 'paid_once' as const,
            label: <Trans>Pay, and no more after that</Trans>,
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
        <ul aria-label={t`What else can happen`} className="grid gap-2">
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

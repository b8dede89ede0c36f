import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentSubscription, PlanChange } from '#app/contract/money/subscriptions.ts'
import type { Money } from '#app/contract/money/tokens.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { createOrder } from '#app/shell/data/orders.functions.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { planName } from '#app/shell/money/plan-name.ts'
import { useCheckout } from '#app/shell/money/use-checkout.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { Currency } from '#config'
import type { Period } from './period.ts'
import { changePlan, quotePlanChange } from './subscription.functions.ts'
import { subscriptionQuery } from './subscription.queries.ts'

type PlanActionProps = {
  plan: string
  period: Period
  currency: Currency
  price: Money | undefined
  /** The person's current plan. */
  own: CurrentSubscription | null
}

/** A button that buys a plan or changes to it; a change is explained first. */
export function PlanAction({ plan, period, currency, price, own }: PlanActionProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { busy, open } = useCheckout()
  if (own) return <ChangeButton plan={plan} period={period} own={own} />
  if (!price) return null
  const name = `${plan} ${period} ${currency}`
  return (
    <Button
      className="mt-auto w-full"
      aria-label={t`Choose for ${format.money(price)}: ${planName(plan)}`}
      busy={busy === name}
      onClick={() =>
        void open(name, (idempotency_key) => createOrder({ data: { kind: 'plan', item: plan, period, currency, idempotency_key } }))
      }
    >
      <Trans>Choose for {format.money(price)}</Trans>
    </Button>
  )
}

function ChangeButton({ plan, period, own }: { plan: string; period: Period; own: CurrentSubscription }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const { follow } = useCheckout()
  const [busy, setBusy] = useState(false)
  const [change, setChange] = useState<PlanChange>()
  const [open, setOpen] = useState(false)
  const isOwn = own.terms.plan === plan && own.terms.period === period
  const isNext = own.next?.plan === plan && own.next.period === period
  if (isNext || (isOwn && own.next === null)) {
    return (
      <p className="mt-auto flex min-h-11 items-center justify-center rounded-control border border-line px-4 text-center text-ink-soft">
        {isNext ? <Trans>Starting next period</Trans> : <Trans>Current plan</Trans>}
      </p>
    )
  }

  async function ask() {
    setBusy(true)
    const result = await settle(quotePlanChange({ data: { plan, period } }))
    setBusy(false)
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    setChange(result.data)
    setOpen(true)
    return undefined
  }

  async function confirm() {
    const result = await settle(changePlan({ data: { plan, period } }))
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    queryClient.setQueryData(subscriptionQuery.queryKey, result.data.subscription)
    if (result.data.order) return follow(result.data.order)
    return toast({ title: isOwn ? t`Your plan stays the same.` : t`Plan change scheduled.` })
  }

  return (
    <>
      <Button variant="secondary" className="mt-auto w-full" busy={busy} onClick={() => void ask()}>
        {isOwn ? <Trans>Keep this plan</Trans> : <Trans>Switch to this plan</Trans>}
      </Button>
      {change && (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title={isOwn ? <Trans>Keep {planName(plan)}?</Trans> : <Trans>Switch to {planName(plan)}?</Trans>}
          description={<ChangeSummary change={change} />}
          confirmLabel={change.when === 'now' ? <Trans>Go to checkout</Trans> : isOwn ? <Trans>Keep</Trans> : <Trans>Switch</Trans>}
          onConfirm={confirm}
        />
      )}
    </>
  )
}

/** The effects of the change, now and at the end of the period. */
function ChangeSummary({ change: { from, to, when, due, credit, at } }: { change: PlanChange }) {
  const format = useFormat()
  if (when === 'now' && due && credit) {
    return (
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          <Trans>
            Now: you pay {format.money(due)}, a new period starts, and {format.tokens(to.tokens_per_month)} are added.
          </Trans>
        </li>
        {credit.amount > 0 && (
          <li>
            <Trans>
              {format.money(credit)} off for the paid months of {planName(from.plan)} that haven’t started.
            </Trans>
          </li>
        )}
        <li>
          <Trans>The tokens you have keep their expiration date.</Trans>
        </li>
        <li>
          {to.period === 'year' ? (
            <Trans>After that: {format.money(to.price)} a year.</Trans>
          ) : (
            <Trans>After that: {format.money(to.price)} a month.</Trans>
          )}
        </li>
      </ul>
    )
  }
  if (when === 'period_end' && at) {
    return (
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          <Trans>Now: no charge, no change.</Trans>
        </li>
        <li>
          {to.period === 'year' ? (
            <Trans>
              On {format.date(at)}: {planName(to.plan)} starts for {format.money(to.price)} a year, with{' '}
              {format.tokens(to.tokens_per_month)} a month.
            </Trans>
          ) : (
            <Trans>
              On {format.date(at)}: {planName(to.plan)} starts for {format.money(to.price)}, with {format.tokens(to.tokens_per_month)} a
              month.
            </Trans>
          )}
        </li>
        <li>
          <Trans>You can change your mind until then.</Trans>
        </li>
      </ul>
    )
  }
  return <Trans>The scheduled change is canceled, and your plan stays the same.</Trans>
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentSubscription, PlanChange } from '#app/contract/subscriptions.ts'
import type { Money } from '#app/contract/tokens.ts'
import { useFailureWords } from '#app/shell/failure.ts'
import { useFormat } from '#app/shell/format.ts'
import { createOrder } from '#app/shell/orders.functions.ts'
import { planName } from '#app/shell/plan-name.ts'
import { useCheckout } from '#app/shell/use-checkout.ts'
import { settle } from '#app/shell/work/settle.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/dialog.tsx'
import { useToast } from '#app/ui/toast.tsx'
import type { Currency } from '#config'
import type { Period } from './period.ts'
import { changePlan, quotePlanChange } from './subscription.functions.ts'
import { subscriptionQuery } from './subscription.queries.ts'

type PlanActionProps = {
  plan: string
  period: Period
  currency: Currency
  price: Money | undefined
  /** The plan that the person has. */
  own: CurrentSubscription | null
}

/** Buys a plan, or changes to it; a change is told in full before it is made. */
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
        void open(name, (idempotency_key) =>
          createOrder({ data: { order: { kind: 'plan', item: plan, period, currency }, idempotency_key } }),
        )
      }
    >
      <Trans>Choose for {format.money(price)}</Trans>
    </Button>
  )
}

function ChangeButton({ plan, period, own }: { plan: string; period: Period; own: CurrentSubscription }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureWords = useFailureWords()
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
        {isNext ? <Trans>From the next period on</Trans> : <Trans>This is your plan</Trans>}
      </p>
    )
  }

  async function ask() {
    setBusy(true)
    const result = await settle(quotePlanChange({ data: { plan, period } }))
    setBusy(false)
    if (!result.ok) return toast({ title: failureWords(result.error), tone: 'danger' })
    setChange(result.data)
    setOpen(true)
    return undefined
  }

  async function confirm() {
    const result = await settle(changePlan({ data: { plan, period } }))
    if (!result.ok) return toast({ title: failureWords(result.error), tone: 'danger' })
    queryClient.setQueryData(subscriptionQuery.queryKey, result.data.subscription)
    if (result.data.order) return follow(result.data.order)
    return toast({ title: isOwn ? t`Your plan stays as it is.` : t`The change is noted.` })
  }

  return (
    <>
      <Button variant="secondary" className="mt-auto w-full" busy={busy} onClick={() => void ask()}>
        {isOwn ? <Trans>Stay with this plan</Trans> : <Trans>Change to this plan</Trans>}
      </Button>
      {change && (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title={isOwn ? <Trans>Stay with {planName(plan)}?</Trans> : <Trans>Change to {planName(plan)}?</Trans>}
          description={<ChangeWords change={change} />}
          confirmLabel={change.when === 'now' ? <Trans>Go to the checkout</Trans> : isOwn ? <Trans>Stay</Trans> : <Trans>Change</Trans>}
          onConfirm={confirm}
        />
      )}
    </>
  )
}

/** What happens now, and what at the end of the period. */
function ChangeWords({ change: { from, to, when, due, credit, at } }: { change: PlanChange }) {
  const format = useFormat()
  if (when === 'now' && due && credit) {
    return (
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          <Trans>
            Now: you pay {format.money(due)}, a new period begins, and {format.tokens(to.tokens_per_month)} are added.
          </Trans>
        </li>
        {credit.amount > 0 && (
          <li>
            <Trans>
              {format.money(credit)} are taken off for months of {planName(from.plan)} that you paid for and that have not begun.
            </Trans>
          </li>
        )}
        <li>
          <Trans>The tokens that you have stay yours until the day they would have ended.</Trans>
        </li>
        <li>
          {to.period === 'year' ? (
            <Trans>From then on: {format.money(to.price)} a year.</Trans>
          ) : (
            <Trans>From then on: {format.money(to.price)} a month.</Trans>
          )}
        </li>
      </ul>
    )
  }
  if (when === 'period_end' && at) {
    return (
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          <Trans>Now: nothing is charged and nothing changes.</Trans>
        </li>
        <li>
          {to.period === 'year' ? (
            <Trans>
              On {format.date(at)}: {planName(to.plan)} begins for {format.money(to.price)} a year, with{' '}
              {format.tokens(to.tokens_per_month)} a month.
            </Trans>
          ) : (
            <Trans>
              On {format.date(at)}: {planName(to.plan)} begins for {format.money(to.price)}, with {format.tokens(to.tokens_per_month)} a
              month.
            </Trans>
          )}
        </li>
        <li>
          <Trans>Until then you can think better of it.</Trans>
        </li>
      </ul>
    )
  }
  return <Trans>The change that you had planned is dropped, and your plan goes on as it is.</Trans>
}

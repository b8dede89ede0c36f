import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import type { CurrentSubscription, Subscription } from '#app/contract/money/subscriptions.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { planName } from '#app/shell/money/plan-name.ts'
import { useCheckout } from '#app/shell/money/use-checkout.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { cancelSubscription, openPortal, paySubscription, resumeSubscription } from './subscription.functions.ts'
import { subscriptionQuery } from './subscription.queries.ts'

/** The current plan: what it includes, the end of the paid period, the next charge, and ways to change it. */
export function CurrentPlan({ subscription }: { subscription: CurrentSubscription }) {
  const format = useFormat()
  const { terms, status, next, next_charge, next_tokens_at, current_period_end, cancel_at_period_end } = subscription
  return (
    <div className="grid gap-8">
      <div className="grid gap-2">
        <h1 className="text-3xl">{planName(terms.plan)}</h1>
        <p className="text-lg text-ink-soft">
          {terms.period === 'year' ? <Trans>{format.money(terms.price)} a year</Trans> : <Trans>{format.money(terms.price)} a month</Trans>}
        </p>
      </div>
      {status === 'past_due' && <PastDue subscription={subscription} />}
      <dl className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
        <Fact name={<Plural value={terms.tokens_per_month} one="token a month" other="tokens a month" />}>
          {format.number(terms.tokens_per_month)}
        </Fact>
        {cancel_at_period_end ? (
          <Fact name={<Trans>your plan ends, no further charges</Trans>}>
            <time dateTime={current_period_end}>{format.date(current_period_end)}</time>
          </Fact>
        ) : (
          next_charge &&
          status === 'active' && (
            <Fact
              name={
                next ? (
                  <Trans>
                    next charge: {format.money(next_charge.price)} for {planName(next.plan)}
                  </Trans>
                ) : (
                  <Trans>next charge: {format.money(next_charge.price)}</Trans>
                )
              }
            >
              <time dateTime={next_charge.at}>{format.date(next_charge.at)}</time>
            </Fact>
          )
        )}
        {next_tokens_at && (
          <Fact name={<Trans>next month’s tokens arrive, and this month’s expire</Trans>}>
            <time dateTime={next_tokens_at}>{format.date(next_tokens_at)}</time>
          </Fact>
        )}
      </dl>
      <Actions subscription={subscription} />
    </div>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-2xl font-semibold tracking-[-0.02em]">{children}</dd>
    </div>
  )
}

function PastDue({ subscription: { grace_until, next_charge, terms } }: { subscription: CurrentSubscription }) {
  const format = useFormat()
  const { busy, open } = useCheckout()
  return (
    <div role="note" className="grid max-w-reading justify-items-start gap-4 rounded-card bg-warn-soft px-5 py-4">
      <p>
        <strong className="font-semibold">
          <Trans>The last charge failed.</Trans>
        </strong>{' '}
        {grace_until && (
          <Trans>
            You keep your plan until <time dateTime={grace_until}>{format.date(grace_until)}</time>. New tokens arrive once you pay.
          </Trans>
        )}{' '}
        {next_charge && (
          <Trans>
            We’ll try again on <time dateTime={next_charge.at}>{format.date(next_charge.at)}</time>.
          </Trans>
        )}
      </p>
      <Button busy={busy !== null} onClick={() => void open('pay', () => paySubscription({ data: {} }))}>
        <Trans>Pay {format.money(next_charge?.price ?? terms.price)} now</Trans>
      </Button>
    </div>
  )
}

function Actions({ subscription }: { subscription: CurrentSubscription }) {
  const { t } = useLingui()
  const format = useFormat()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState<'resume' | 'portal'>()
  const { cancel_at_period_end: ends, current_period_end: end, status, terms, method_removed } = subscription

  async function change(call: Promise<ApiResult<Subscription>>, done: string, undo?: () => void) {
    const result = await settle(call)
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    queryClient.setQueryData(subscriptionQuery.queryKey, result.data)
    return toast({ title: done, ...(undo && result.data.plan !== null && { action: { label: t`Undo`, onClick: undo } }) })
  }
  const resume = async () => {
    setBusy('resume')
    await change(resumeSubscription(), t`Your plan continues.`)
    setBusy(undefined)
  }
  async function visitPortal() {
    setBusy('portal')
    const result = await settle(openPortal())
    if (result.ok) {
      window.addEventListener('pageshow', () => setBusy(undefined), { once: true })
      window.location.assign(result.data.url)
      return
    }
    setBusy(undefined)
    toast({ title: failureMessage(result.error), tone: 'danger' })
  }

  return (
    <div className="flex flex-wrap gap-3">
      {method_removed ? (
        <p className="w-full max-w-reading text-ink-soft">
          <Trans>You removed the payment method of this plan. To go on after {format.date(end)}, choose a plan again then.</Trans>
        </p>
      ) : ends ? (
        <Button busy={busy === 'resume'} onClick={() => void resume()}>
          <Trans>Keep plan</Trans>
        </Button>
      ) : (
        <ButtonLink
          to="/profile/subscription/pricing"
          search={{ period: terms.period, currency: terms.price.currency }}
          variant="secondary"
        >
          <Trans>Change plan</Trans>
        </ButtonLink>
      )}
      {subscription.portal && (
        <Button variant="secondary" busy={busy === 'portal'} onClick={() => void visitPortal()}>
          <Trans>Card and invoices</Trans>
        </Button>
      )}
      {!ends && (
        <Button variant="ghost" onClick={() => setOpen(true)}>
          <Trans>Cancel plan</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={<Trans>Cancel {planName(terms.plan)}?</Trans>}
        description={
          status === 'past_due' ? (
            <Trans>Your plan ends now, and you won’t be charged again. Tokens you’ve bought stay yours.</Trans>
          ) : (
            <Trans>
              You won’t be charged again. Your plan and its tokens stay until {format.date(end)}; tokens from packs stay yours. You can
              change your mind until then.
            </Trans>
          )
        }
        confirmLabel={<Trans>Cancel plan</Trans>}
        onConfirm={() => change(cancelSubscription(), t`Plan canceled.`, () => void resume())}
        destructive
      />
    </div>
  )
}

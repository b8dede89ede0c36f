import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MethodLabel, Subscription } from '#app/contract/money/subscriptions.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { planName } from '#app/shell/money/plan-name.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { removeMethod } from './subscription.functions.ts'
import { subscriptionQuery } from './subscription.queries.ts'

/** The card or account that is charged, and its removal, which says what the plan does then. */
export function SavedMethod({ method, subscription }: { method: MethodLabel; subscription: Subscription }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)

  async function remove() {
    const result = await settle(removeMethod())
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    queryClient.setQueryData(subscriptionQuery.queryKey, result.data)
    return toast({
      title: result.data.charge_under_way
        ? t`Removed. A charge that was already on its way may still go through; there will be no other.`
        : t`Removed. It won’t be charged anymore.`,
    })
  }

  return (
    <section aria-labelledby="saved-method" className="grid max-w-md gap-3 border-t border-line pt-8">
      <h2 id="saved-method" className="text-xl">
        <Trans>Saved payment method</Trans>
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          <MethodName method={method} />
        </p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={<Trans>Remove this payment method?</Trans>}
        description={<Consequence subscription={subscription} />}
        confirmLabel={<Trans>Remove</Trans>}
        onConfirm={remove}
        destructive
      />
    </section>
  )
}

function MethodName({ method: { type, last4 } }: { method: MethodLabel }) {
  if (type === 'bank_card') return last4 === null ? <Trans>Bank card</Trans> : <Trans>Card ending in {last4}</Trans>
  if (type === 'sbp') return <Trans>Bank account linked through SBP</Trans>
  if (type === 'yoo_money') return <Trans>YooMoney wallet</Trans>
  return <Trans>Saved when you paid</Trans>
}

function Consequence({ subscription: { subscription: own } }: { subscription: Subscription }) {
  const format = useFormat()
  if (!own) return <Trans>We’ll forget it and never charge it again.</Trans>
  const name = planName(own.terms.plan)
  return own.status === 'past_due' ? (
    <Trans>We’ll forget it and never charge it again. {name} isn’t paid for, so it ends now. Tokens you’ve bought stay yours.</Trans>
  ) : (
    <Trans>
      We’ll forget it and never charge it again. {name} and its tokens stay until {format.date(own.current_period_end)}, and then the plan
      ends. You can choose a plan again after that.
    </Trans>
  )
}

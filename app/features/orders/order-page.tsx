import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Hourglass, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { Order } from '#app/contract/money/orders.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { cancelOrder, checkOrder } from '#app/shell/data/orders.functions.ts'
import { orderHasEnded, orderQuery } from '#app/shell/data/orders.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useCheckout } from '#app/shell/money/use-checkout.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { StillPart } from '#app/ui/page/still-part.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { OrderFrame, OrderSummary, TestBanner } from './order-card.tsx'

/** Milliseconds between polls while a payment is pending. */
const everyMs = 3_000

/** Shows the outcome of an order. `left`: the person returned from the checkout without paying. */
export function OrderPage({ id, left }: { id: string; left: boolean }) {
  const { data: order } = useSuspenseQuery(orderQuery(id))
  useWatch(order)
  return (
    <OrderFrame>
      {order.provider === 'test' && <TestBanner done={order.status !== 'pending'} />}
      <div aria-live="polite" className="grid gap-8">
        <Outcome order={order} left={left} />
      </div>
      <OrderSummary order={order} />
      <p className="text-sm text-ink-soft">
        <Link to={order.kind === 'pack' ? '/profile/token-packs' : '/profile/subscription'} className="link">
          {order.kind === 'pack' ? <Trans>Token packs and purchases</Trans> : <Trans>Plan and invoices</Trans>}
        </Link>
      </p>
      <StillPart />
    </OrderFrame>
  )
}

/** Polls an unpaid order until it is decided, then reloads everything that depends on it. */
function useWatch(order: Order) {
  const queryClient = useQueryClient()
  const waits = order.status === 'pending'
  const { data: now } = useQuery({
    queryKey: ['orders', 'watch', order.id],
    queryFn: async () => unwrap(await checkOrder({ data: { id: order.id } })),
    enabled: waits,
    refetchInterval: (query) => (query.state.data && query.state.data.status !== 'pending' ? false : everyMs),
    staleTime: 0,
  })
  const ended = waits && now && now.status !== 'pending' ? now : undefined
  useEffect(() => {
    if (ended) void orderHasEnded(queryClient, ended)
  }, [ended, queryClient])
}

function Outcome({ order, left }: { order: Order; left: boolean }) {
  switch (order.status) {
    case 'paid':
      return <Paid order={order} />
    case 'pending':
      return <Pending order={order} left={left} />
    case 'canceled':
      return (
        <StatusPanel icon={<Undo2 aria-hidden />} title={<Trans>Order canceled</Trans>} actions={<Again order={order} />}>
          {order.failure === 'expired' ? (
            <Trans>It wasn’t paid in time, so it was closed. You weren’t charged.</Trans>
          ) : (
            <Trans>You weren’t charged.</Trans>
          )}
        </StatusPanel>
      )
    case 'failed':
      return (
        <StatusPanel
          icon={<CircleX aria-hidden className="text-danger" />}
          title={order.failure === 'declined' ? <Trans>The payment was declined</Trans> : <Trans>The payment failed</Trans>}
          actions={<Again order={order} />}
        >
          <FailureMessage failure={order.failure} />
        </StatusPanel>
      )
  }
}

function FailureMessage({ failure }: { failure: Order['failure'] }) {
  switch (failure) {
    case 'mismatch':
      return (
        <Trans>
          The amount paid doesn’t match the order. Contact the server’s administrator and quote the order number from this page’s address.
        </Trans>
      )
    case 'unavailable':
      return (
        <Trans>
          The payment service didn’t respond, and we know of no payment. If you were charged after all, contact the server’s administrator.
        </Trans>
      )
    default:
      return <Trans>You weren’t charged. Try again or use another payment method.</Trans>
  }
}

function Paid({ order }: { order: Order }) {
  const format = useFormat()
  const user = useUser()
  const back = order.disputed || order.refunded.amount > 0
  return (
    <StatusPanel
      icon={back ? <Undo2 aria-hidden /> : <CircleCheck aria-hidden className="text-ok" />}
      title={
        order.disputed ? (
          <Trans>The payment is disputed</Trans>
        ) : back ? (
          <Trans>The payment was refunded</Trans>
        ) : order.kind === 'pack' ? (
          <Trans>{format.tokens(order.tokens)} added</Trans>
        ) : (
          <Trans>Your plan is active</Trans>
        )
      }
      actions={
        <>
          {!back && (
            <ButtonLink to="/dashboard">
              <Trans>Create something</Trans>
            </ButtonLink>
          )}
          <ButtonLink to="/orders/$order/receipt" params={{ order: order.id }} variant="secondary">
            <Trans>Receipt</Trans>
          </ButtonLink>
        </>
      }
    >
      {order.disputed ? (
        <Trans>You can’t use the tokens from this purchase until your bank decides.</Trans>
      ) : back ? (
        <Trans>You were refunded {format.money(order.refunded)}, and the tokens it had paid for were removed.</Trans>
      ) : (
        user && <Trans>You now have {format.tokens(user.available)}.</Trans>
      )}
    </StatusPanel>
  )
}

function Pending({ order, left }: { order: Order; left: boolean }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const { busy, follow } = useCheckout()
  const [canceling, setCanceling] = useState(false)
  async function cancel() {
    setCanceling(true)
    const result = await settle(cancelOrder({ data: { id: order.id } }))
    setCanceling(false)
    if (result.ok) await orderHasEnded(queryClient, result.data)
    else toast({ title: failureMessage(result.error), tone: 'danger' })
  }
  return (
    <StatusPanel
      icon={<Hourglass aria-hidden />}
      title={left ? <Trans>You left the checkout</Trans> : <Trans>Waiting for payment</Trans>}
      actions={
        <>
          {order.checkout_url && (
            <Button busy={busy !== null} onClick={() => void follow(order)}>
              <Trans>Go to checkout</Trans>
            </Button>
          )}
          {order.cause !== 'renewal' && (
            <Button variant="secondary" busy={canceling} onClick={() => void cancel()}>
              <Trans>Cancel order</Trans>
            </Button>
          )}
        </>
      }
    >
      {left ? (
        <Trans>You weren’t charged. You can still pay or cancel the order.</Trans>
      ) : (
        <Trans>This page updates when the payment arrives. You can close it: the tokens will be added anyway.</Trans>
      )}
    </StatusPanel>
  )
}

function Again({ order: { kind } }: { order: Order }) {
  return (
    <ButtonLink to={kind === 'pack' ? '/profile/token-packs' : '/profile/subscription/pricing'}>
      <Trans>Back to prices</Trans>
    </ButtonLink>
  )
}

type StatusPanelProps = { icon: ReactNode; title: ReactNode; children: ReactNode; actions: ReactNode }

/** The heading takes the focus when the outcome changes, so that it is announced. */
function StatusPanel({ icon, title, children, actions }: StatusPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid animate-rise gap-3 [&>svg]:size-9 [&>svg]:stroke-[1.5]">
      {icon}
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {title}
      </h1>
      <p className="text-lg text-ink-soft">{children}</p>
      <div className="mt-3 flex flex-wrap gap-3">{actions}</div>
    </div>
  )
}

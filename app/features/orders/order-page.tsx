import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Hourglass, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { unwrap } from '#app/contract/api-result.ts'
import type { Order } from '#app/contract/orders.ts'
import { useFailureWords } from '#app/shell/failure.ts'
import { useFormat } from '#app/shell/format.ts'
import { cancelOrder, checkOrder } from '#app/shell/orders.functions.ts'
import { orderHasEnded, orderQuery } from '#app/shell/orders.queries.ts'
import { useUser } from '#app/shell/session.queries.ts'
import { useCheckout } from '#app/shell/use-checkout.ts'
import { settle } from '#app/shell/work/settle.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { OrderFrame, OrderSummary, TestBanner } from './order-card.tsx'

/** How often a page that waits for a payment asks for it. */
const everyMs = 3_000

/** What became of an order. `left`: the person came back from the checkout without paying. */
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
          {order.kind === 'pack' ? <Trans>Token packs and your purchases</Trans> : <Trans>Your plan and its invoices</Trans>}
        </Link>
      </p>
    </OrderFrame>
  )
}

/** Follows an unpaid order until it is not; what its end changes is then read anew. */
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
        <Told icon={<Undo2 aria-hidden />} title={<Trans>The order is canceled</Trans>} actions={<Again order={order} />}>
          {order.failure === 'expired' ? (
            <Trans>It was not paid in time, so it was closed. Nothing was charged.</Trans>
          ) : (
            <Trans>Nothing was charged.</Trans>
          )}
        </Told>
      )
    case 'failed':
      return (
        <Told
          icon={<CircleX aria-hidden className="text-danger" />}
          title={order.failure === 'declined' ? <Trans>The payment was declined</Trans> : <Trans>The payment did not work</Trans>}
          actions={<Again order={order} />}
        >
          <FailureWords failure={order.failure} />
        </Told>
      )
  }
}

function FailureWords({ failure }: { failure: Order['failure'] }) {
  switch (failure) {
    case 'mismatch':
      return (
        <Trans>
          What was paid is not what was asked for. Write to whoever runs this server; the number of the order is in the address of this
          page.
        </Trans>
      )
    case 'unavailable':
      return <Trans>The payment service could not be reached. Nothing was charged.</Trans>
    default:
      return <Trans>Nothing was charged. Try again or pay in another way.</Trans>
  }
}

function Paid({ order }: { order: Order }) {
  const format = useFormat()
  const user = useUser()
  const back = order.disputed || order.refunded.amount > 0
  return (
    <Told
      icon={back ? <Undo2 aria-hidden /> : <CircleCheck aria-hidden className="text-ok" />}
      title={
        order.disputed ? (
          <Trans>The payment is disputed</Trans>
        ) : back ? (
          <Trans>The payment was refunded</Trans>
        ) : order.kind === 'pack' ? (
          <Trans>{format.tokens(order.tokens)} added</Trans>
        ) : (
          <Trans>The plan is yours</Trans>
        )
      }
      actions={
        <>
          {!back && (
            <ButtonLink to="/dashboard">
              <Trans>Make something</Trans>
            </ButtonLink>
          )}
          <ButtonLink to="/orders/$order/receipt" params={{ order: order.id }} variant="secondary">
            <Trans>Receipt</Trans>
          </ButtonLink>
        </>
      }
    >
      {order.disputed ? (
        <Trans>Until your bank has decided, the tokens of this purchase are taken back.</Trans>
      ) : back ? (
        <Trans>{format.money(order.refunded)} went back to you, and the tokens that it had paid for were taken back.</Trans>
      ) : (
        user && <Trans>You now have {format.tokens(user.available)}.</Trans>
      )}
    </Told>
  )
}

function Pending({ order, left }: { order: Order; left: boolean }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const failureWords = useFailureWords()
  const { busy, follow } = useCheckout()
  const [canceling, setCanceling] = useState(false)
  async function cancel() {
    setCanceling(true)
    const result = await settle(cancelOrder({ data: { id: order.id } }))
    setCanceling(false)
    if (result.ok) await orderHasEnded(queryClient, result.data)
    else toast({ title: failureWords(result.error), tone: 'danger' })
  }
  return (
    <Told
      icon={<Hourglass aria-hidden />}
      title={left ? <Trans>You left the checkout</Trans> : <Trans>Waiting for the payment</Trans>}
      actions={
        <>
          {order.checkout_url && (
            <Button busy={busy !== null} onClick={() => void follow(order)}>
              <Trans>Go to the checkout</Trans>
            </Button>
          )}
          {order.cause !== 'renewal' && (
            <Button variant="secondary" busy={canceling} onClick={() => void cancel()}>
              <Trans>Cancel the order</Trans>
            </Button>
          )}
        </>
      }
    >
      {left ? (
        <Trans>Nothing was charged. You can still pay, or cancel the order.</Trans>
      ) : (
        <Trans>This page tells you as soon as it has come. You may close it: the tokens come without it.</Trans>
      )}
    </Told>
  )
}

function Again({ order: { kind } }: { order: Order }) {
  return (
    <ButtonLink to={kind === 'pack' ? '/profile/token-packs' : '/profile/subscription/pricing'}>
      <Trans>Back to the prices</Trans>
    </ButtonLink>
  )
}

type ToldProps = { icon: ReactNode; title: ReactNode; children: ReactNode; actions: ReactNode }

/** The heading takes the focus when the outcome changes, so that it is read. */
function Told({ icon, title, children, actions }: ToldProps) {
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

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import type { Order } from '#app/contract/money/orders.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { isUncertain, settle } from '#app/shell/calls/settle.ts'
import { orderQuery } from '#app/shell/data/orders.queries.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'

/**
 * Opens the checkout of an order; `busy` names the order in progress. A click without a definite response is repeated under its first key,
 * so that only one order is created.
 */
export function useCheckout() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const [busy, setBusy] = useState<string | null>(null)
  const keys = useRef(new Map<string, string>())

  async function open(name: string, order: (idempotencyKey: string) => Promise<ApiResult<Order>>): Promise<void> {
    setBusy(name)
    const key = keys.current.get(name) ?? uuid()
    keys.current.set(name, key)
    const result = await settle(order(key))
    if (result.ok || !isUncertain(result.error)) keys.current.delete(name)
    if (result.ok) await follow(result.data)
    else {
      setBusy(null)
      toast({ title: failureMessage(result.error), tone: 'danger' })
    }
  }

  async function follow(order: Order): Promise<void> {
    queryClient.setQueryData(orderQuery(order.id).queryKey, order)
    const url = order.checkout_url
    if (url && !url.startsWith('/')) {
      // The browser may restore this page from its cache.
      window.addEventListener('pageshow', () => setBusy(null), { once: true })
      window.location.assign(url)
      return
    }
    await router.navigate({ to: url ? '/checkout/$order' : '/orders/$order', params: { order: order.id } })
    setBusy(null)
  }

  return { busy, open, follow }
}

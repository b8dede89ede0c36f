import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiResult } from '#app/contract/api-result.ts'
import type { Order } from '#app/contract/orders.ts'
import { useToast } from '#app/ui/toast.tsx'
import { useFailureWords } from './failure.ts'
import { orderQuery } from './orders.queries.ts'
import { isUncertain, settle } from './work/settle.ts'

/**
 * Leads to where an order is paid. `busy` names the one that is being opened. A press that got no clear answer is repeated under its
 * first key: whatever became of it, there is one order.
 */
export function useCheckout() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const toast = useToast()
  const failureWords = useFailureWords()
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
      toast({ title: failureWords(result.error), tone: 'danger' })
    }
  }

  async function follow(order: Order): Promise<void> {
    queryClient.setQueryData(orderQuery(order.id).queryKey, order)
    const url = order.checkout_url
    if (url && !url.startsWith('/')) {
      // The browser may keep this page as it is, and bring it back.
      window.addEventListener('pageshow', () => setBusy(null), { once: true })
      window.location.assign(url)
      return
    }
    await router.navigate({ to: url ? '/checkout/$order' : '/orders/$order', params: { order: order.id } })
    setBusy(null)
  }

  return { busy, open, follow }
}

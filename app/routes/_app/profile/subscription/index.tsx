import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { OrderList } from '#app/features/orders/order-list.tsx'
import { SubscriptionPage } from '#app/features/subscription/subscription-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/profile/subscription/')({
  head: titled(msg`Plan`),
  component: () => (
    <>
      <SubscriptionPage />
      <OrderList kind="plan" />
    </>
  ),
})

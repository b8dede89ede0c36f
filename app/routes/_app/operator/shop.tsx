import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ShopPage } from '#app/features/operator/shop/shop-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/shop')({
  head: titled(msg({ message: 'Shop', context: 'operator' })),
  component: ShopPage,
})

import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SubscriptionSkeleton } from '#app/features/subscription/subscription-page.tsx'
import { subscriptionQuery } from '#app/features/subscription/subscription.queries.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { ordersQuery } from '#app/shell/data/orders.queries.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { plansQuery } from '#app/shell/data/offers.queries.ts'

/** The page loads the data of the current plan and of the prices at once. */
export const Route = createFileRoute('/_app/profile/subscription')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(subscriptionQuery),
      queryClient.ensureQueryData(plansQuery),
      queryClient.ensureQueryData(modelsQuery()),
      queryClient.ensureInfiniteQueryData(ordersQuery('plan')),
    ]),
  component: Outlet,
  pendingComponent: SubscriptionSkeleton,
  errorComponent: LoadError,
})

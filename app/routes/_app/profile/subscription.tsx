import { createFileRoute, Outlet } from '@tanstack/react-router'
import { plansQuery, subscriptionQuery } from '#app/features/subscription/subscription.queries.ts'
import { SubscriptionSkeleton } from '#app/features/subscription/subscription-page.tsx'
import { modelsQuery } from '#app/shell/generations.queries.ts'
import { ordersQuery } from '#app/shell/orders.queries.ts'
import { LoadError } from '#app/ui/load-error.tsx'

/** The current plan and the prices read the same things. */
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

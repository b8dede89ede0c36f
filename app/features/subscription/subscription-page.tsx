import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { planName } from '#app/shell/money/plan-name.ts'
import { NotForSale, TokenYields } from '#app/shell/money/token-offer.tsx'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { plansQuery } from '#app/shell/data/offers.queries.ts'
import { CurrentPlan } from './current-plan.tsx'
import { SavedMethod } from './saved-method.tsx'
import { subscriptionQuery } from './subscription.queries.ts'

export function SubscriptionPage() {
  const format = useFormat()
  const { data: subscription } = useSuspenseQuery(subscriptionQuery)
  const { subscription: own } = subscription
  const { data: plans } = useSuspenseQuery(plansQuery)
  const models = useModels()
  const smallest = plans.items[0]
  return (
    <div className="grid gap-10">
      {own ? (
        <CurrentPlan subscription={own} />
      ) : (
        <div className="grid gap-3">
          <h1 className="text-3xl">
            <Trans>No plan yet</Trans>
          </h1>
          <p className="max-w-reading text-lg text-ink-soft">
            <Trans>You’re using the tokens you have. A plan adds new ones every month.</Trans>
          </p>
          <p className="mt-3">
            <ButtonLink to="/profile/subscription/pricing" variant="secondary">
              <Trans>See plans and prices</Trans>
            </ButtonLink>
          </p>
        </div>
      )}
      {subscription.saved_method && <SavedMethod method={subscription.saved_method} subscription={subscription} />}
      {own ? (
        <section className="max-w-md border-t border-line pt-8">
          <TokenYields tokens={own.terms.tokens_per_month} models={models} />
        </section>
      ) : (
        smallest && (
          <section aria-labelledby="gives" className="grid gap-6 border-t border-line pt-8 md:grid-cols-2 md:gap-12">
            <div className="grid content-start gap-4">
              <h2 id="gives" className="text-xl">
                <Trans>What you get with a plan</Trans>
              </h2>
              <ul className="grid gap-3 text-ink-soft">
                <li>
                  <Trans>New tokens on the same day every month.</Trans>
                </li>
                <li>
                  <Trans>Plan tokens are spent before pack tokens and last until the next month’s arrive.</Trans>
                </li>
                <li>
                  <Trans>Tokens you’ve bought or received stay yours.</Trans>
                </li>
              </ul>
            </div>
            <div className="grid content-start gap-4 rounded-card border border-line bg-surface p-6">
              <p>
                <span className="text-xl font-semibold tracking-[-0.02em]">{planName(smallest.id)}</span>
                <span className="block text-ink-soft">
                  <Trans>{format.tokens(smallest.tokens_per_month)} a month</Trans>
                </span>
              </p>
              <TokenYields tokens={smallest.tokens_per_month} models={models} />
            </div>
          </section>
        )
      )}
      {!plans.purchasable && <NotForSale />}
    </div>
  )
}

export function SubscriptionSkeleton() {
  return (
    <div className="grid gap-10">
      <div className="grid gap-3">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-6 max-w-lg" />
        <Skeleton className="mt-3 h-11 w-52" />
      </div>
      <Skeleton className="h-64 rounded-card" />
    </div>
  )
}

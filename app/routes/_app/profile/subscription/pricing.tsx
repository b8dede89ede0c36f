import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { periodSearchSchema } from '#app/features/subscription/period.ts'
import { PricingPage } from '#app/features/subscription/pricing-page.tsx'
import { titled } from '#app/shell/document/head.ts'
import { currencySearchSchema } from '#app/shell/money/currency-search.ts'

export const Route = createFileRoute('/_app/profile/subscription/pricing')({
  validateSearch: v.object({ ...currencySearchSchema.entries, ...periodSearchSchema.entries }),
  head: titled(msg`Plans and prices`),
  component: Page,
})

function Page() {
  const { currency, period = 'month' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: Partial<ReturnType<typeof Route.useSearch>>) =>
    void navigate({ search: (search) => ({ ...search, ...next }), replace: true, resetScroll: false })
  return (
    <PricingPage
      currency={currency}
      onCurrencyChange={(next) => change({ currency: next })}
      period={period}
      onPeriodChange={(next) => change({ period: next })}
    />
  )
}

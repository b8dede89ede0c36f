import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { searchParams } from '#app/contract/base/search-params.ts'
import { periodParam } from '#app/features/subscription/period.ts'
import { PricingPage } from '#app/features/subscription/pricing-page.tsx'
import { titled } from '#app/shell/document/head.ts'
import { currencyParam } from '#app/shell/money/currency-search.ts'

const readSearch = searchParams({ currency: currencyParam, period: periodParam })

export const Route = createFileRoute('/_app/profile/subscription/pricing')({
  validateSearch: readSearch,
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

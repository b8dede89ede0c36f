import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Money } from '#app/contract/money/tokens.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { plansQuery } from '#app/shell/data/offers.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { planName } from '#app/shell/money/plan-name.ts'
import {
  CurrencyChoice,
  type CurrencyProps,
  NotForSale,
  NotInCurrency,
  TestPayments,
  TokenYields,
  useCurrency,
} from '#app/shell/money/token-offer.tsx'
import { priceIn, pricePer100 } from '#app/shell/money/token-value.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import type { Period } from './period.ts'
import { PlanAction } from './plan-action.tsx'
import { monthOf, yearlySaving } from './saving.ts'
import { subscriptionQuery } from './subscription.queries.ts'

type PricingPageProps = CurrencyProps & { period: Period; onPeriodChange: (period: Period) => void }

export function PricingPage({ currency: chosen, onCurrencyChange, period, onPeriodChange }: PricingPageProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { data: plans } = useSuspenseQuery(plansQuery)
  const { data: subscription } = useSuspenseQuery(subscriptionQuery)
  const models = useModels()
  const currency = useCurrency(chosen, plans)
  const payable = plans.payable_in.includes(currency)
  const own = subscription.subscription
  return (
    <div className="grid gap-8">
      <h1 className="sr-only">
        <Trans>Plans and prices</Trans>
      </h1>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <Segmented
          label={t`Billing period`}
          hideLabel
          size="sm"
          value={period}
          onValueChange={onPeriodChange}
          items={[
            { value: 'month', label: t`Monthly` },
            { value: 'year', label: t`Yearly` },
          ]}
        />
        <CurrencyChoice currency={currency} currencies={plans.currencies} onCurrencyChange={onCurrencyChange} />
      </div>
      {plans.items.length === 0 ? (
        <Empty title={<Trans>No plans available</Trans>}>
          <Trans>The server’s administrator hasn’t added any.</Trans>
        </Empty>
      ) : (
        <ul className="grid overflow-hidden rounded-card border border-line bg-surface md:grid-cols-2">
          {plans.items.map(({ id, tokens_per_month, monthly, yearly }) => (
            <li
              key={id}
              className="flex flex-col gap-6 border-line p-6 not-last:border-b md:not-last:border-r md:not-last:border-b-0 lg:p-8"
            >
              <div>
                <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl">
                  {planName(id)}
                  {subscription.plan === id && (
                    <span className="rounded-full border border-edge px-2.5 py-0.5 text-sm font-medium tracking-normal">
                      <Trans>your plan</Trans>
                    </span>
                  )}
                </h2>
                <p className="mt-1 text-ink-soft">
                  <Trans>{format.tokens(tokens_per_month)} a month</Trans>
                </p>
              </div>
              <PlanPrice
                period={period}
                monthly={priceIn(monthly, currency)}
                yearly={priceIn(yearly, currency)}
                tokens={tokens_per_month}
              />
              <TokenYields tokens={tokens_per_month} models={models} />
              {(own || payable) && (
                <PlanAction
                  plan={id}
                  period={period}
                  currency={currency}
                  price={priceIn(period === 'year' ? yearly : monthly, currency)}
                  own={own}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {plans.test && <TestPayments />}
      {!plans.purchasable && <NotForSale />}
      {plans.purchasable && !payable && !own && <NotInCurrency payableIn={plans.payable_in} />}
      <p>
        <ButtonLink to="/profile/token-packs" search={{ currency: chosen }} variant="ghost" className="-ml-4.5">
          <Trans>Compare with packs that never expire</Trans>
        </ButtonLink>
      </p>
    </div>
  )
}

type PlanPriceProps = { period: Period; monthly: Money | undefined; yearly: Money | undefined; tokens: number }

function PlanPrice({ period, monthly, yearly, tokens }: PlanPriceProps) {
  const format = useFormat()
  if (!monthly || !yearly) return null
  const month = period === 'year' ? monthOf(yearly) : monthly
  const saving = yearlySaving(monthly, yearly)
  const per100 = format.money(pricePer100(month, tokens))
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-4xl font-semibold tracking-[-0.03em]">{format.money(month)}</span>
        <span className="text-ink-soft">
          <Trans>a month</Trans>
        </span>
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        {period === 'year' ? <Trans>{format.money(yearly)} billed once a year</Trans> : <Trans>{format.money(yearly)}/year</Trans>}
        {saving !== null && (
          <>
            {' · '}
            <span className="whitespace-nowrap text-ok">
              <Trans>save {format.percent(saving)}</Trans>
            </span>
          </>
        )}
      </p>
      <p className="text-sm text-ink-soft">
        <Trans>{per100} per 100 tokens</Trans>
      </p>
    </div>
  )
}

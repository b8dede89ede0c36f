import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { tokenPacksQuery } from '#app/shell/data/offers.queries.ts'
import { createOrder } from '#app/shell/data/orders.functions.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
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
import { useCheckout } from '#app/shell/money/use-checkout.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { balanceQuery } from './tokens.queries.ts'

export function TokenPacksPage({ currency: chosen, onCurrencyChange }: CurrencyProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { data: packs } = useSuspenseQuery(tokenPacksQuery)
  const models = useModels()
  const { data: balance } = useSuspenseQuery(balanceQuery)
  const currency = useCurrency(chosen, packs)
  const { busy, open } = useCheckout()
  const payable = packs.payable_in.includes(currency)
  const buy = (item: string) =>
    open(`${item} ${currency}`, (idempotency_key) => createOrder({ data: { kind: 'pack', item, currency, idempotency_key } }))
  return (
    <div className="grid gap-8">
      <h1 className="sr-only">
        <Trans>Token packs</Trans>
      </h1>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-reading text-lg text-ink-soft">
          <Trans>One-time purchase. Tokens from a pack never expire.</Trans>
        </p>
        <CurrencyChoice currency={currency} currencies={packs.currencies} onCurrencyChange={onCurrencyChange} />
      </div>
      {balance.debt > 0 && (
        <p role="note" className="max-w-reading rounded-card bg-warn-soft px-5 py-4">
          <Trans>
            You owe {format.tokens(balance.debt)}: they came from a refunded purchase and were already spent. Your next purchase covers this
            first.
          </Trans>
        </p>
      )}
      {packs.items.length === 0 ? (
        <Empty title={<Trans>No packs available</Trans>}>
          <Trans>The server’s administrator hasn’t added any.</Trans>
        </Empty>
      ) : (
        <ul className="grid overflow-hidden rounded-card border border-line bg-surface md:grid-cols-3">
          {packs.items.map(({ id, tokens, prices }) => {
            const price = priceIn(prices, currency)
            const per100 = price && format.money(pricePer100(price, tokens))
            return (
              <li
                key={id}
                className="flex flex-col gap-6 border-line p-6 not-last:border-b md:not-last:border-r md:not-last:border-b-0 lg:p-8"
              >
                <div>
                  <h2 className="text-4xl tracking-[-0.03em]">{format.number(tokens)}</h2>
                  <p className="text-ink-soft">
                    <Plural value={tokens} one="token" other="tokens" />
                  </p>
                </div>
                {price && (
                  <div>
                    <p className="text-2xl font-semibold tracking-[-0.02em]">{format.money(price)}</p>
                    <p className="text-sm text-ink-soft">
                      <Trans>{per100} per 100 tokens</Trans>
                    </p>
                  </div>
                )}
                <TokenYields tokens={tokens} models={models} />
                {price && payable && (
                  <Button
                    className="mt-auto w-full"
                    variant={id === packs.items[1]?.id ? 'primary' : 'secondary'}
                    aria-label={t`Buy for ${format.money(price)}: ${format.tokens(tokens)}`}
                    busy={busy === `${id} ${currency}`}
                    disabled={busy !== null && busy !== `${id} ${currency}`}
                    onClick={() => void buy(id)}
                  >
                    <Trans>Buy for {format.money(price)}</Trans>
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {packs.test && <TestPayments />}
      {!packs.purchasable && <NotForSale />}
      {packs.purchasable && !payable && <NotInCurrency payableIn={packs.payable_in} />}
      <p>
        <ButtonLink to="/profile/subscription/pricing" search={{ currency: chosen }} variant="ghost" className="-ml-4.5">
          <Trans>Compare with monthly plans</Trans>
        </ButtonLink>
      </p>
    </div>
  )
}

export function TokenPacksSkeleton() {
  return (
    <div className="grid gap-8">
      <Skeleton className="h-10 max-w-lg" />
      <Skeleton className="h-[62rem] rounded-card md:h-[26rem]" />
    </div>
  )
}

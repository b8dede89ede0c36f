import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { offeredOf } from '#app/contract/runs/usual-models.ts'
import type { Money } from '#app/contract/money/tokens.ts'
import { useWelcomeTokens } from '#app/shell/account/use-welcome-tokens.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { plansQuery, tokenPacksQuery } from '#app/shell/data/offers.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { currencyOf } from '#app/shell/money/token-value.ts'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import type { Currency } from '#config'
import { LegalFrame, type Section } from './legal-page.tsx'

/** The price list, generated from the catalogue so that it cannot differ from the charges. */
export function PricesPage() {
  const { t } = useLingui()
  const { locale } = useSession()
  const { tokens } = useFormat()
  const own = currencyOf(locale)
  const { data: packs } = useSuspenseQuery(tokenPacksQuery)
  const { data: plans } = useSuspenseQuery(plansQuery)
  const shown = packs.currencies.toSorted((a, b) => Number(b === own) - Number(a === own))
  const welcome = useWelcomeTokens()
  const gift = tokens(welcome)
  const sections: Section[] = [
    {
      id: 'runs',
      heading: <Trans>What a result costs</Trans>,
      body: (
        <>
          <p>
            <Trans>
              The price depends on the model and the options you choose. The button shows it before you start, and nothing is added later.
            </Trans>
          </p>
          <ModelTable />
          <ByUse />
          <p>
            <Trans>
              Tokens are reserved at the start and charged when the result is ready. If there’s no result, you get all of them back. If you
              stop a text, you pay only for what was written.
            </Trans>
          </p>
        </>
      ),
    },
    {
      id: 'packs',
      heading: <Trans>Packs</Trans>,
      body: (
        <>
          <PriceTable
            currencies={shown}
            columns={[t`Price`]}
            rows={packs.items.map(({ id, tokens: amount, prices }) => ({ id, name: tokens(amount), prices: [prices] }))}
          />
          <p>
            <Trans>One-time purchase. The tokens don’t expire while your account exists.</Trans>
          </p>
        </>
      ),
    },
    {
      id: 'plans',
      heading: <Trans>Plans</Trans>,
      body: (
        <>
          <PriceTable
            currencies={shown}
            columns={[t`Per month`, t`Per year`]}
            rows={plans.items.map(({ id, tokens_per_month: monthlyTokens, monthly, yearly }) => ({
              id,
              name: <PerMonth tokens={monthlyTokens} />,
              prices: [monthly, yearly],
            }))}
          />
          <p>
            <Trans>A plan renews automatically until you cancel it. Its tokens are valid for the month they’re issued for.</Trans>
          </p>
        </>
      ),
    },
    {
      id: 'free',
      heading: <Trans>Free</Trans>,
      body: (
        <p>
          {welcome > 0 && (
            <>
              <Trans>A new account gets {gift}.</Trans>{' '}
            </>
          )}
          <Trans>
            Viewing, downloading and storing results is free. The{' '}
            <Link to="/legal/$document" params={{ document: 'offer' }} className="link">
              offer
            </Link>{' '}
            explains how tokens are sold and refunded.
          </Trans>
        </p>
      ),
    },
  ]
  return (
    <LegalFrame
      document="pricing"
      lead={<Trans>Everything is paid for with tokens. They come in packs or with a plan. Taxes are included.</Trans>}
      sections={sections}
    />
  )
}

function PerMonth({ tokens: amount }: { tokens: number }) {
  const { tokens } = useFormat()
  const each = tokens(amount)
  return <Trans>{each} a month</Trans>
}

const cell = 'py-3 pr-4 align-top last:pr-0'

function Scroll({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-1 overflow-x-auto px-1">
      <table className="w-full border-collapse text-base">{children}</table>
    </div>
  )
}

function ModelTable() {
  const names = useKindNames()
  const pricePhrase = usePricePhrase()
  const { data: models = [] } = useQuery(modelsQuery())
  const offered = kinds.flatMap((kind) => offeredOf(kind)(models))
  if (offered.length === 0) return null
  return (
    <Scroll>
      <thead>
        <tr className="border-b border-line text-left text-sm text-ink-soft">
          <th className={`${cell} font-normal`} scope="col">
            <Trans>Model</Trans>
          </th>
          <th className={`${cell} font-normal`} scope="col">
            <Trans>Creates</Trans>
          </th>
          <th className={`${cell} text-right font-normal`} scope="col">
            <Trans>Price</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {offered.map(({ id, name, type, price }) => (
          <tr key={id} className="border-b border-line">
            <th scope="row" className={`${cell} text-left font-medium`}>
              {name}
            </th>
            <td className={cell}>
              <span className="flex items-center gap-2 text-ink-soft">
                <KindIcon kind={type} className="size-4.5" />
                <span className="max-sm:sr-only">{names[type]}</span>
              </span>
            </td>
            <td className={`${cell} tabular text-right`}>{pricePhrase(price)}</td>
          </tr>
        ))}
      </tbody>
    </Scroll>
  )
}

/** Explains usage-based prices. */
function ByUse() {
  const { data: models = [] } = useQuery(modelsQuery())
  if (!models.some(({ price }) => price.per?.measure === 'model_tokens')) return null
  return (
    <p>
      <Trans>
        Language models measure text in word pieces: a short word is one piece, a long word several. The button shows the most a result can
        cost. You pay for what the model actually reads and writes, and the rest is returned right away.
      </Trans>
    </p>
  )
}

type PriceTableProps = {
  currencies: readonly Currency[]
  columns: readonly string[]
  rows: readonly { id: string; name: ReactNode; prices: readonly (readonly Money[])[] }[]
}

/** The currency of the reader's language comes first. */
function PriceTable({ currencies: shown, columns, rows }: PriceTableProps) {
  const { money } = useFormat()
  return (
    <Scroll>
      <thead>
        <tr className="border-b border-line text-left text-sm text-ink-soft">
          <th className={`${cell} font-normal`} scope="col">
            <Trans>Tokens</Trans>
          </th>
          {columns.map((column) => (
            <th key={column} className={`${cell} text-right font-normal`} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, prices }) => (
          <tr key={id} className="border-b border-line">
            <th scope="row" className={`${cell} text-left font-medium`}>
              {name}
            </th>
            {prices.map((listed, index) => (
              <td key={index} className={`${cell} tabular text-right`}>
                {shown.map((currency, place) => {
                  const price = listed.find((one) => one.currency === currency)
                  return (
                    price && (
                      <span key={currency} className={`block ${place > 0 ? 'text-sm text-ink-soft' : ''}`}>
                        {money(price)}
                      </span>
                    )
                  )
                })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Scroll>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Model } from '#app/contract/runs/models.ts'
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
import { type Column, DataTable, type TableProps } from '#app/ui/lists/data-table.tsx'
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
          <Offers
            caption={t`Packs`}
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
          <Offers
            caption={t`Plans`}
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

/** Wide prices scroll within the page. */
function PriceTable<Row>({ caption, columns, rows, idOf }: Pick<TableProps<Row, never>, 'caption' | 'columns' | 'rows' | 'idOf'>) {
  return (
    <div className="-mx-1 overflow-x-auto px-1">
      <DataTable caption={caption} columns={columns} rows={rows} idOf={idOf} narrow />
    </div>
  )
}

function ModelTable() {
  const { t } = useLingui()
  const columns = useModelColumns()
  const { data: models = [] } = useQuery(modelsQuery())
  const offered = kinds.flatMap((kind) => offeredOf(kind)(models))
  if (offered.length === 0) return null
  return <PriceTable caption={t`What a result costs`} columns={columns} rows={offered} idOf={({ id }) => id} />
}

function useModelColumns(): Column<Model>[] {
  const { t } = useLingui()
  const names = useKindNames()
  const pricePhrase = usePricePhrase()
  return [
    { id: 'model', name: t`Model`, cell: ({ name }) => <span className="font-medium">{name}</span>, className: 'align-top' },
    {
      id: 'kind',
      name: t`Creates`,
      cell: ({ type }) => (
        <span className="flex items-center gap-2 text-ink-soft">
          <KindIcon kind={type} className="size-4.5" />
          <span className="max-sm:sr-only">{names[type]}</span>
        </span>
      ),
      className: 'align-top',
    },
    { id: 'price', name: t`Price`, cell: ({ price }) => pricePhrase(price), numeric: true, className: 'align-top whitespace-normal!' },
  ]
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

type OfferColumns = { currencies: readonly Currency[]; columns: readonly string[] }
type Offer = { id: string; name: ReactNode; prices: readonly (readonly Money[])[] }

function Offers({ caption, rows, ...shown }: OfferColumns & { caption: string; rows: readonly Offer[] }) {
  return <PriceTable caption={caption} columns={useOfferColumns(shown)} rows={rows} idOf={({ id }) => id} />
}

/** The currency of the reader's language comes first. */
function useOfferColumns({ currencies: shown, columns }: OfferColumns): Column<Offer>[] {
  const { t } = useLingui()
  const { money } = useFormat()
  return [
    { id: 'tokens', name: t`Tokens`, cell: ({ name }) => <span className="font-medium">{name}</span>, className: 'align-top' },
    ...columns.map((name, index) => ({
      id: name,
      name,
      numeric: true,
      cell: ({ prices }: Offer) =>
        shown.map((currency, place) => {
          const price = prices[index]?.find((one) => one.currency === currency)
          return (
            price && (
              <span key={currency} className={`block ${place > 0 ? 'text-sm text-ink-soft' : ''}`}>
                {money(price)}
              </span>
            )
          )
        }),
    })),
  ]
}

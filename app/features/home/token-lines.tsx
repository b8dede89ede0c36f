import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWelcomeTokens } from '#app/shell/account/use-welcome-tokens.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { tokenPacksQuery } from '#app/shell/data/offers.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { kinds } from '#app/shell/media/kinds.tsx'
import { currencyOf, priceIn } from '#app/shell/money/token-value.ts'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import { HomeIcon } from './icons.tsx'

/** Explains payment in three lines with current prices. */
export function TokenLines() {
  const { locale } = useSession()
  const { tokens, money } = useFormat()
  const { data: models } = useQuery(modelsQuery())
  const currency = currencyOf(locale)
  const { data: packs } = useQuery(tokenPacksQuery)
  const [pack] = packs?.items ?? []
  const price = pack && priceIn(pack.prices, currency)
  const welcome = useWelcomeTokens()
  const gift = tokens(welcome)
  const packTokens = tokens(pack?.tokens ?? 0)
  const packPrice = price && money(price)
  return (
    <section aria-labelledby="tokens-title" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-page px-5 py-20 sm:px-8 sm:py-28">
        <h2 id="tokens-title" className="text-3xl sm:text-4xl">
          <Trans>How tokens work</Trans>
        </h2>
        <ol className="home-lines mt-10 border-t border-line">
          <Line number={1} title={welcome > 0 ? <Trans>Start with {gift}</Trans> : <Trans>Create an account</Trans>}>
            {welcome > 0 ? (
              <Trans>Yours as soon as you sign up. No card, no trial that turns into a bill.</Trans>
            ) : (
              <Trans>No card, no trial that turns into a bill.</Trans>
            )}
          </Line>
          <Line number={2} title={<Trans>The price is on the button</Trans>} aside={models && <ModelPrices models={models} />}>
            <Trans>Tokens are reserved when you start and charged when the result is ready. No result, no charge.</Trans>
          </Line>
          <Line
            number={3}
            title={
              packPrice ? (
                <Trans>
                  {packTokens} for {packPrice}
                </Trans>
              ) : (
                <Trans>Buy a pack or choose a plan</Trans>
              )
            }
          >
            <Trans>
              Tokens from a pack never expire. With a plan, you get new ones every month.{' '}
              <Link to="/legal/$document" params={{ document: 'pricing' }} className="link text-ink">
                All prices
              </Link>
            </Trans>
          </Line>
        </ol>
      </div>
    </section>
  )
}

function Line({ number, title, children, aside }: { number: number; title: ReactNode; children: ReactNode; aside?: ReactNode }) {
  return (
    <li>
      <span aria-hidden>{number}</span>
      <div className="max-w-xl lg:col-span-6">
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
      {aside && <div className="lg:col-span-5">{aside}</div>}
    </li>
  )
}

function ModelPrices({ models }: { models: readonly Model[] }) {
  const pricePhrase = usePricePhrase()
  const offered = kinds
    .flatMap((kind) => models.filter(({ type, task, available }) => type === kind && available && task !== 'embed'))
    .slice(0, 6)
  return (
    <dl className="home-prices">
      {offered.map(({ id, type, name, price }) => (
        <div key={id}>
          <dt>
            <HomeIcon name={type} kind={type} />
            {name}
          </dt>
          <dd>{pricePhrase(price)}</dd>
        </div>
      ))}
    </dl>
  )
}

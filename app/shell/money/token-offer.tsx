import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import type { Kind } from '#app/contract/base/values.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import type { Currency } from '#config'
import { currencyOf, type Yield, yieldsOf } from './token-value.ts'

export type CurrencyProps = {
  /** The currency chosen on the page; otherwise the person's settings decide, then their language. */
  currency: Currency | undefined
  onCurrencyChange: (currency: Currency) => void
}

/** Returns the currency of prices: the chosen one if there are prices in it, otherwise by default one that can be paid in. */
export function useCurrency(
  chosen: Currency | undefined,
  { currencies, payable_in: payableIn }: { currencies: readonly Currency[]; payable_in: readonly Currency[] },
): Currency {
  const { locale, user } = useSession()
  if (chosen && currencies.includes(chosen)) return chosen
  const own = user?.currency ?? currencyOf(locale)
  const usual = [payableIn, currencies].flatMap((listed) => (listed.includes(own) ? [own] : listed.slice(0, 1)))
  return usual[0] ?? own
}

type CurrencyChoiceProps = { currency: Currency; currencies: readonly Currency[]; onCurrencyChange: (currency: Currency) => void }

/** Nothing if there are prices in one currency only. */
export function CurrencyChoice({ currency, currencies, onCurrencyChange }: CurrencyChoiceProps) {
  const { t, i18n } = useLingui()
  const signOf = (value: Currency) =>
    new Intl.NumberFormat(i18n.locale, { style: 'currency', currency: value, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value
  if (currencies.length < 2) return null
  const items = currencies.map((value) => {
    const sign = signOf(value)
    return { value, label: sign && sign !== value ? `${value} ${sign}` : value }
  })
  if (items.length > 3)
    return <Select label={t`Currency`} hideLabel className="w-40" value={currency} onValueChange={onCurrencyChange} items={items} />
  return <Segmented label={t`Currency`} hideLabel size="sm" value={currency} onValueChange={onCurrencyChange} items={items} />
}

/** Explains why nothing is on sale. */
export function NotForSale() {
  return (
    <p role="note" className="flex max-w-reading gap-3 rounded-card bg-wash px-5 py-4">
      <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <span>
        <Trans>This server has no payment service, so you can’t buy tokens here. Its administrator can add tokens for you.</Trans>
      </span>
    </p>
  )
}

/** Explains that purchases are possible, but not in this currency. */
export function NotInCurrency({ payableIn }: { payableIn: readonly Currency[] }) {
  const format = useFormat()
  const taken = format.list(payableIn)
  return (
    <p role="note" className="max-w-reading rounded-card bg-wash px-5 py-4">
      <Trans>These prices are for comparison: payments here are in {taken}.</Trans>
    </p>
  )
}

/** States that payments are simulated. */
export function TestPayments() {
  return (
    <p role="note" className="max-w-reading rounded-card border-2 border-dashed border-warn bg-warn-soft px-5 py-4">
      <strong className="mr-2 font-semibold tracking-wide">
        <Trans>TEST</Trans>
      </strong>
      <Trans>Test mode: you won’t be charged. Tokens are added as usual.</Trans>
    </p>
  )
}

/** Results that an amount of tokens buys, per kind. */
export function TokenYields({ tokens, models }: { tokens: number; models: readonly Model[] }) {
  const yields = yieldsOf(tokens, models)
  if (yields.length === 0) return null
  return (
    <div className="grid gap-2">
      <p className="text-sm text-ink-soft">
        <Trans>That’s about</Trans>
      </p>
      <ul className="grid gap-2">
        {yields.map((result) => (
          <li key={result.kind} className="flex items-start gap-2.5">
            <KindIcon kind={result.kind} className="mt-px size-5" />
            <span>
              <YieldText {...result} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function YieldText({ kind, unit, amount }: Yield) {
  return unit === 'piece' ? <Pieces kind={kind} amount={amount} /> : <Length kind={kind} seconds={amount} />
}

function Pieces({ kind, amount }: { kind: Kind; amount: number }) {
  switch (kind) {
    case 'video':
      return <Plural value={amount} one="# video" other="# videos" />
    case 'image':
      return <Plural value={amount} one="# image" other="# images" />
    case 'audio':
      return <Plural value={amount} one="# audio clip" other="# audio clips" />
    case 'text':
      return <Plural value={amount} one="# text" other="# texts" />
  }
}

function Length({ kind, seconds }: { kind: Kind; seconds: number }) {
  const { number } = useFormat()
  const inMinutes = seconds >= 120
  const amount = number(inMinutes ? Math.floor(seconds / 60) : seconds, {
    style: 'unit',
    unit: inMinutes ? 'minute' : 'second',
    unitDisplay: 'short',
  })
  return kind === 'video' ? <Trans>{amount} of video</Trans> : <Trans>{amount} of audio</Trans>
}

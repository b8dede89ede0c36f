import { Trans, useLingui } from '@lingui/react/macro'
import { useHydrated } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import type { AskedPrice, RunPrice } from './use-run-price.ts'

type PriceOfRunProps = {
  price: RunPrice
  /** Whether to omit the unit: "4", "up to 12". */
  short?: boolean
}

/** The price of a run in words: "4 tokens", "up to 12 tokens", "less than 1 token", "free". */
export function PriceOfRun({ price: { milli, atMost }, short = false }: PriceOfRunProps) {
  const { shortPrice, tokenPrice } = useFormat()
  const amount = short ? shortPrice(milli) : tokenPrice(milli)
  if (milli === 0) return <Trans>free</Trans>
  return atMost ? <Trans>up to {amount}</Trans> : amount
}

type SpendButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  asked: AskedPrice
  /** The expected price in thousandths of a token, which reserves the button's width. */
  likely?: number | undefined
  /** Receives the price on the button, which the run must not exceed. Absent if a form submits. */
  onSpend?: (maxPrice: number) => void
  /** Whether to omit the dot between label and price, because the label is elsewhere or hidden in wide windows. */
  apart?: 'always' | 'wide' | undefined
  /** Whether phones show the price without its unit, which screen readers still read. */
  shortOnPhones?: boolean
}

/** Makes the gap before the dot as wide as the space after it; small buttons have a smaller gap. */
const margins = {
  sm: { never: '-ml-0.5', wide: '-ml-0.5 lg:ml-0', always: '' },
  md: { never: '-ml-1', wide: '-ml-1 lg:ml-0', always: '' },
}

/** A button that starts a run and shows its price. Until the price is known, a click only requests it. */
export function SpendButton({
  asked: { price, problem, ask },
  likely,
  apart,
  shortOnPhones = false,
  children,
  onSpend,
  title,
  size = 'md',
  className = '',
  ...props
}: SpendButtonProps) {
  const { t } = useLingui()
  const { tokenPrice } = useFormat()
  // A button that waits for its hydration has not asked for a price, and must not look as if it were loading one.
  const waits = !useHydrated() && !price
  const reason = {
    no_model: t`This model is no longer available.`,
    failed: t`Couldn’t load the price. Press to try again.`,
    asking: t`Loading the price…`,
  }[problem ?? 'asking']
  return (
    <Button
      {...props}
      size={size}
      className={`${className} ${waits ? 'opacity-100!' : ''}`}
      title={title ?? (price ? undefined : reason)}
      aria-disabled={(!price && problem !== 'failed') || props['aria-disabled'] || undefined}
      onClick={() => {
        if (price) onSpend?.(price.tokens)
        else if (problem === 'failed') ask()
      }}
    >
      {children}
      <span
        className={`shrink-0 ${margins[size === 'sm' ? 'sm' : 'md'][apart ?? 'never']} ${waits ? (likely === undefined ? 'hidden' : 'invisible') : ''}`}
      >
        <span className={apart && { always: 'sr-only', wide: 'lg:sr-only' }[apart]}>{' · '}</span>
        {price ? (
          <>
            {shortOnPhones && (
              <span aria-hidden className="sm:hidden">
                <PriceOfRun price={price} short />
              </span>
            )}
            <span className={shortOnPhones ? 'max-sm:sr-only' : undefined}>
              <PriceOfRun price={price} />
            </span>
          </>
        ) : likely === undefined ? (
          '…'
        ) : (
          <span className="price-space" data-likely={tokenPrice(likely)}>
            …
          </span>
        )}
      </span>
    </Button>
  )
}

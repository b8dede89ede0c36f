import { useLingui } from '@lingui/react/macro'
import type { Kind } from '#app/contract/base/values.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useKindNames } from '#app/shell/media/kinds.tsx'
import { barKinds } from './bars-of.ts'
import { ChordBar } from './chord-bars.tsx'

type PartSwitchProps = {
  on: ReadonlySet<Kind>
  /** Tokens by kind; a kind is absent if this server cannot make it. */
  prices: ReadonlyMap<Kind, number> | null
  onToggle: (kind: Kind) => void
}

/** The four bars as switches: each bar is a kind, highlighted if it is part of the chord. */
export function PartSwitch({ on, prices, onToggle }: PartSwitchProps) {
  const { t } = useLingui()
  const names = useKindNames()
  const { tokenPrice } = useFormat()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t`Parts of the chord`}</legend>
      <div className="grid grid-cols-4 gap-1">
        {barKinds.map((kind) => {
          const price = prices?.get(kind)
          const isMissing = prices !== null && price === undefined
          return (
            <label
              key={kind}
              data-kind={kind}
              className="group relative grid content-start justify-items-center gap-2 rounded-card py-3 transition-colors select-none hover:bg-ink/4 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-kind has-disabled:opacity-50"
            >
              <input
                type="checkbox"
                checked={on.has(kind) && !isMissing}
                disabled={isMissing}
                onChange={() => onToggle(kind)}
                className="absolute inset-0 cursor-pointer appearance-none rounded-card outline-none disabled:cursor-not-allowed"
              />
              <span className="flex h-32 w-7 items-center sm:h-40 sm:w-9">
                <ChordBar bar={{ kind, on: on.has(kind) && !isMissing, done: 1 }} />
              </span>
              <span className="max-w-full text-center">
                <span className="block text-xs font-medium wrap-anywhere sm:text-base">{names[kind]}</span>
                <span className="block text-xs text-ink-soft sm:text-sm">
                  {isMissing ? t`not available` : price === undefined ? ' ' : tokenPrice(price)}
                </span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

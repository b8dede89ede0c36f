import { Plural, Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import type { Balance } from '#app/contract/money/tokens.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

/** Days; longer forecasts are meaningless. */
const longestDays = 365

/** States how long the tokens will last, with a warning if that is short. */
export function Forecast({ low, available, forecast: { spent, days, days_left: daysLeft, unspent } }: Balance) {
  const format = useFormat()
  const words =
    daysLeft === null ? (
      spent > 0 ? (
        <Trans>Not enough data yet to estimate how long your tokens will last. Check back in a few days.</Trans>
      ) : null
    ) : (
      <>
        <DaysLeft days={daysLeft} />{' '}
        <span className="text-ink-soft">
          <Trans>
            You have spent {format.tokens(spent)} in <Plural value={days} one="# day" other="# days" />.
          </Trans>{' '}
          {unspent > 0 && (
            <Trans>
              Some will expire before you’d spend them: <Plural value={unspent} one="# token" other="# tokens" />.
            </Trans>
          )}
        </span>
      </>
    )
  if (low)
    return (
      <div role="note" className="flex max-w-reading gap-3 rounded-card bg-warn-soft px-5 py-4">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" strokeWidth={1.75} />
        <div>
          <p className="font-medium">
            {available === 0 ? <Trans>You have no tokens left.</Trans> : <Trans>Your tokens are running low.</Trans>}
          </p>
          {words && <p>{words}</p>}
        </div>
      </div>
    )
  return words && <p className="max-w-reading">{words}</p>
}

function DaysLeft({ days }: { days: number }) {
  if (days > longestDays) return <Trans>At your current pace, they’ll last more than a year.</Trans>
  if (days < 1) return <Trans>At your current pace, they’ll last less than a day.</Trans>
  const whole = Math.floor(days)
  return (
    <Trans>
      At your current pace, they’ll last about <Plural value={whole} one="# day" other="# days" />.
    </Trans>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { useFormat } from '#app/shell/format.ts'
import { KindIcon, useKindNames } from '#app/shell/kinds.tsx'
import type { KindSeries } from './summary.ts'

/** The API counts UTC days, so their names do not move with the person's time zone. */
function useDayNames() {
  const { i18n } = useLingui()
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(i18n.locale, { timeZone: 'UTC', ...options })
    return (date: string) => format.format(new Date(date))
  }
  return { short: written({ day: 'numeric', month: 'short' }), long: written({ day: 'numeric', month: 'long', year: 'numeric' }) }
}

export function DayChart({ series }: { series: KindSeries }) {
  const { kind, runs, tokens, successRate, waitMs } = series
  const format = useFormat()
  const names = useKindNames()
  return (
    <section data-kind={kind} aria-labelledby={`${kind}-runs`} className="grid gap-4 border-t border-line pt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        <h2 id={`${kind}-runs`} className="flex items-center gap-2.5 text-xl">
          <KindIcon kind={kind} />
          {names[kind]}
        </h2>
        <p className="text-ink-soft">
          <span className="font-medium text-ink">
            <Plural value={runs} one="# run" other="# runs" />
          </span>
          {' · '}
          {format.tokens(tokens)}
          {successRate !== null && (
            <>
              {' · '}
              <Trans>{format.percent(successRate)} successful</Trans>
            </>
          )}
          {waitMs !== null && (
            <>
              {' · '}
              <Trans>median wait {format.duration(waitMs)}</Trans>
            </>
          )}
        </p>
      </div>
      <Bars series={series} />
      <DayTable series={series} />
    </section>
  )
}

/** The tallest bar carries its number; pointing at another moves the label there. The table below says the same in words. */
function Bars({ series: { days, peak } }: { series: KindSeries }) {
  const names = useDayNames()
  const format = useFormat()
  const [pointed, setPointed] = useState<number | null>(null)
  const most = Math.max(1, days[peak]?.runs ?? 0)
  const labelled = pointed !== null && pointed < days.length ? pointed : peak
  const shown = days[labelled]

  function point({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(days.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * days.length))))
  }

  const share = (labelled + 0.5) / days.length
  const side = share < 0.15 ? 'start' : share > 0.85 ? 'end' : 'middle'
  const shift = { start: '0%', middle: '-50%', end: '-100%' }[side]
  const edge = { start: labelled / days.length, middle: share, end: (labelled + 1) / days.length }[side]

  return (
    <div aria-hidden className="grid gap-2">
      <div className="relative h-36 touch-pan-y pt-8" onPointerMove={point} onPointerDown={point} onPointerLeave={() => setPointed(null)}>
        <div className={`flex h-full items-end border-b border-line ${days.length > 60 ? 'gap-px sm:gap-0.5' : 'gap-0.5 sm:gap-1'}`}>
          {days.map(({ date, runs }, index) => (
            <span
              key={date}
              className={`min-w-0 flex-1 rounded-t-[3px] bg-kind-mark transition-opacity ${pointed === null || index === labelled ? '' : 'opacity-45'}`}
              style={{ height: `${(runs / most) * 100}%` }}
            />
          ))}
        </div>
        {shown && (
          <span
            className="pointer-events-none absolute top-1.5 text-sm whitespace-nowrap"
            style={{ left: `${edge * 100}%`, translate: shift }}
          >
            <span className="font-medium">{format.number(shown.runs)}</span>
            <span className="text-ink-soft"> · {names.short(shown.date)}</span>
          </span>
        )}
      </div>
      <div className="flex justify-between text-sm text-ink-soft">
        {days[0] && <span>{names.short(days[0].date)}</span>}
        {days.at(-1) && <span>{names.short(days.at(-1)?.date ?? '')}</span>}
      </div>
    </div>
  )
}

function DayTable({ series: { kind, days } }: { series: KindSeries }) {
  const kinds = useKindNames()
  const names = useDayNames()
  const format = useFormat()
  const used = days.filter(({ runs }) => runs > 0).toReversed()
  return (
    <details className="group">
      <summary className="-ml-2 inline-flex min-h-11 list-none items-center gap-1.5 rounded-control px-2 text-sm text-ink-soft transition-colors hover:text-ink">
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" strokeWidth={1.75} />
        <Trans>Day by day</Trans>
      </summary>
      <div className="mt-2 max-w-md">
        <table className="tabular w-full text-left">
          <caption className="sr-only">
            <Trans>{kinds[kind]}, day by day</Trans>
          </caption>
          <thead className="text-sm text-ink-soft">
            <tr>
              <th scope="col" className="py-2 font-medium">
                <Trans>Day</Trans>
              </th>
              <th scope="col" className="py-2 pl-4 text-right font-medium">
                <Trans>Runs</Trans>
              </th>
              <th scope="col" className="py-2 pl-4 text-right font-medium">
                <Trans>Tokens</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {used.map(({ date, runs, tokens }) => (
              <tr key={date} className="border-t border-line">
                <th scope="row" className="py-2 font-normal">
                  <time dateTime={date}>{names.long(date)}</time>
                </th>
                <td className="py-2 pl-4 text-right">{format.number(runs)}</td>
                <td className="py-2 pl-4 text-right">{format.number(tokens)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

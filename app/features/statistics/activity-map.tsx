import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { milliPerToken } from '#app/contract/money/milli.ts'
import type { Statistics } from '#app/contract/library/statistics.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { DataTable } from '#app/ui/lists/data-table.tsx'
import { useDateNames } from './dates.ts'
import { yearOf } from './period.ts'
import { levelOf } from './summary.ts'

const levels = ['fill-ink/7', 'fill-ink/25', 'fill-ink/45', 'fill-ink/70', 'fill-ink'] as const
/** Size of a day's square, and distance to the next one, in pixels. */
const cell = 11
const step = 14
const headHeight = 18

/** A year as a grid: a column per week, a square per day, darker for more works. */
export function ActivityMap({ activity, to }: Pick<Statistics, 'activity' | 'to'>) {
  const { t } = useLingui()
  const format = useFormat()
  const names = useDateNames()
  const [pointed, setPointed] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const days = yearOf(to)
  const runsOn = new Map(activity.map(({ date, generations }) => [date, generations]))
  const most = Math.max(0, ...runsOn.values())
  const total = activity.reduce((sum, { generations }) => sum + generations, 0)
  const weeks = Math.ceil(days.length / 7)

  // Scrolls to the recent days, which matter most and are off screen on a phone.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth
  }, [])

  const point = ({ target }: PointerEvent) => setPointed(target instanceof SVGRectElement ? (target.dataset.date ?? null) : null)
  const pointedRuns = pointed === null ? 0 : (runsOn.get(pointed) ?? 0)

  return (
    <section aria-labelledby="activity" className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h2 id="activity" className="text-xl">
          <Trans>Past year</Trans>
        </h2>
        <p className="text-ink-soft">
          {pointed ? (
            <>
              <span className="font-medium text-ink">{t`${plural(pointedRuns, { one: '# result', other: '# results' })}`}</span> ·{' '}
              {names.long(pointed)}
            </>
          ) : (
            <>
              <Plural value={total} one="# result" other="# results" />
              {' · '}
              <Plural value={activity.length} one="# active day" other="# active days" />
            </>
          )}
        </p>
      </div>
      <div ref={scroller} aria-hidden className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0">
        <svg
          width={weeks * step}
          height={headHeight + 7 * step}
          viewBox={`0 0 ${weeks * step} ${headHeight + 7 * step}`}
          className="max-w-none"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          {days.map((date, index) => {
            const x = Math.floor(index / 7) * step
            const isFirstOfMonth = date.endsWith('-01')
            return (
              <g key={date}>
                {/* The last weeks leave too little space for a name. */}
                {isFirstOfMonth && x < (weeks - 2) * step && (
                  <text x={x} y={11} className="fill-ink-soft text-xs">
                    {names.shortMonth(date)}
                  </text>
                )}
                <rect
                  data-date={date}
                  x={x}
                  y={headHeight + (index % 7) * step}
                  width={cell}
                  height={cell}
                  rx={2.5}
                  className={`${levels[levelOf(runsOn.get(date) ?? 0, most)]} ${date === pointed ? 'stroke-ink stroke-[1.5]' : ''}`}
                />
              </g>
            )
          })}
        </svg>
      </div>
      <details className="group">
        <summary className="-ml-2 inline-flex min-h-11 list-none items-center gap-1.5 rounded-control px-2 text-sm text-ink-soft transition-colors hover:text-ink">
          <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" strokeWidth={1.75} />
          <Trans>Active days</Trans>
        </summary>
        <DataTable
          caption={t`Active days of the year`}
          narrow
          columns={[
            { id: 'day', name: t`Day`, cell: ({ date }) => names.long(date) },
            { id: 'runs', name: t`Results`, numeric: true, cell: ({ generations }) => format.number(generations) },
            { id: 'tokens', name: t`Tokens`, numeric: true, cell: ({ tokens_milli: milli }) => format.number(milli / milliPerToken) },
          ]}
          rows={activity.toReversed()}
          idOf={({ date }) => date}
        />
      </details>
    </section>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { peakOf, ticksOf } from './chart-axis.ts'

/** A part of a column, from bottom to top. `tint`: the color of its kind, the color of text, or a shade of its kind. */
export type ChartPart = { id: string; value: number; tint: 'kind' | 'ink' | 'shade'; kind?: string | undefined }
/** A day, week or month with its parts. */
export type ChartColumn = { id: string; parts: readonly ChartPart[] }

type ColumnChartProps = {
  columns: readonly ChartColumn[]
  /** The values of the axis from 0 to its top; by default round numbers. */
  ticks?: readonly number[] | undefined
  /** The text of a value of the axis. */
  tickText: (value: number) => string
  /** The short name of a column's date, below the chart. */
  dateText: (index: number) => string
  /** The figures of a column as a sentence, with its date. */
  renderReading: (index: number) => ReactNode
  /** Half as high, for one chart of several. */
  small?: boolean | undefined
}

const tints = { kind: 'bg-kind-mark', ink: 'bg-ink', shade: 'bg-kind-mark/30' }
const totalOf = ({ parts }: ChartColumn): number => parts.reduce((sum, { value }) => sum + value, 0)

/** Columns with an axis. The pointer or the arrow keys choose one to read; without a choice, the highest is read. A table beside it has all figures. */
export function ColumnChart({ columns, ticks: given, tickText, dateText, renderReading, small }: ColumnChartProps) {
  const { t } = useLingui()
  const totals = columns.map(totalOf)
  const peak = peakOf(totals)
  const ticks = given ?? ticksOf(totals[peak] ?? 0)
  const top = ticks.at(-1) ?? 1
  const last = columns.length - 1
  const [chosen, setChosen] = useState<number | null>(null)
  const [isSpoken, setIsSpoken] = useState(false)
  const at = chosen !== null && chosen <= last ? chosen : null
  const height = small ? 'h-32' : 'h-56 sm:h-64'

  function point({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setIsSpoken(false)
    setChosen(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * columns.length))))
  }
  function onKeyDown(event: KeyboardEvent) {
    const here = at ?? peak
    const next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setIsSpoken(true)
    setChosen(Math.min(last, Math.max(0, next)))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" style={{ maxWidth: `max(20rem, ${columns.length * 4.5}rem)` }}>
      {/* As high as a reading with all parts. */}
      <p className="min-h-6 text-sm" aria-live={isSpoken ? 'polite' : 'off'}>
        {columns.length > 0 && renderReading(at ?? peak)}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The arrow keys read it. */}
      <div
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The arrow keys read it.
        tabIndex={0}
        aria-label={t`Chart: read it with the arrow keys`}
        data-own-keys
        onKeyDown={onKeyDown}
        onBlur={() => setChosen(null)}
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-control"
      >
        <Axis ticks={ticks} tickText={tickText} height={height} />
        <div
          aria-hidden
          className={`relative touch-pan-y ${height}`}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setChosen(null)}
        >
          {ticks.map((tick) => (
            <span
              key={tick}
              className={`absolute inset-x-0 border-t ${tick === 0 ? 'border-edge' : 'border-line'}`}
              style={{ bottom: `${(tick / top) * 100}%` }}
            />
          ))}
          <div
            className={`absolute inset-0 flex items-stretch ${columns.length > 180 ? '' : columns.length > 60 ? 'gap-px' : 'gap-0.5 sm:gap-1'}`}
          >
            {columns.map((column, index) => (
              <Bar key={column.id} column={column} top={top} isFaded={at !== null && index !== at} />
            ))}
          </div>
        </div>
        <div aria-hidden className="col-start-2 mt-2 flex justify-between gap-4 text-sm text-ink-soft">
          {[...new Set([0, Math.floor(last / 2), last])].map((index) => (
            <span key={index} className={index > 0 && index < last ? 'max-sm:hidden' : undefined}>
              {index >= 0 && dateText(index)}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

function Axis({ ticks, tickText, height }: Pick<ColumnChartProps, 'tickText'> & { ticks: readonly number[]; height: string }) {
  const top = ticks.at(-1) ?? 1
  return (
    <div aria-hidden className={`tabular relative text-right text-sm text-ink-soft ${height}`}>
      {/* The widest text determines the width of the axis. */}
      <span className="invisible grid">
        {ticks.map((tick) => (
          <span key={tick} className="col-start-1 row-start-1">
            {tickText(tick)}
          </span>
        ))}
      </span>
      {ticks.map((tick) => (
        <span key={tick} className="absolute right-0 translate-y-1/2 leading-none" style={{ bottom: `${(tick / top) * 100}%` }}>
          {tickText(tick)}
        </span>
      ))}
    </div>
  )
}

function Bar({ column: { parts }, top, isFaded }: { column: ChartColumn; top: number; isFaded: boolean }) {
  return (
    <span className={`flex min-w-0 flex-1 flex-col-reverse transition-opacity ${isFaded ? 'opacity-45' : ''}`}>
      {parts
        .filter(({ value }) => value > 0)
        .map(({ id, value, tint, kind }) => (
          <span
            key={id}
            data-kind={kind}
            className={`border-t border-paper last:rounded-t-[3px] ${tints[tint]}`}
            style={{ height: `${(value / top) * 100}%` }}
          />
        ))}
    </span>
  )
}

/** The figures of a chart, folded. `children`: the table. */
export function ChartTable({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="-ml-2 inline-flex min-h-11 list-none items-center gap-1.5 rounded-control px-2 text-sm text-ink-soft transition-colors hover:text-ink">
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" strokeWidth={1.75} />
        {title ?? <Trans>Show as a table</Trans>}
      </summary>
      {children}
    </details>
  )
}
